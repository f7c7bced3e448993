import { BULK_MAILS_AN_HOUR, nextReminder } from '@guilde/contracts/bulk-invitations/rules.ts';
import { and, asc, eq, gt, isNull, lte, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { members } from '../auth/tables.ts';
import type { Queries, Tx } from '../platform/database/db.ts';
import { jobs } from '../platform/database/tables.ts';
import type { Deps } from '../platform/deps.ts';
import type { JobRun } from '../platform/jobs/jobs.ts';
import { bouncedAmong } from '../platform/services/bounces.ts';
import { MAIL_JOBS, mailOf } from '../platform/services/mail.ts';
import type { Mail } from '../platform/services/mailer.ts';
import { consumeMailQuota } from '../platform/services/sent-mails.ts';
import { memberRefs } from '../profiles/members.ts';
import { batchMail } from './mails.ts';
import { objectionLink } from './objections.ts';
import { batchRows, invitationBatches, invitations } from './tables.ts';
import { mailedLink } from './tokens.ts';

declare module '../platform/jobs/jobs.ts' {
  interface JobPayloads {
    /** It writes to whoever is due, of any list. */
    'invitations.send': Record<string, never>;
    /** `mailsSent` counts this one. */
    'invitations.mail': BatchMail;
  }
}

type BatchMail = { rowId: string; mailsSent: number; mail: Mail };

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** The step is small, so that no message waits for a long transaction. */
const MAILS_AT_ONCE = 20;

type MailDeps = Pick<Deps, 'db' | 'clock' | 'jobs' | 'config' | 'secrets' | 'mailer'>;
type SendDeps = Omit<MailDeps, 'mailer'>;

/** The job begins at once; the task goes on when an hour or the days before a reminder have passed. */
export function startBatchMails(deps: MailDeps): void {
  deps.jobs.handle('invitations.send', (_, { signal }) => sendDueMails(deps, signal), { bulk: true });
  const mails = { ...MAIL_JOBS, bulk: true };
  deps.jobs.handle('invitations.mail', (payload, run) => sendIfWanted(deps, payload, run), mails);
  deps.jobs.every('invitations.mails', MINUTE_MS, (signal) => sendDueMails(deps, signal));
}

/** A list was sent, or is to be reminded. */
export function wakeBatchMails(tx: Tx, { jobs }: Pick<Deps, 'jobs'>): Promise<void> {
  return jobs.enqueue(tx, 'invitations.send', {}, { key: 'invitations.send', merge: true });
}

/** What was sent is stored in the transaction that queues the mail, so that it may stop at any moment. */
export async function sendDueMails(deps: SendDeps, signal?: AbortSignal): Promise<void> {
  const { mailDomain, nextMailAt } = batchRows;
  if (await isServiceDown(deps)) return;
  const due = await deps.db.orm
    .selectDistinct({ mailDomain })
    .from(batchRows)
    .where(and(sql`${nextMailAt} is not null`, lte(nextMailAt, deps.clock.now())));
  for (const { mailDomain } of due)
    while (!signal?.aborted && (await sendSome(deps, mailDomain)) === MAILS_AT_ONCE);
}

/** Mails that wait for the service would all leave in the hour in which it is back. */
async function isServiceDown({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<boolean> {
  const { kind, doneAt, failedAt, attempts, lockedUntil } = jobs;
  const isWaiting = and(eq(kind, 'invitations.mail'), isNull(doneAt), isNull(failedAt));
  // The attempt under way has not failed.
  const hasFailed = sql`${attempts} > (${lockedUntil} > ${clock.now()})`;
  return (await db.orm.$count(jobs, and(isWaiting, hasFailed))) >= MAILS_AT_ONCE;
}

/** Returns how many rows were due and allowed in this hour. */
function sendSome(deps: SendDeps, mailDomain: string): Promise<number> {
  return deps.db.write(async (tx) => {
    const now = deps.clock.now();
    const isOfDomain = eq(batchRows.mailDomain, mailDomain);
    const lately = await tx.orm.$count(batchRows, and(isOfDomain, gt(batchRows.mailedAt, now - HOUR_MS)));
    const free = Math.min(MAILS_AT_ONCE, BULK_MAILS_AN_HOUR - lately);
    const rows = free > 0 ? await dueRows(tx.orm, mailDomain, { now, limit: free }) : [];
    const bounced = await bouncedAmong(
      tx.orm,
      rows.flatMap(({ invitation }) => invitation.email ?? []),
    );
    for (const row of rows) {
      const email = isWanted(row, now) ? row.invitation.email : null;
      const nextMailAt =
        email === null || bounced.has(email) ? null : await mail(deps, tx, { row, email, now });
      await tx.orm.update(batchRows).set({ nextMailAt }).where(eq(batchRows.id, row.id));
    }
    return rows.length;
  });
}

/** Hours may pass in the queue, when the mail service is down: whoever answered meanwhile is left alone. */
async function sendIfWanted(
  { db, clock, mailer }: Pick<Deps, 'db' | 'clock' | 'mailer'>,
  { rowId, mailsSent, mail }: BatchMail,
  { id, signal }: JobRun,
): Promise<void> {
  const now = clock.now();
  const isRow = eq(batchRows.id, rowId);
  const [row] = await rowsOf(db.orm, isRow);
  if (!row || !isWanted(row, now)) return;
  if (!row.isInviterSuspended) await mailer.send(mail, id, signal);
  const postponed = { mailsSent: mailsSent - 1, nextMailAt: now + DAY_MS };
  await db.write((tx) =>
    tx.orm
      .update(batchRows)
      .set(row.isInviterSuspended ? postponed : { mailedAt: now })
      .where(and(isRow, eq(batchRows.mailsSent, mailsSent))),
  );
}

type DueRow = Awaited<ReturnType<typeof dueRows>>[number];

/** A member may have taken the address of the invitation since. */
function isWanted({ invitation, isMembers }: DueRow, now: number): boolean {
  return invitation.status === 'pending' && invitation.expiresAt > now && !isMembers;
}

function dueRows(queries: Queries, mailDomain: string, { now, limit }: { now: number; limit: number }) {
  const { nextMailAt } = batchRows;
  const isDue = and(sql`${nextMailAt} is not null`, lte(nextMailAt, now));
  return rowsOf(queries, and(eq(batchRows.mailDomain, mailDomain), isDue))
    .orderBy(asc(nextMailAt))
    .limit(limit);
}

const inviters = alias(members, 'inviters');

function rowsOf(queries: Queries, where: SQL | undefined) {
  return queries
    .select({
      id: batchRows.id,
      mailsSent: batchRows.mailsSent,
      invitation: {
        id: invitations.id,
        email: invitations.email,
        status: invitations.status,
        expiresAt: invitations.expiresAt,
        inviterId: invitations.inviterId,
      },
      batch: {
        title: invitationBatches.title,
        message: invitationBatches.message,
        createdAt: invitationBatches.createdAt,
      },
      known: batchRows.known,
      /** Nobody speaks in the name of who is suspended. */
      isInviterSuspended: sql<number>`${inviters.suspendedAt} is not null`.mapWith(Boolean),
      isMembers: sql<number>`${members.id} is not null`.mapWith(Boolean),
    })
    .from(batchRows)
    .innerJoin(invitationBatches, eq(invitationBatches.id, batchRows.batchId))
    .innerJoin(invitations, eq(invitations.id, batchRows.invitationId))
    .leftJoin(inviters, eq(inviters.id, invitations.inviterId))
    .leftJoin(members, eq(members.email, invitations.email))
    .where(where)
    .$dynamic();
}

/** Returns the instant of the next mail to the address. */
async function mail(
  deps: SendDeps,
  tx: Tx,
  { row, email, now }: { row: DueRow; email: string; now: number },
): Promise<number | null> {
  const { invitation, batch, known } = row;
  const inviterId = invitation.inviterId ?? '';
  const inviter = (await memberRefs(tx.orm, [inviterId])).get(inviterId);
  if (!inviter) return null;
  if (row.isInviterSuspended) return now + DAY_MS;
  if (await consumeMailQuota(tx, 'invitation', { to: email, now })) return now + DAY_MS;
  const links = { link: mailedLink(deps, invitation.id), objection: objectionLink(deps, email) };
  const letter = { ...batch, firstName: known?.firstName ?? '', isReminder: row.mailsSent > 0 };
  const content = batchMail({ to: email, inviter, ...links, expiresAt: invitation.expiresAt }, letter);
  const mailsSent = row.mailsSent + 1;
  const mail = mailOf(content, deps.config);
  await deps.jobs.enqueue(tx, 'invitations.mail', { rowId: row.id, mailsSent, mail });
  await tx.orm.update(batchRows).set({ mailsSent, mailedAt: now }).where(eq(batchRows.id, row.id));
  return nextReminder(mailsSent, batch.createdAt, now);
}
