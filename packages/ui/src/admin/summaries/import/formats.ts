import {
  IMPORT_MESSAGES_MAX,
  IMPORT_MESSAGES_MIN,
  IMPORT_NAMES_MAX,
  IMPORT_TEXT_MAX,
  type ImportSource,
} from '@guilde/contracts/knowledge/import-rules.ts';
import { SUMMARY_TITLE_MAX } from '@guilde/contracts/knowledge/rules.ts';
import { shortened } from '@guilde/contracts/text.ts';

/** `at` is in milliseconds, and `thread` is the same for the messages of one. */
export type ExportMessage = { thread: string; title?: string; author: string; at: number; text: string };

/** `day` is as 2025-11-20, and `id` counts in this file. It is sent with a category besides. */
export type ExportThread = {
  kind: 'thread';
  id: string;
  source: ImportSource;
  title: string;
  day: string;
  names: string[];
  messages: { author: number; text: string }[];
};

/** A pause of this length ends a thread where the export knows none. */
const PAUSE_MS = 3 * 3_600_000;

/** Threads of fewer than three messages, in which nobody answered, are left out; the newest come first. */
export function threadsOf(source: ImportSource, messages: readonly ExportMessage[]): ExportThread[] {
  const threads = Map.groupBy(
    messages.filter(({ text, at }) => text.trim() !== '' && Number.isFinite(at)),
    ({ thread }) => thread,
  );
  return [...threads.values()]
    .map((some) => some.toSorted((a, b) => a.at - b.at).slice(0, IMPORT_MESSAGES_MAX))
    .filter(
      (some) => some.length >= IMPORT_MESSAGES_MIN && new Set(some.map(({ author }) => author)).size > 1,
    )
    .toSorted((a, b) => (b[0]?.at ?? 0) - (a[0]?.at ?? 0))
    .map((some) => threadOf(source, some));
}

function threadOf(source: ImportSource, messages: ExportMessage[]): ExportThread {
  const names = [...new Set(messages.map(({ author }) => author))].slice(0, IMPORT_NAMES_MAX);
  const [first] = messages;
  const question = first?.text.split(/(?<=[.!?])\s|\n/)[0] ?? '';
  return {
    kind: 'thread',
    id: first?.thread ?? '',
    source,
    title: shortened((first?.title ?? question).trim(), SUMMARY_TITLE_MAX),
    day: new Date(first?.at ?? 0).toISOString().slice(0, 10),
    names,
    messages: messages.map(({ author, text }) => ({
      author: Math.max(0, names.indexOf(author)),
      text: shortened(text.trim(), IMPORT_TEXT_MAX),
    })),
  };
}

/** Messages in the order of time are one thread until nobody has written for three hours. */
export function byPauses(messages: readonly Omit<ExportMessage, 'thread'>[]): ExportMessage[] {
  let thread = 0;
  let last = Number.NEGATIVE_INFINITY;
  return messages
    .toSorted((a, b) => a.at - b.at)
    .map((message) => {
      if (message.at - last > PAUSE_MS) thread++;
      last = message.at;
      return { ...message, thread: String(thread) };
    });
}

type Json = Record<string, unknown>;
const listOf = (value: unknown) => (Array.isArray(value) ? (value as Json[]) : []);
const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
const jsonOf = (value: unknown) => (value && typeof value === 'object' ? (value as Json) : {});

/** The files of a Slack export are `users.json` and one JSON per channel and day; joins and other notes have a subtype. */
export function slackMessages(files: ReadonlyMap<string, unknown>): ExportMessage[] {
  const people = new Map(
    listOf(files.get('users.json')).map((user) => {
      const profile = jsonOf(user.profile);
      return [textOf(user.id), textOf(profile.real_name) || textOf(user.real_name) || textOf(user.name)];
    }),
  );
  const nameOf = (id: string) => people.get(id) || id;
  return [...files].flatMap(([path, day]) => {
    const channel = /(?:^|\/)([^/]+)\/\d{4}-\d{2}-\d{2}\.json$/.exec(path)?.[1];
    if (channel === undefined) return [];
    return listOf(day)
      .filter(({ subtype, user }) => subtype === undefined && typeof user === 'string')
      .map((message) => ({
        thread: `${channel} ${textOf(message.thread_ts) || textOf(message.ts)}`,
        author: nameOf(textOf(message.user)),
        at: Number(textOf(message.ts)) * 1000,
        text: slackText(textOf(message.text), nameOf),
      }));
  });
}

/** Slack writes `<@U1>` for a mention, `<https://…|text>` for a link, and escapes three signs. */
function slackText(text: string, nameOf: (id: string) => string): string {
  return text
    .replace(/<@([A-Z0-9]+)(?:\|[^>]*)?>/g, (_all, id: string) => nameOf(id))
    .replace(/<#[A-Z0-9]+\|([^>]*)>/g, '$1')
    .replace(/<(?:https?|mailto):[^>|]*\|([^>]*)>/g, '$1')
    .replace(/<((?:https?|mailto):[^>|]*)>/g, '$1')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}

/** DiscordChatExporter writes one channel per file; an answer refers to the message that it answers. */
export function discordMessages(channel: unknown): ExportMessage[] {
  const messages = listOf(jsonOf(channel).messages).filter(
    ({ type, author }) => (type === 'Default' || type === 'Reply') && jsonOf(author).isBot !== true,
  );
  const paused = byPauses(
    messages.map((message) => ({
      author: textOf(jsonOf(message.author).nickname) || textOf(jsonOf(message.author).name),
      at: Date.parse(textOf(message.timestamp)),
      text: textOf(message.content),
    })),
  );
  return paused;
}

/** It is a topic of Discourse, as its address with « .json » at the end gives it. Its texts are HTML. */
export function discourseMessages(topic: unknown, plainOf: (html: string) => string): ExportMessage[] {
  const { id, title, post_stream: stream } = jsonOf(topic);
  return listOf(jsonOf(stream).posts)
    .filter(({ post_type: type }) => type === undefined || type === 1)
    .map((post) => ({
      thread: String(id),
      title: textOf(title),
      author: textOf(post.name) || textOf(post.username),
      at: Date.parse(textOf(post.created_at)),
      text: textOf(post.raw) || plainOf(textOf(post.cooked)),
    }));
}
