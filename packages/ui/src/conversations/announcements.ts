import { type Conversation, type Message, reactionLabel } from '@guilde/contracts/conversations/rules.ts';
import { filesLabel, textOrFiles } from '@guilde/contracts/files/rules.ts';
import { actOf, concerns, NEWS_OF_OWN_SOS } from '@guilde/contracts/notices/rules.ts';
import { excerpt } from '@guilde/contracts/text.ts';
import { useEffect, useRef } from 'react';
import { announce } from '../kit/announcer.tsx';
import { plural } from '../kit/format.ts';
import type { LiveContext } from '../live.ts';
import { tellAtOnce } from '../live-notices.ts';
import { shortName } from './conversation.ts';
import { conversationById } from './conversation-query.ts';
import { systemMessageText } from './labels.ts';
import { useMemberContext } from './member-context.ts';
import type { Outgoing } from './outgoing.ts';
import { lastSeq, type Thread } from './thread.ts';
import { isMuted, knownUnread } from './unread.ts';

/** More messages at once are counted, not read out. */
const READ_OUT = 3;
const READ_OUT_MAX = 400;
const QUOTED_MAX = 60;
/** Toasts show this many characters of a message. */
const SHOWN_MAX = 120;

const onScreen = new Set<string>();

/** Messages wait here by conversation, because the event with the names comes right after the message. */
const news = new Map<string, Message[]>();

/** Reads out others’ new messages, each in one piece, and own failed ones, but none from the opening. */
export function useAnnouncements(
  conversation: Conversation,
  thread: Thread,
  outgoing: readonly Outgoing[],
): void {
  const { memberId } = useMemberContext();
  const newest = lastSeq(thread);
  const announced = useRef(newest);
  useEffect(() => {
    const since = announced.current;
    announced.current = Math.max(since, newest);
    const fresh: Message[] = [];
    for (const message of thread.messages.toReversed()) {
      if (message.seq <= since) break;
      if (message.senderId !== memberId) fresh.unshift(message);
    }
    if (fresh.length > READ_OUT) announce(plural(fresh.length, 'nouveau message', 'nouveaux messages'));
    else for (const message of fresh) announce(announcementOf(conversation, message, memberId));
  }, [newest, thread, conversation, memberId]);
  useReactionNews(conversation, thread);
  useFailures(outgoing);
  useEffect(() => {
    onScreen.add(conversation.id);
    return () => {
      onScreen.delete(conversation.id);
    };
  }, [conversation.id]);
}

function announcementOf(conversation: Conversation, message: Message, memberId: string): string {
  const { kind, senderId, content, replyTo, files = [] } = message;
  const name = shortName(conversation, senderId);
  if (kind !== 'text') return systemMessageText(message, name);
  const answer = replyTo ? ` répond à ${shortName(conversation, replyTo.senderId)}` : '';
  // A text does not say that files come with it, except for a voice message, which is named before its text.
  const isNamed = content === '' || files.some((one) => one.kind === 'voice');
  const attached = files.length === 0 || isNamed ? '' : `, avec ${filesLabel(files)}`;
  const text = excerpt(textOrFiles(message), READ_OUT_MAX);
  return `${name}${actOf(message, memberId) || answer}\u00a0: ${text}${attached}`;
}

/** Reads out the reactions that others add to messages that are already there. */
function useReactionNews(conversation: Conversation, { messages }: Thread): void {
  const { memberId } = useMemberContext();
  const announced = useRef(messages);
  useEffect(() => {
    const before = new Map(announced.current.map((message) => [message.id, message]));
    announced.current = messages;
    const nameOf = (id: string | null) => shortName(conversation, id);
    const news = messages.flatMap((message) => {
      const known = before.get(message.id);
      if (!known || known === message) return [];
      const text = `«\u00a0${excerpt(textOrFiles(message), QUOTED_MAX)}\u00a0»`;
      const what = message.senderId === memberId ? 'ton message' : text;
      return addedReactions(known, message)
        .filter((one) => one.memberId !== memberId)
        .map((one) => `${nameOf(one.memberId)} réagit à ${what}\u00a0: ${reactionLabel(one.emoji)}`);
    });
    for (const line of news.slice(-READ_OUT)) announce(line);
  }, [messages, conversation, memberId]);
}

function addedReactions(known: Message, { reactions = [] }: Message) {
  return reactions.flatMap(({ emoji, memberIds }) => {
    const before = known.reactions?.find((one) => one.emoji === emoji)?.memberIds ?? [];
    return memberIds.filter((id) => !before.includes(id)).map((memberId) => ({ emoji, memberId }));
  });
}

/** Each failure is announced once, and again after another attempt. */
function useFailures(outgoing: readonly Outgoing[]): void {
  const failed = useRef(new Set<string>());
  useEffect(() => {
    const now = outgoing.filter(({ problem }) => problem);
    for (const { id, problem } of now)
      if (!failed.current.has(id)) announce(`Message non envoyé. ${problem?.message}`);
    failed.current = new Set(now.map(({ id }) => id));
  }, [outgoing]);
}

/** Announces the first unread message and every mention or answer. Call it before counting the message. */
export function announceUnread(context: LiveContext, message: Message): void {
  const { queryClient, memberId } = context;
  const { conversationId, kind, senderId } = message;
  if (kind !== 'text' || senderId === memberId || onScreen.has(conversationId)) return;
  const unread = knownUnread(queryClient);
  if (!unread) return;
  const isQuiet = unread.conversations[conversationId] || isMuted(queryClient, conversationId);
  if (isQuiet && !concerns(message, memberId)) return;
  void tellUnread(context, message);
}

async function tellUnread(context: LiveContext, message: Message): Promise<void> {
  const { memberId } = context;
  const { id, conversationId, senderId } = message;
  const conversation = await conversationById(context, conversationId, senderId).catch(() => undefined);
  if (onScreen.has(conversationId)) return;
  if (!conversation) return announce('Nouveau message dans le chat');
  const { title, sosId, eventId, dealId } = conversation;
  const name = shortName(conversation, senderId);
  const act = actOf(message, memberId);
  tellAtOnce({
    id,
    announcedAs: `${act ? name + act : 'Nouveau message'} dans «\u00a0${title}\u00a0»`,
    title: `${name}${act} · ${title}`,
    description: excerpt(textOrFiles(message), SHOWN_MAX),
    sosId,
    eventId,
    dealId,
    action: 'chat',
    shownOn: ['chat'],
  });
}

/** Call it with every message, before `announceNews`. */
export function rememberNews({ memberId }: LiveContext, message: Message): void {
  const { kind, senderId, conversationId } = message;
  if (!(kind in NEWS_OF_OWN_SOS) || senderId === memberId || onScreen.has(conversationId)) return;
  news.set(conversationId, [...(news.get(conversationId) ?? []), message]);
}

/** Announces who joined an own SOS, and that the team ended it. */
export function announceNews({ memberId }: LiveContext, conversation: Conversation): void {
  const { id, requesterId, title, sosId } = conversation;
  const messages = news.get(id) ?? [];
  news.delete(id);
  if (requesterId !== memberId || sosId === null) return;
  for (const message of messages) {
    const text = NEWS_OF_OWN_SOS[message.kind]?.(shortName(conversation, message.senderId)) ?? '';
    tellAtOnce({
      id: message.id,
      announcedAs: `${text}${message.kind === 'joined' ? '' : '\u00a0:'} «\u00a0${title}\u00a0»`,
      title: text,
      description: title,
      sosId,
      action: 'chat',
      shownOn: ['chat', 'sos'],
    });
  }
}
