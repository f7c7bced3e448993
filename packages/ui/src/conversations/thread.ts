import type { History, Message } from '@guilde/contracts/conversations/rules.ts';

/**
 * `messages` has no gaps up to the newest; `ahead` has newer ones after a gap, until it is filled. `detached`
 * is a detached page further up without gaps, which the member reads until it meets `messages`. All changes
 * up to `revision` are in them, and there are changes up to `newestRevision`.
 */
export type Thread = {
  messages: Message[];
  ahead: Message[];
  detached: Message[];
  revision: number;
  newestRevision: number;
};

export const EMPTY_THREAD: Thread = { messages: [], ahead: [], detached: [], revision: 0, newestRevision: 0 };

export function lastSeq(thread: Thread): number {
  return thread.messages.at(-1)?.seq ?? 0;
}

export function shownMessages({ messages, detached }: Thread): Message[] {
  return detached.length > 0 ? detached : messages;
}

export function hasOlder(thread: Thread): boolean {
  return (shownMessages(thread)[0]?.seq ?? 1) > 1;
}

export function isDetached(thread: Thread): boolean {
  return thread.detached.length > 0;
}

export function isShown(thread: Thread, seq: number): boolean {
  return shownMessages(thread).some((message) => message.seq === seq);
}

export function hasGap(thread: Thread): boolean {
  return thread.ahead.length > 0;
}

export function hasMissedChanges({ revision, newestRevision }: Thread): boolean {
  return newestRevision > revision;
}

/** They come in any order and more than once: each number is kept once, in its newest state. */
export function applyMessages(thread: Thread, incoming: readonly Message[]): Thread {
  const [only] = incoming;
  if (incoming.length === 1 && only && !hasGap(thread) && only.seq === lastSeq(thread) + 1)
    return { ...thread, messages: [...thread.messages, only] };
  return joined(applyToDetached(applyToNewest(thread, incoming), incoming));
}

function applyToNewest(thread: Thread, incoming: readonly Message[]): Thread {
  const known = new Map([...thread.messages, ...thread.ahead].map((message) => [message.seq, message]));
  const pool = new Map(thread.ahead.map((message) => [message.seq, message]));
  for (const message of incoming) if (isNewer(message, pool.get(message.seq))) pool.set(message.seq, message);
  const below = consecutiveFrom(pool, (thread.messages[0]?.seq ?? 1) - 1, -1).reverse();
  const above = consecutiveFrom(pool, lastSeq(thread) + 1, 1);
  const messages = [...below, ...thread.messages.map((message) => newerOf(message, pool)), ...above];
  const end = messages.at(-1)?.seq ?? 0;
  const ahead = [...pool.values()].filter(({ seq }) => seq > end).sort((a, b) => a.seq - b.seq);
  const isNews = [...messages, ...ahead].some((message) => known.get(message.seq) !== message);
  return isNews || ahead.length < thread.ahead.length ? { ...thread, messages, ahead } : thread;
}

function applyToDetached(thread: Thread, incoming: readonly Message[]): Thread {
  const [first, last] = [thread.detached[0], thread.detached.at(-1)];
  if (!first || !last) return thread;
  const pool = new Map(incoming.map((message) => [message.seq, message]));
  const detached = [
    ...consecutiveFrom(pool, first.seq - 1, -1).reverse(),
    ...thread.detached.map((message) => newerOf(message, pool)),
    ...consecutiveFrom(pool, last.seq + 1, 1),
  ];
  const known = new Set(thread.detached);
  return detached.every((message) => known.has(message)) ? thread : { ...thread, detached };
}

/** A detached page that meets the newest messages is merged into them. */
function joined(thread: Thread): Thread {
  const [first, last] = [thread.messages[0], thread.detached.at(-1)];
  if (!first || !last || last.seq < first.seq - 1) return thread;
  const older = thread.detached.filter(({ seq }) => seq < first.seq);
  return { ...thread, messages: [...older, ...thread.messages], detached: [] };
}

/** Shows `page`, around a place further up; the newest messages stay. */
export function showDetached(thread: Thread, page: Pick<History, 'messages' | 'revision'>): Thread {
  return applyPage({ ...thread, detached: page.messages.toSorted((a, b) => a.seq - b.seq) }, page);
}

export function showNewest(thread: Thread): Thread {
  return isDetached(thread) ? { ...thread, detached: [] } : thread;
}

function newerOf(message: Message, pool: Map<number, Message>): Message {
  const other = pool.get(message.seq);
  return other && isNewer(other, message) ? other : message;
}

export function isNewer(message: Message, known: Message | undefined): boolean {
  return !known || (message.revision ?? 0) > (known.revision ?? 0);
}

/** Events before this one may be missing. */
export function applyChange(thread: Thread, message: Message): Thread {
  const { revision = 0 } = message;
  const changed = applyMessages(thread, [message]);
  if (revision <= thread.revision) return changed;
  return {
    ...changed,
    revision: revision === thread.revision + 1 ? revision : thread.revision,
    newestRevision: Math.max(thread.newestRevision, revision),
  };
}

/** A page may be older than a change whose message was not there yet. */
export function applyPage(thread: Thread, page: Pick<History, 'messages' | 'revision'>): Thread {
  const applied = applyMessages(thread, page.messages);
  const { revision, newestRevision } = thread;
  if (page.revision === revision || (page.revision > revision && page.revision <= newestRevision))
    return applied;
  return {
    ...applied,
    revision: Math.min(revision, page.revision),
    newestRevision: Math.max(newestRevision, page.revision),
  };
}

/** `page` has the changes after the revision `from`. */
export function applyChanges(thread: Thread, from: number, page: History): Thread {
  const applied = applyMessages(thread, page.messages);
  const upTo = Math.max(page.messages.at(-1)?.revision ?? from, page.hasMore ? 0 : page.revision);
  if (from > thread.revision || upTo <= thread.revision) return applied;
  return { ...applied, revision: upTo, newestRevision: Math.max(thread.newestRevision, upTo) };
}

function consecutiveFrom(pool: Map<number, Message>, start: number, step: 1 | -1): Message[] {
  const run: Message[] = [];
  for (let seq = start, message = pool.get(seq); message; seq += step, message = pool.get(seq))
    run.push(message);
  return run;
}

export function startThread({ messages, revision }: Pick<History, 'messages' | 'revision'>): Thread {
  const sorted = messages.toSorted((a, b) => a.seq - b.seq);
  return { ...EMPTY_THREAD, messages: sorted, revision, newestRevision: revision };
}

/** `around` is a page further up, which is shown first. An event may make `last` newer than the pages. */
export function openedThread(
  { newest, around }: { newest: History; around: History | null },
  last: Message | undefined,
  revision = 0,
): Thread {
  const started = applyMessages(startThread(newest), last ? [last] : []);
  const thread = around ? showDetached(started, around) : started;
  return { ...thread, newestRevision: Math.max(thread.newestRevision, revision) };
}

/** Returns null when there is none. */
export function firstUnread(thread: Thread, readSeq: number, memberId: string): number | null {
  return (
    shownMessages(thread).find((one) => one.seq > readSeq && one.kind === 'text' && one.senderId !== memberId)
      ?.seq ?? null
  );
}
