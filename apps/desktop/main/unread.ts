import type { Unread } from '@guilde/contracts/conversations/rules.ts';
import { applyUnread, applyUnreadEvent, type UnreadState } from '@guilde/contracts/conversations/unread.ts';
import type { LiveEvent } from '@guilde/contracts/live/protocol.ts';

export type UnreadNumber = {
  onEvent: (event: LiveEvent, memberId: string) => void;
  /** It is called on focus, after sleep and after a reconnection. */
  correct: () => Promise<void>;
  /** The member is notified only when it concerns them. */
  isMuted: (conversationId: string) => boolean;
  clear: () => void;
};

type UnreadDeps = { ask: () => Promise<Unread | null>; show: (total: number) => void };

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
      // An answer about the previous member is discarded.
      signIns++;
      set(undefined);
    },
    onEvent: (event, memberId) => set(applyUnreadEvent(state, event, memberId)),
  };
}
