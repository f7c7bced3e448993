import type { ConversationOwner } from '@guilde/contracts/conversations/rules.ts';
import { announce } from './kit/announcer.tsx';

/** An open client shows a notice to its member at once (docs/specification.md#channels-to-a-member). */
export type LiveNotice = ConversationOwner & {
  /** The id is the same in every tab. */
  id: string;
  /** Screen readers announce it, also where no toast is shown. */
  announcedAs: string;
  title: string;
  description?: string;
  /** `chat` opens the conversation, `help` takes a seat there first, `event` opens the event's page. */
  action: 'chat' | 'help' | 'event';
  /** A member who looks at one of these pages sees the news there, and gets no toast. */
  shownOn: readonly ('chat' | 'sos' | 'event' | 'home')[];
};

type Show = (notice: LiveNotice) => void;

let show: Show | null = null;

/** Returns how to disconnect. */
export function connectNotices(next: Show): () => void {
  show = next;
  return () => {
    show = null;
  };
}

export function tellAtOnce(notice: LiveNotice): void {
  if (show) show(notice);
  else announce(notice.announcedAs);
}
