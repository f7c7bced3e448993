import type { Unread } from '@guilde/contracts/conversations/rules.ts';
import { applyUnread, applyUnreadEvent, type UnreadState } from '@guilde/contracts/conversations/unread.ts';
import type { LiveEvent } from '@guilde/contracts/live/protocol.ts';

export type UnreadNumber = {
  onEvent: (event: LiveEvent, memberId: string) => void;
  /** On focus, after sleep, after a reconnection. */
  correct: () => Promise<void>;
  /** The member wants to hear of it only when it concerns them. */
  isMuted: (conversationId: string) => boolean;
  clear: () => void;
};

type UnreadDeps = { ask: () => Promise<Unread | null>; show: (total: number) => void };

/** Updated by events with the client's rules. */
export function createUnreadNumber({ ask, show }: UnreadDeps): UnreadNumber {
  let state: UnreadState | undefined;
  let signIns = 0;
  const set = (next: UnreadState | undefined) => {
    if (next === state) return;
    state = next;
    show(next?.total ?? 0);
  };
  return {
    correct: async () => {
      const before = signIns;
      const unread = await ask();
      if (unread && before === signIns) set(applyUnread(state, unread));
    },
    isMuted: (conversationId) => state?.muted?.includes(conversationId) ?? false,
    clear: () => {
      // Discards an answer about the previous member.
      signIns++;
      set(undefined);
    },
    onEvent: (event, memberId) => set(applyUnreadEvent(state, event, memberId)),
  };
}
