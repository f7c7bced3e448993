import type { LiveEvent } from '@guilde/contracts/live/protocol.ts';
import type { NoticeKind } from '@guilde/contracts/notices/channels.ts';
import type { Queries, Tx } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import type { MailContent } from '../platform/services/mail.ts';
import type { Notice } from './notify.ts';

/** The texts are plain; the notice's kind has the footnote. `action` is the label of its link. */
export type NoticeMail = Pick<
  MailContent,
  'subject' | 'heading' | 'paragraphs' | 'footnoteLink' | 'calendar'
> & { action: string };

export type NoticeContent = {
  title: string;
  body: string;
  /** It leads there instead of to its place. */
  path?: string;
  /** A notification replaces another of the same tag. */
  tag: string;
  /** An urgent notice may pass quiet hours, for members who want that. */
  isUrgent?: boolean;
  /** An awaited notice passes quiet hours, since the member chose its hour. */
  isAwaited?: boolean;
  /** Open clients of the member show this, whatever channel is chosen. */
  live?: Omit<Extract<LiveEvent, { type: 'event.told' }>, 'id'>;
  /** A notice is pushed to devices unless this is false. */
  isPushed?: boolean;
  /** A notice without this text is never sent by mail. */
  mail?: NoticeMail;
  /** The event happened at this time in milliseconds, where that is earlier than the notice. */
  since?: number;
  /** Another mail has already said what came before. */
  isReached?: boolean;
  /** A mail about unread messages counts as one of those; its queueing transaction calls this. */
  onMailed?: (tx: Tx) => Promise<void>;
  /** This notice follows once a device, or a client where nobody looks, has the first one. */
  ifUnseen?: Notice;
};

/**
 * It runs before each delivery, and returns null when the notice is no longer needed (read, joined, ended,
 * refused), or `blocked` when the member has blocked whom it is about. A push has no note.
 */
export type DescribeNotice = (
  queries: Queries,
  memberId: string,
  subject: string,
  deps: Pick<Deps, 'clock' | 'config' | 'secrets'>,
  note?: string,
) => Promise<NoticeContent | 'blocked' | null>;

/** The notice has this title, or that of what has this id, while the member may see it. */
export type NoticePlace = { path: string; id?: string; title?: string };

export type NoticeSource = { describe: DescribeNotice; place: (subject: string) => NoticePlace };

export type NoticeSources = {
  kinds: Record<NoticeKind, NoticeSource>;
  /** This runs in the transaction that records the first push that a push service took. */
  pushed: Partial<Record<NoticeKind, (tx: Tx, memberId: string, subject: string) => Promise<void>>>;
  unreadTotal: (queries: Queries, memberId: string) => Promise<number>;
};
