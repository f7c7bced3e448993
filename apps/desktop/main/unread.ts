import type { Unread } from '@guilde/contracts/conversations/rules.ts';
import { applyUnread, applyUnreadEvent, type UnreadState } from '@guilde/contracts/conversations/unread.ts';
import type { LiveEvent } from '@guilde/contracts/live/protocol.ts';

export type UnreadNumber = {
  onEvent: (event: LiveEvent, memberId: string) => void;
  /** It is called on focus, after sleep and after a reconnection. */
  correct: () => Promise<void>;
  /** It is called when the person looks at another page, or away. */
  lookedAway: () => void;
  /** The member is notified only when it concerns them. */
  isMuted: (conversationId: string) => boolean;
  clear: () => void;
};

type UnreadDeps = {
  ask: () => Promise<Unread | null>;
  show: (total: number) => void;
  /** The person looks at a chat, which may read what has just come. */
  isReading: () => boolean;
};

/** A chat in sight has this time to read a message before the number is raised by it. */
const READ_WITHIN_MS = 5000;

export function createUnreadNumber({ ask, show, isReading }: UnreadDeps): UnreadNumber {
  let state: UnreadState | undefined;
  let shown = 0;
  let delayed: NodeJS.Timeout | undefined;
  let signIns = 0;
  const showNow = () => {
    clearTimeout(delayed);
    delayed = undefined;
    shown = state?.total ?? 0;
    show(shown);
  };
  const set = (next: UnreadState | undefined) => {
    if (next === state) return;
    state = next;
    if (!isReading() || (next?.total ?? 0) <= shown) return showNow();
    delayed ??= setTimeout(showNow, READ_WITHIN_MS).unref();
  };
  return {
    correct: async () => {
      const before = signIns;
      const unread = await ask();
      if (unread && before === signIns) set(applyUnread(state, unread));
    },
    lookedAway: () => {
      if (delayed && !isReading()) showNow();
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
