import type { Message } from '@guilde/contracts/conversations.ts';
import { dayKey } from '../kit/format.ts';
import type { Outgoing } from './outgoing.ts';

/** Messages of one author within five minutes stand under one name. */
const GROUP_MS = 5 * 60_000;

/** A bubble: a stored message, or one on its way (`outgoing`). */
export type Bubble = {
  kind: 'bubble';
  key: string;
  authorId: string | null;
  content: string;
  sentAt: string;
  /** 0 while the server has not numbered it. */
  seq: number;
  startsGroup: boolean;
  outgoing: Outgoing | null;
};

export type TimelineEntry =
  | { kind: 'day'; key: string; date: string }
  | { kind: 'new'; key: 'new' }
  | { kind: 'line'; key: string; message: Message }
  | Bubble;

/**
 * What stands in a thread from top to bottom: day separators, the « Nouveaux messages » line before `newFrom`, quiet
 * lines, and bubbles: stored ones in their sequence, then those on their way as they were written. A message keeps its
 * key from the moment it is written, and stands there once even while the queue still holds it.
 */
export function timelineOf(
  messages: readonly Message[],
  outgoing: readonly Outgoing[],
  newFrom: number | null,
): TimelineEntry[] {
  const stored = new Set(messages.map((message) => message.id));
  const waiting = outgoing.filter(({ id }) => !stored.has(id));
  const entries: TimelineEntry[] = [];
  let day = '';
  let previous: Bubble | null = null;
  const add = (date: string, entry: Bubble | Extract<TimelineEntry, { kind: 'line' }>) => {
    const startsDay = dayKey(date) !== day;
    if (startsDay) {
      day = dayKey(date);
      entries.push({ kind: 'day', key: `day-${day}`, date });
    }
    const startsNew = entry.kind === 'bubble' && entry.seq > 0 && entry.seq === newFrom;
    if (startsNew) entries.push({ kind: 'new', key: 'new' });
    if (entry.kind === 'bubble') {
      entry.startsGroup = startsDay || startsNew || !continues(previous, entry);
      previous = entry;
    } else previous = null;
    entries.push(entry);
  };
  for (const message of messages)
    add(
      message.createdAt,
      message.kind === 'text' ? bubbleOf(message) : { kind: 'line', key: message.id, message },
    );
  for (const message of waiting) {
    const bubble = outgoingBubble(message);
    add(bubble.sentAt, bubble);
  }
  return entries;
}

function continues(previous: Bubble | null, next: Bubble): boolean {
  if (!previous || previous.authorId !== next.authorId) return false;
  return Date.parse(next.sentAt) - Date.parse(previous.sentAt) < GROUP_MS;
}

function bubbleOf({ id, seq, senderId, content, createdAt }: Message): Bubble {
  return {
    kind: 'bubble',
    key: id,
    authorId: senderId,
    content,
    sentAt: createdAt,
    seq,
    startsGroup: true,
    outgoing: null,
  };
}

function outgoingBubble(outgoing: Outgoing): Bubble {
  return {
    kind: 'bubble',
    key: outgoing.id,
    authorId: outgoing.memberId,
    content: outgoing.content,
    sentAt: new Date(outgoing.writtenAt).toISOString(),
    seq: 0,
    startsGroup: true,
    outgoing,
  };
}
