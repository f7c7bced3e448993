import type { NoticeKind } from '@guilde/contracts/notices/channels.ts';
import type { Queries, Tx } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import type { Jobs } from '../platform/jobs/jobs.ts';
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
) => Promise<NoticeContent | null>;

/** In the transaction that records the first push that a push service took. */
export type NoticePushed = (tx: Tx, memberId: string, subject: string) => Promise<void>;

type Registry = {
  kinds: Map<NoticeKind, { describe: DescribeNotice; pushed: NoticePushed | undefined }>;
  unreadTotal: (queries: Queries, memberId: string) => Promise<number>;
};

const registries = new WeakMap<Jobs, Registry>();

function registryOf({ jobs }: Pick<Deps, 'jobs'>): Registry {
  const registry = registries.get(jobs) ?? { kinds: new Map(), unreadTotal: async () => 0 };
  registries.set(jobs, registry);
  return registry;
}

/** At the start, by the feature that owns the kind. */
export function describeNotice(
  deps: Pick<Deps, 'jobs'>,
  kind: NoticeKind,
  describe: DescribeNotice,
  pushed?: NoticePushed,
): void {
  registryOf(deps).kinds.set(kind, { describe, pushed });
}

/** At the start, by whoever counts what a badge shows. */
export function countUnread(deps: Pick<Deps, 'jobs'>, unreadTotal: Registry['unreadTotal']): void {
  registryOf(deps).unreadTotal = unreadTotal;
}

export async function contentOf(
  deps: Pick<Deps, 'jobs' | 'db'>,
  { kind, memberId, subject }: { kind: NoticeKind; memberId: string; subject: string },
): Promise<NoticeContent | null> {
  const known = registryOf(deps).kinds.get(kind);
  return known ? known.describe(deps.db.orm, memberId, subject) : null;
}

export function pushedOf(deps: Pick<Deps, 'jobs'>, kind: NoticeKind): NoticePushed | undefined {
  return registryOf(deps).kinds.get(kind)?.pushed;
}

export function unreadTotalOf(deps: Pick<Deps, 'jobs' | 'db'>, memberId: string): Promise<number> {
  return registryOf(deps).unreadTotal(deps.db.orm, memberId);
}
