import type { Unread } from '@guilde/contracts/conversations.ts';
import type { LiveEvent } from '@guilde/contracts/events.ts';
import { applyUnread, applyUnreadEvent, type UnreadState } from '@guilde/contracts/unread.ts';

export type UnreadNumber = {
  onEvent: (event: LiveEvent, memberId: string) => void;
  /** Asks the server for the truth: on focus, after sleep, after a break. */
  correct: () => Promise<void>;
  /** Nobody is signed in any more. */
  clear: () => void;
};

type UnreadDeps = { ask: () => Promise<Unread | null>; show: (total: number) => void };

/** The server's one unread number, as badge and tray show it. Events keep it true with the same rules as in the client. */
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
    clear: () => {
      // An answer that is still on its way is about somebody who has left.
      signIns++;
      set(undefined);
    },
    onEvent: (event, memberId) => set(applyUnreadEvent(state, event, memberId)),
  };
}
