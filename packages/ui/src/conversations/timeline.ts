import type { Message } from '@guilde/contracts/conversations/rules.ts';
import type { FileRef } from '@guilde/contracts/files/rules.ts';
import { dayKey } from '../kit/format.ts';
import type { Outgoing } from './outgoing.ts';

/** Messages of one author within five minutes share one name. */
const GROUP_MS = 5 * 60_000;

type Place = {
  key: string;
  sentAt: string;
  startsDay: boolean;
  startsNew: boolean;
  startsGroup: boolean;
};

/** `outgoing` is set for an unsent message. */
export type Bubble = Place & {
  kind: 'bubble';
  authorId: string | null;
  content: string;
  files: FileRef[];
  /** It is 0 until the message is stored. */
  seq: number;
  outgoing: Outgoing | null;
  /** It is null until the message is stored. */
  message: Message | null;
};

export type TimelineEntry = Bubble | (Place & { kind: 'system'; message: Message });

/** Returns 0 for an unsent message. */
export function seqOf(entry: TimelineEntry): number {
  return entry.kind === 'bubble' ? entry.seq : entry.message.seq;
}

/** Unchanged entries keep their identity and are not rendered again. */
const entryCache = new WeakMap<Message | Outgoing, TimelineEntry>();

/**
 * Unsent messages come last. A message keeps its key and appears once, even while the queue still has it.
 * `newFrom` is the `seq` below « Nouveaux messages ».
 */
export function timelineOf(
  messages: readonly Message[],
  outgoing: readonly Outgoing[],
  newFrom: number | null,
): TimelineEntry[] {
  const sending = new Set(outgoing.map(({ id }) => id));
  const stored = new Set<string>();
  const entries: TimelineEntry[] = [];
  let day = '';
  let previous: TimelineEntry | null = null;
  const add = (source: Message | Outgoing, fresh: TimelineEntry) => {
    const ownDay = dayKey(fresh.sentAt);
    fresh.startsDay = ownDay !== day;
    fresh.startsNew = fresh.kind === 'bubble' && fresh.seq > 0 && fresh.seq === newFrom;
    fresh.startsGroup = fresh.startsDay || fresh.startsNew || !continues(previous, fresh);
    day = ownDay;
    previous = fresh;
    entries.push(unchanged(source, fresh));
  };
  for (const message of messages) {
    if (sending.has(message.id)) stored.add(message.id);
    add(message, message.kind === 'text' ? bubbleOf(message) : systemEntryOf(message));
  }
  for (const message of outgoing) if (!stored.has(message.id)) add(message, outgoingBubble(message));
  return entries;
}

function unchanged(source: Message | Outgoing, fresh: TimelineEntry): TimelineEntry {
  const last = entryCache.get(source);
  if (
    last?.startsDay === fresh.startsDay &&
    last.startsNew === fresh.startsNew &&
    last.startsGroup === fresh.startsGroup
  )
    return last;
  entryCache.set(source, fresh);
  return fresh;
}

function continues(previous: TimelineEntry | null, next: TimelineEntry): boolean {
  if (previous?.kind !== 'bubble' || next.kind !== 'bubble' || previous.authorId !== next.authorId)
    return false;
  return Date.parse(next.sentAt) - Date.parse(previous.sentAt) < GROUP_MS;
}

const ALONE = { startsDay: true, startsNew: false, startsGroup: true };

function systemEntryOf(message: Message): TimelineEntry {
  return { ...ALONE, kind: 'system', key: message.id, sentAt: message.createdAt, message };
}

function bubbleOf(message: Message): Bubble {
  const { id, seq, senderId, content, files = [], createdAt } = message;
  return {
    ...ALONE,
    kind: 'bubble',
    key: id,
    authorId: senderId,
    content,
    files,
    sentAt: createdAt,
    seq,
    outgoing: null,
    message,
  };
}

function outgoingBubble(outgoing: Outgoing): Bubble {
  return {
    ...ALONE,
    kind: 'bubble',
    key: outgoing.id,
    authorId: outgoing.memberId,
    content: outgoing.content,
    files: outgoing.files ?? [],
    sentAt: new Date(outgoing.writtenAt).toISOString(),
    seq: 0,
    outgoing,
    message: null,
  };
}
