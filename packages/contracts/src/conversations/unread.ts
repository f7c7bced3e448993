import type { LiveEvent } from '../live/protocol.ts';
import type { Conversation, Message, Unread } from './rules.ts';

/**
 * `unread` is the server's count up to the message `upTo`, as of `version`; `above` has later messages from
 * events. All messages up to `seen` are counted or read.
 */
type Part = { unread: number; upTo: number; version: number; seen: number; above: readonly number[] };

export type UnreadState = Omit<Unread, 'positions'> & { parts: Record<string, Part> };

const NOTHING: Part = { unread: 0, upTo: 0, version: 0, seen: 0, above: [] };
/** Above this number single messages are not kept, because only « 99+ » is shown. */
const KEPT_MAX = 1000;

/**
 * With several instances a count may arrive after a newer one, and before or after its messages, so version
 * and position are compared.
 */
export function applyUnread(known: UnreadState | undefined, unread: Unread): UnreadState {
  const parts = Object.entries(unread.positions).map(([id, [upTo, version]]) => {
    const before = known?.parts[id] ?? NOTHING;
    if (version < before.version) return [id, before] as const;
    const above = before.above.filter((seq) => seq > upTo);
    const seen = Math.max(upTo, before.seen);
    return [id, { unread: unread.conversations[id] ?? 0, upTo, version, seen, above }] as const;
  });
  const { muted, marked } = unread;
  return summed(Object.fromEntries(parts), { muted, marked });
}

/** Texts of others are counted once each, as on the server. */
export function countMessage(known: UnreadState, message: Message, memberId: string): UnreadState {
  const { conversationId, seq, kind, senderId } = message;
  const part = known.parts[conversationId] ?? NOTHING;
  if (kind !== 'text' || senderId === memberId || seq <= part.seen || part.above.includes(seq)) return known;
  const above = [...part.above, seq];
  const next = above.length < KEPT_MAX ? { ...part, above } : countedIn({ ...part, above });
  return summed({ ...known.parts, [conversationId]: next }, known);
}

function countedIn(part: Part): Part {
  return {
    ...part,
    unread: part.unread + part.above.length,
    seen: Math.max(part.seen, ...part.above),
    above: [],
  };
}

/** The conversation is read to its end, or the member has left it. */
export function clearConversation(known: UnreadState, conversationId: string): UnreadState {
  const part = known.parts[conversationId];
  if (!part || numberOf(part) === 0) return known;
  const { [conversationId]: _unmarked, ...marked } = known.marked ?? {};
  return summed(
    { ...known.parts, [conversationId]: { ...countedIn(part), unread: 0 } },
    { muted: known.muted, marked },
  );
}

/** Returns the same state when nothing changes. */
export function applyUnreadEvent(
  known: UnreadState | undefined,
  event: LiveEvent,
  memberId: string,
): UnreadState | undefined {
  switch (event.type) {
    case 'hello':
      return applyUnread(known, event.unread);
    case 'conversation.read':
      return event.unread ? applyUnread(known, event.unread) : known;
    case 'message.created':
      return known && countMessage(known, event.message, memberId);
    case 'conversation.updated':
      return (
        known &&
        (takesPart(event.conversation, memberId) ? known : clearConversation(known, event.conversation.id))
      );
    default:
      return known;
  }
}

function takesPart({ participants }: Conversation, memberId: string): boolean {
  return participants.some(({ member, isActive }) => member.id === memberId && isActive);
}

function numberOf({ unread, above }: Part): number {
  return unread + above.length;
}

/** The last answer or event has all choices of the member. */
type Choices = { muted?: Unread['muted'] | undefined; marked?: Unread['marked'] | undefined };

function summed(parts: Record<string, Part>, { muted, marked }: Choices): UnreadState {
  const numbers = Object.entries(parts)
    .map(([id, part]) => [id, numberOf(part)] as const)
    .filter(([, number]) => number > 0);
  return {
    total: numbers.reduce((sum, [, number]) => sum + number, 0),
    conversations: Object.fromEntries(numbers),
    parts,
    ...(muted && { muted }),
    ...(marked && { marked }),
  };
}
