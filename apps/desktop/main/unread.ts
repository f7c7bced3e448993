import type { Conversation, Unread } from '@guilde/contracts/conversations.ts';
import type { LiveEvent } from '@guilde/contracts/events.ts';
import { applyUnread, clearConversation, countMessage, type UnreadState } from '@guilde/contracts/unread.ts';

export type UnreadNumber = {
  hear: (event: LiveEvent, memberId: string) => void;
  /** Asks the server for the truth: on focus, after sleep, after a break. */
  correct: () => Promise<void>;
  /** Nobody is signed in any more. */
  clear: () => void;
};

type UnreadDeps = { ask: () => Promise<Unread | null>; show: (total: number) => void };

/**
 * The server's one unread number, as badge and tray show it. Events keep it true with the same rules as in the client;
 * an answer that an event has overtaken is asked for again.
 */
export function createUnreadNumber({ ask, show }: UnreadDeps): UnreadNumber {
  let state: UnreadState | undefined;
  let changes = 0;
  const set = (next: UnreadState | undefined) => {
    if (next === state) return;
    state = next;
    changes++;
    show(next?.total ?? 0);
  };
  const correct = async (): Promise<void> => {
    const before = changes;
    const unread = await ask();
    if (!unread) return;
    if (before === changes) set(applyUnread(state, unread));
    else await correct();
  };
  return {
    correct,
    clear: () => {
      // An answer that is still on its way is about somebody who has left.
      changes++;
      set(undefined);
    },
    hear: (event, memberId) => {
      const next = after(event, memberId, state);
      if (next) set(next);
    },
  };
}

function after(event: LiveEvent, memberId: string, known: UnreadState | undefined): UnreadState | undefined {
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
