import type { Message } from '@guilde/contracts/conversations.ts';

/**
 * `messages`: without gaps up to the newest; `ahead`: newer ones after a gap, until it is filled.
 */
export type Thread = { messages: Message[]; ahead: Message[] };

export const EMPTY_THREAD: Thread = { messages: [], ahead: [] };

export function lastSeq(thread: Thread): number {
  return thread.messages.at(-1)?.seq ?? 0;
}

export function hasOlder(thread: Thread): boolean {
  return (thread.messages[0]?.seq ?? 1) > 1;
}

export function hasGap(thread: Thread): boolean {
  return thread.ahead.length > 0;
}

/** In any order and more than once: each number is kept once. */
export function applyMessages(thread: Thread, incoming: readonly Message[]): Thread {
  const [only] = incoming;
  if (incoming.length === 1 && only && !hasGap(thread) && only.seq === lastSeq(thread) + 1)
    return { messages: [...thread.messages, only], ahead: thread.ahead };
  const known = new Set([...thread.messages, ...thread.ahead].map((message) => message.seq));
  const pool = new Map([...thread.ahead, ...incoming].map((message) => [message.seq, message]));
  const below = consecutiveFrom(pool, (thread.messages[0]?.seq ?? 1) - 1, -1).reverse();
  const above = consecutiveFrom(pool, lastSeq(thread) + 1, 1);
  const messages = [...below, ...thread.messages, ...above];
  const end = messages.at(-1)?.seq ?? 0;
  const ahead = [...pool.values()].filter(({ seq }) => seq > end).sort((a, b) => a.seq - b.seq);
  const isNews = [...below, ...above, ...ahead].some(({ seq }) => !known.has(seq));
  return isNews || ahead.length < thread.ahead.length ? { messages, ahead } : thread;
}

function consecutiveFrom(pool: Map<number, Message>, start: number, step: 1 | -1): Message[] {
  const run: Message[] = [];
  for (let seq = start, message = pool.get(seq); message; seq += step, message = pool.get(seq))
    run.push(message);
  return run;
}

/** Keeps their places as tombstones. */
export function withoutDeleted(thread: Thread, deletedSeqs: readonly number[]): Thread {
  const isDeleted = ({ seq, kind }: Message) => kind === 'text' && deletedSeqs.includes(seq);
  if (!thread.messages.some(isDeleted)) return thread;
  const messages = thread.messages.map((message) => (isDeleted(message) ? tombstone(message) : message));
  return { ...thread, messages };
}

export function tombstone(message: Message): Message {
  return { ...message, kind: 'deleted', content: '' };
}

export function startThread(page: readonly Message[]): Thread {
  return { messages: [...page].sort((a, b) => a.seq - b.seq), ahead: [] };
}

/** Null when there is none. */
export function firstUnread(thread: Thread, readSeq: number, memberId: string): number | null {
  return (
    thread.messages.find((one) => one.seq > readSeq && one.kind === 'text' && one.senderId !== memberId)
      ?.seq ?? null
  );
}
