import { and, eq, gt, lte } from 'drizzle-orm';
import type { Tx } from '../database/db.ts';
import { sentMails } from '../database/tables.ts';
import { hashToken } from '../secrets.ts';

/** The limits hold for 24 hours, per mailbox and per member who causes the mails. */
const DAILY = {
  invitation: { mailbox: 2, cause: 40 },
  confirmation: { mailbox: 10, cause: Number.POSITIVE_INFINITY },
  reset: { mailbox: 10, cause: Number.POSITIVE_INFINITY },
  'second-factor': { mailbox: 3, cause: Number.POSITIVE_INFINITY },
  'new-device': { mailbox: 10, cause: Number.POSITIVE_INFINITY },
  code: { mailbox: 40, cause: Number.POSITIVE_INFINITY },
  unread: { mailbox: 30, cause: Number.POSITIVE_INFINITY },
  /** An event or a deal in which the member takes part. */
  part: { mailbox: 40, cause: Number.POSITIVE_INFINITY },
  report: { mailbox: Number.POSITIVE_INFINITY, cause: 10 },
} as const;

const DAY_MS = 86_400_000;

export type MailLimit = 'mailbox' | 'cause';

/** Counts in the transaction that queues the mail, or returns the limit that is reached. */
export async function consumeMailQuota(
  tx: Tx,
  kind: keyof typeof DAILY,
  { to, causedBy = null, now }: { to: string; causedBy?: string | null; now: number },
): Promise<MailLimit | null> {
  await tx.orm.delete(sentMails).where(lte(sentMails.sentAt, now - DAY_MS));
  const mailbox = hashToken(mailboxOf(to));
  const counted = and(eq(sentMails.kind, kind), gt(sentMails.sentAt, now - DAY_MS));
  const received = await tx.orm.$count(sentMails, and(counted, eq(sentMails.mailbox, mailbox)));
  if (received >= DAILY[kind].mailbox) return 'mailbox';
  if (causedBy !== null) {
    const caused = await tx.orm.$count(sentMails, and(counted, eq(sentMails.causedBy, causedBy)));
    if (caused >= DAILY[kind].cause) return 'cause';
  }
  await tx.orm.insert(sentMails).values({ kind, mailbox, causedBy, sentAt: now });
  return null;
}

/** Removes « + » suffixes, and Gmail's dots. */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@');
  const domain = email.slice(at + 1).toLowerCase();
  const [local = ''] = email.slice(0, at).toLowerCase().split('+', 1);
  const isGmail = domain === 'gmail.com' || domain === 'googlemail.com';
  return isGmail ? `${local.replaceAll('.', '')}@gmail.com` : `${local}@${domain}`;
}
