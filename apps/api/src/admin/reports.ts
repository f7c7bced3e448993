import { type adminReportsQuery, reportDecisionInput, reportParams } from '@guilde/contracts/admin/input.ts';
import { adminReportOutput } from '@guilde/contracts/admin/output.ts';
import { type AdminReport, type AdminReportPage, denyReportDecision } from '@guilde/contracts/admin/rules.ts';
import { AppError, refuseIf } from '@guilde/contracts/errors.ts';
import { memberName } from '@guilde/contracts/profiles/rules.ts';
import type { ReportStatus } from '@guilde/contracts/reports/rules.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { and, type Column, countDistinct, eq, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import type { z } from 'zod';
import { publishModerationExcept } from '../auth/administrators.ts';
import { members } from '../auth/tables.ts';
import { iso, isoOrNull } from '../platform/clock.ts';
import type { Queries } from '../platform/database/db.ts';
import { newestPage } from '../platform/paging.ts';
import { toMemberRef } from '../profiles/members.ts';
import { profiles } from '../profiles/tables.ts';
import { aboutOf, decideOneReport } from '../reports/cases.ts';
import { reports } from '../reports/tables.ts';
import { act } from './act.ts';
import { matchesPerson } from './users/people.ts';

const reported = alias(profiles, 'reported');
const reporter = alias(profiles, 'reporter');
const decider = alias(profiles, 'decider');

export async function listReports(
  queries: Queries,
  viewer: Viewer,
  { q, member, status, ...page }: z.output<typeof adminReportsQuery>,
): Promise<AdminReportPage> {
  const searched = q
    ? or(matchesPerson(queries, reports.reportedUserId, q), matchesPerson(queries, reports.reporterId, q))
    : undefined;
  const on = member || undefined;
  const { rows, nextCursor } = await newestPage(selectReports(queries), {
    ...page,
    where: and(seenReports(viewer, { on, status: status === 'all' ? undefined : status }), searched),
    at: reports.createdAt,
    id: reports.id,
    placeOf: ({ report }) => ({ at: report.createdAt, id: report.id }),
  });
  return { items: rows.map(toAdminReport), nextCursor, counts: await countReports(queries, viewer, on) };
}

/** @throws NOT_FOUND, also when the report is about the viewer. */
export async function reportDetail(queries: Queries, viewer: Viewer, reportId: string): Promise<AdminReport> {
  const [row] = await selectReports(queries).where(and(eq(reports.id, reportId), seenReports(viewer)));
  if (!row) throw new AppError('NOT_FOUND');
  return toAdminReport(row);
}

/** The case is closed with its last report. */
export const decideReport = act({
  summary: 'Resolve or dismiss a report',
  answer: adminReportOutput,
  refusals: ['REPORT_DECIDED'],
  params: reportParams,
  input: reportDecisionInput,
  isForModerators: true,
  run: async ({ deps, tx, viewer, actor, record }, { reportId }, { decision, reason }) => {
    const report = await reportDetail(tx.orm, viewer, reportId);
    refuseIf(denyReportDecision(report));
    const memberId = report.reported?.id ?? null;
    const decided = { id: reportId, caseId: report.caseId, memberId };
    await decideOneReport(tx, deps, decided, { status: decision, reason, decider: actor });
    await record({
      action: decision === 'resolved' ? 'report.resolve' : 'report.dismiss',
      subject: { type: 'report', id: reportId, label: memberName(report.reported) },
      before: { status: report.status },
      after: { status: decision },
      reason,
    });
    await publishModerationExcept(tx, deps, memberId, 'reports', 'users');
  },
  show: ({ db }, viewer, { reportId }) => reportDetail(db.orm, viewer, reportId),
});

type Narrowing = { on?: Column | string | undefined; status?: ReportStatus | undefined };

/**
 * Every number and list of reports in the back office rests on this. Reports about the viewer are left out,
 * because the reported must not learn of them.
 */
export function seenReports(viewer: Pick<Viewer, 'id'>, { on, status }: Narrowing = {}): SQL | undefined {
  return and(
    sql`${reports.reportedUserId} is not ${viewer.id}`,
    on === undefined ? undefined : eq(reports.reportedUserId, on),
    status === undefined ? undefined : eq(reports.status, status),
  );
}

function selectReports(queries: Queries) {
  return queries
    .select({ report: reports, reported, reporter, decider, suspendedAt: members.suspendedAt })
    .from(reports)
    .leftJoin(reported, eq(reported.userId, reports.reportedUserId))
    .leftJoin(members, eq(members.id, reports.reportedUserId))
    .leftJoin(reporter, eq(reporter.userId, reports.reporterId))
    .leftJoin(decider, eq(decider.userId, reports.decidedBy))
    .$dynamic();
}

type Row = Awaited<ReturnType<typeof selectReports>>[number];
type Profile = typeof profiles.$inferSelect;

function toAdminReport(row: Row): AdminReport {
  const { report } = row;
  return {
    id: report.id,
    reported: row.reported && { ...refOf(row.reported), suspendedAt: isoOrNull(row.suspendedAt) },
    reporter: row.reporter && refOf(row.reporter),
    reason: report.reason,
    description: report.description,
    status: report.status,
    createdAt: iso(report.createdAt),
    decidedAt: isoOrNull(report.decidedAt),
    decidedBy: row.decider && memberName(row.decider),
    caseId: report.caseId,
    about: aboutOf(report),
  };
}

function refOf(profile: Profile) {
  return toMemberRef({ ...profile, id: profile.userId });
}

async function countReports(
  queries: Queries,
  viewer: Viewer,
  on: string | undefined,
): Promise<AdminReportPage['counts']> {
  const [users] = await queries
    .select({ count: countDistinct(reports.reportedUserId) })
    .from(reports)
    .where(seenReports(viewer, { on }));
  return {
    total: await queries.$count(reports, seenReports(viewer, { on })),
    pending: await queries.$count(reports, seenReports(viewer, { on, status: 'pending' })),
    reportedUsers: users?.count ?? 0,
  };
}
