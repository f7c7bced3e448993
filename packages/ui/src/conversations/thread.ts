import type { Message } from '@guilde/contracts/conversations.ts';

/**
 * What is known of a conversation's messages: a window without holes that reaches to the newest message heard of in
 * order, and what came `ahead` of a hole and waits for it to be filled.
 */
export type Thread = { messages: Message[]; ahead: Message[] };

export const EMPTY_THREAD: Thread = { messages: [], ahead: [] };

/** Highest number of the window; 0 before the first message. */
export function lastSeq(thread: Thread): number {
  return thread.messages.at(-1)?.seq ?? 0;
}

/** Sequences start at 1, so the window tells by itself whether something is older. */
export function hasOlder(thread: Thread): boolean {
  return (thread.messages[0]?.seq ?? 1) > 1;
}

/** Something newer is known than the window holds: fetch what comes after its end. */
export function hasHole(thread: Thread): boolean {
  return thread.ahead.length > 0;
}

/**
 * Merges messages into what is known, wherever they come from: an answer to sending, an event, a page of history in
 * either direction. In any order and however often: the order is the sequence, and a number is held once.
 */
export function applyMessages(thread: Thread, incoming: readonly Message[]): Thread {
  const [only] = incoming;
  if (incoming.length === 1 && only && !hasHole(thread) && only.seq === lastSeq(thread) + 1)
    return { messages: [...thread.messages, only], ahead: thread.ahead };
  const known = new Set([...thread.messages, ...thread.ahead].map((message) => message.seq));
  const pool = new Map([...thread.ahead, ...incoming].map((message) => [message.seq, message]));
  const below = runFrom(pool, (thread.messages[0]?.seq ?? 1) - 1, -1).reverse();
  const above = runFrom(pool, lastSeq(thread) + 1, 1);
  const messages = [...below, ...thread.messages, ...above];
  const end = messages.at(-1)?.seq ?? 0;
  const ahead = [...pool.values()].filter(({ seq }) => seq > end).sort((a, b) => a.seq - b.seq);
  const isNews = [...below, ...above, ...ahead].some(({ seq }) => !known.has(seq));
  return isNews || ahead.length < thread.ahead.length ? { messages, ahead } : thread;
}

/** The messages of `pool` that follow each other from `start`, walking up or down. */
function runFrom(pool: Map<number, Message>, start: number, step: 1 | -1): Message[] {
  const run: Message[] = [];
  for (let seq = start, message = pool.get(seq); message; seq += step, message = pool.get(seq))
    run.push(message);
  return run;
}

/** The thread without the texts of messages that the moderation has removed; their places stay. */
export function withoutDeleted(thread: Thread, deletedSeqs: readonly number[]): Thread {
  const isGone = ({ seq, kind }: Message) => kind === 'text' && deletedSeqs.includes(seq);
  if (!thread.messages.some(isGone)) return thread;
  const messages = thread.messages.map((message) => (isGone(message) ? tombstone(message) : message));
  return { ...thread, messages };
}

/** What stands in the place of a message that the moderation has removed. */
export function tombstone(message: Message): Message {
  return { ...message, kind: 'deleted', content: '' };
}

/** A page of history is the whole window at first. */
export function startThread(page: readonly Message[]): Thread {
  return { messages: [...page].sort((a, b) => a.seq - b.seq), ahead: [] };
}

/** The first message of somebody else after what the member has read; null when there is none. */
export function firstUnread(thread: Thread, readSeq: number, memberId: string): number | null {
  return (
    thread.messages.find((one) => one.seq > readSeq && one.kind === 'text' && one.senderId !== memberId)
      ?.seq ?? null
  );
}
