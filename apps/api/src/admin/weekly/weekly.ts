import { parisDay, parisMidnight } from '@guilde/contracts/sos/ranking.ts';
import { and, eq, isNull, or } from 'drizzle-orm';
import { members, userRoles } from '../../auth/tables.ts';
import type { Queries } from '../../platform/database/db.ts';
import type { Deps } from '../../platform/deps.ts';
import type { JobPayloads } from '../../platform/jobs/jobs.ts';
import { MAIL_JOBS, mailOf } from '../../platform/services/mail.ts';
import { profiles } from '../../profiles/tables.ts';
import { memberSettings } from '../../settings/tables.ts';
import { unsubscribeLink } from '../../settings/unsubscribe.ts';
import { queueCounts } from '../queue/queue.ts';
import { weeklyReports } from '../tables.ts';
import { activeSince, weekFigures } from './figures.ts';
import { reportMail } from './mail.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const MONDAY = 1;
const LEAVES_AT_HOUR = 8;

declare module '../../platform/jobs/jobs.ts' {
  interface JobPayloads {
    /** `day` is the Monday in Paris, as in ranking.ts, and names the report. */
    'report.mail': { day: number; memberId: string };
  }
}

type ReportDeps = Pick<Deps, 'db' | 'clock' | 'jobs' | 'config' | 'secrets' | 'mailer'>;

/** The report leaves on Mondays at eight in Paris, or later that day after an outage. */
export function startWeeklyReport(deps: ReportDeps): void {
  deps.jobs.handle('report.mail', (asked, { id, signal }) => sendReport(deps, asked, id, signal), MAIL_JOBS);
  deps.jobs.every('admin.weekly-report', 5 * 60_000, () => beginWeeklyReport(deps));
}

/** The first instance stores the row of the week and requests the mails in one transaction. */
export async function beginWeeklyReport({
  db,
  clock,
  jobs,
}: Pick<Deps, 'db' | 'clock' | 'jobs'>): Promise<void> {
  const day = parisDay(clock.now());
  const isMonday = new Date(day * DAY_MS).getUTCDay() === MONDAY;
  if (!isMonday || clock.now() < parisMidnight(day) + LEAVES_AT_HOUR * HOUR_MS) return;
  if ((await db.orm.$count(weeklyReports, eq(weeklyReports.day, day))) > 0) return;
  const active = await activeSince(db.orm, day - 7);
  await db.write(async (tx) => {
    const [begun] = await tx.orm
      .insert(weeklyReports)
      .values({ day, active })
      .onConflictDoNothing()
      .returning({ day: weeklyReports.day });
    if (!begun) return;
    for (const { id } of await readers(tx.orm)) await jobs.enqueue(tx, 'report.mail', { day, memberId: id });
  });
}

function readers(queries: Queries, memberId?: string) {
  return queries
    .select({ id: members.id, email: members.email, firstName: profiles.firstName })
    .from(userRoles)
    .innerJoin(members, eq(members.id, userRoles.userId))
    .innerJoin(profiles, eq(profiles.userId, userRoles.userId))
    .leftJoin(memberSettings, eq(memberSettings.userId, userRoles.userId))
    .where(
      and(
        eq(userRoles.role, 'admin'),
        isNull(members.suspendedAt),
        or(isNull(memberSettings.userId), eq(memberSettings.emailReport, true)),
        memberId === undefined ? undefined : eq(userRoles.userId, memberId),
      ),
    );
}

/** The administrator may have lost the role since, and the report is only for that day. */
async function sendReport(
  deps: ReportDeps,
  { day, memberId }: JobPayloads['report.mail'],
  id: string,
  signal: AbortSignal,
): Promise<void> {
  const { clock, config, mailer } = deps;
  const { orm } = deps.db;
  const [reader] = await readers(orm, memberId);
  if (!reader || clock.now() >= parisMidnight(day + 1)) return;
  const [row, former] = await Promise.all([activeIn(orm, day), activeIn(orm, day - 7)]);
  const waiting = await queueCounts(orm, { id: memberId, role: 'admin' }, clock.now());
  const report = {
    day,
    week: { figures: await weekFigures(orm, day - 7), active: row ?? 0 },
    before: { figures: await weekFigures(orm, day - 14), active: former },
    waiting: waiting.reduce((sum, { count }) => sum + count, 0),
  };
  const mail = reportMail(report, {
    firstName: reader.firstName,
    publicUrl: config.publicUrl,
    stop: unsubscribeLink(deps, memberId, 'report'),
  });
  await mailer.send(mailOf({ ...mail, to: reader.email, isNews: true }, config), id, signal);
}

async function activeIn(queries: Queries, day: number): Promise<number | null> {
  const [row] = await queries.select().from(weeklyReports).where(eq(weeklyReports.day, day));
  return row?.active ?? null;
}
