import type { NoticeKind } from '@guilde/contracts/notices/channels.ts';
import type { Queries, Tx } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import type { MailContent } from '../platform/services/mail.ts';
import type { Notice } from './notify.ts';

/** Plain texts; the footnote is that of its kind. */
export type NoticeMail = Pick<MailContent, 'subject' | 'heading' | 'paragraphs' | 'action'>;

export type NoticeContent = {
  title: string;
  body: string;
  /** In the client. */
  path: string;
  /** One notification replaces another of the same tag. */
  tag: string;
  /** May pass quiet hours, for those who want that. */
  isUrgent?: boolean;
  /** Default true. */
  isPushed?: boolean;
  /** None without it. */
  mail?: NoticeMail;
  /** When it happened, where that is earlier than the notice; in milliseconds. */
  since?: number;
  /** A mail has told of what came before. */
  isReached?: boolean;
  /** Of a mail that tells of unread messages, and counts as one of those: in the transaction that queues it. */
  onMailed?: (tx: Tx) => Promise<void>;
  /** Told besides once a device, or a client where nobody looks, has this one. */
  ifUnseen?: Notice;
};

/** Asked whenever it is about to be told; null when that is no longer needed (read, joined, ended, refused). */
export type DescribeNotice = (
  queries: Queries,
  memberId: string,
  subject: string,
  deps: Pick<Deps, 'clock' | 'config' | 'secrets'>,
) => Promise<NoticeContent | null>;

/** What the features know of their notices. */
export type NoticeSources = {
  describe: Record<NoticeKind, DescribeNotice>;
  /** In the transaction that records the first push that a push service took. */
  pushed: Partial<Record<NoticeKind, (tx: Tx, memberId: string, subject: string) => Promise<void>>>;
  /** What a badge shows. */
  unreadTotal: (queries: Queries, memberId: string) => Promise<number>;
};
