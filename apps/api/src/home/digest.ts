import { parisDay, parisMidnight } from '@guilde/contracts/sos/ranking.ts';
import { and, asc, eq, gt, inArray, isNull, lt, or } from 'drizzle-orm';
import { members } from '../auth/tables.ts';
import type { Tx } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import type { JobPayloads } from '../platform/jobs/jobs.ts';
import { MAIL_JOBS, mailOf } from '../platform/services/mail.ts';
import { memberSettings } from '../settings/tables.ts';
import { digestMail } from './digest-mail.ts';
import { digests } from './tables.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const TUESDAY = 2;
const LEAVES_AT_HOUR = 9;
/** After this hour the digest of the week is left out. */
const LATEST_HOUR = 20;
/** A digest that is a day late is not sent. */
const KEPT_MS = DAY_MS;
/** The batch is small, so that no message waits for a long transaction. */
const PAGE = 50;

declare module '../platform/jobs/jobs.ts' {
  interface JobPayloads {
    /** `day` is counted in Paris as in ranking.ts and names the digest. */
    'digest.page': { day: number; after: string };
    'digest.mail': { day: number; memberId: string };
  }
}

type DigestDeps = Pick<Deps, 'db' | 'clock' | 'jobs' | 'config' | 'secrets' | 'mailer'>;

/** Each mail is written when it leaves, and an empty one is never sent. */
export function startDigest(deps: DigestDeps): void {
  deps.jobs.handle('digest.page', (page) => askPage(deps, page));
  deps.jobs.handle('digest.mail', (asked, { id, signal }) => sendDigest(deps, asked, id, signal), {
    ...MAIL_JOBS,
    bulk: true,
  });
  deps.jobs.every('home.digest', 5 * 60_000, () => beginDigest(deps));
}

export async function beginDigest({ db, clock, jobs }: Pick<Deps, 'db' | 'clock' | 'jobs'>): Promise<void> {
  const day = parisDay(clock.now());
  const isTuesday = new Date(day * DAY_MS).getUTCDay() === TUESDAY;
  const now = clock.now();
  if (!isTuesday || now < leavesAt(day) || now >= parisHour(day, LATEST_HOUR)) return;
  await db.write(async (tx) => {
    const [begun] = await tx.orm
      .insert(digests)
      .values({ day, after: '' })
      .onConflictDoNothing()
      .returning({ day: digests.day });
    if (!begun) return;
    // The last member may leave Guilde: the id is kept no longer than needed.
    await tx.orm.update(digests).set({ after: '' }).where(lt(digests.day, day));
    await jobs.enqueue(tx, 'digest.page', { day, after: '' });
  });
}

function leavesAt(day: number): number {
  return parisHour(day, LEAVES_AT_HOUR);
}

/** The hour is exact on Tuesdays, because summer time begins and ends on Sundays. */
function parisHour(day: number, hour: number): number {
  return parisMidnight(day) + hour * HOUR_MS;
}

/** The row has the progress, so that a page that runs twice requests the mails once. */
async function askPage({ db, jobs }: DigestDeps, { day, after }: JobPayloads['digest.page']): Promise<void> {
  const page = await db.orm
    .select({ id: members.id })
    .from(members)
    .where(gt(members.id, after))
    .orderBy(asc(members.id))
    .limit(PAGE);
  const last = page.at(-1)?.id;
  if (last === undefined) return;
  await db.write(async (tx) => {
    const [moved] = await tx.orm
      .update(digests)
      .set({ after: last })
      .where(and(eq(digests.day, day), eq(digests.after, after)))
      .returning({ day: digests.day });
    if (!moved) return;
    const readers = await readersAmong(
      tx,
      page.map(({ id }) => id),
      day,
    );
    for (const memberId of readers) await jobs.enqueue(tx, 'digest.mail', { day, memberId });
    await jobs.enqueue(tx, 'digest.page', { day, after: last });
  });
}

/** Members who joined on that day have no week on Guilde behind them. */
async function readersAmong(tx: Tx, ids: string[], day: number): Promise<string[]> {
  const rows = await tx.orm
    .select({ id: members.id })
    .from(members)
    .leftJoin(memberSettings, eq(memberSettings.userId, members.id))
    .where(and(inArray(members.id, ids), lt(members.createdAt, new Date(parisMidnight(day))), wantsDigest));
  return rows.map(({ id }) => id);
}

/** A member without a row has the defaults. */
const wantsDigest = and(
  isNull(members.suspendedAt),
  eq(members.profileComplete, true),
  or(isNull(memberSettings.userId), eq(memberSettings.emailDigest, true)),
);

/** Some of the content may be done since the last attempt. */
async function sendDigest(
  deps: DigestDeps,
  { day, memberId }: JobPayloads['digest.mail'],
  id: string,
  signal: AbortSignal,
): Promise<void> {
  const { db, clock, config, mailer } = deps;
  if (clock.now() > leavesAt(day) + KEPT_MS) return;
  const [member] = await db.orm
    .select({ email: members.email })
    .from(members)
    .leftJoin(memberSettings, eq(memberSettings.userId, members.id))
    .where(and(eq(members.id, memberId), wantsDigest));
  const mail = member && (await digestMail(deps, memberId));
  if (mail) await mailer.send(mailOf({ ...mail, to: member.email, isNews: true }, config), id, signal);
}
