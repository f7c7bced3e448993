import type { NoticeKind } from '@guilde/contracts/ways.ts';
import type { Queries } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import type { Jobs } from '../platform/jobs/jobs.ts';
import type { MailContent } from '../platform/services/mail.ts';

/** Plain texts. Without a footnote it is that of mails about one's SOS, with the way to stop them. */
export type NoticeMail = Pick<MailContent, 'subject' | 'heading' | 'paragraphs'> &
  Partial<Omit<MailContent, 'to'>>;

export type NoticeContent = {
  title: string;
  body: string;
  /** In the client. */
  path: string;
  /** One notification replaces another of the same tag. */
  tag: string;
  /** May pass quiet hours, for those who want that. */
  isUrgent?: boolean;
  /** None without it. */
  mail?: NoticeMail;
};

/** Asked whenever it is about to be told; null when that is no longer needed (read, joined, ended, refused). */
export type DescribeNotice = (
  queries: Queries,
  memberId: string,
  subject: string,
) => Promise<NoticeContent | null>;

const described = new WeakMap<Jobs, Map<NoticeKind, DescribeNotice>>();

/** At the start, by the feature that owns the kind. */
export function describeNotice(
  { jobs }: Pick<Deps, 'jobs'>,
  kind: NoticeKind,
  describe: DescribeNotice,
): void {
  const known = described.get(jobs) ?? new Map<NoticeKind, DescribeNotice>();
  described.set(jobs, known.set(kind, describe));
}

export async function contentOf(
  { jobs, db }: Pick<Deps, 'jobs' | 'db'>,
  { kind, memberId, subject }: { kind: NoticeKind; memberId: string; subject: string },
): Promise<NoticeContent | null> {
  const describe = described.get(jobs)?.get(kind);
  return describe ? describe(db.orm, memberId, subject) : null;
}
