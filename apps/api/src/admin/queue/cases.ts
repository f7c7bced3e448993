import { MEASURES } from '@guilde/contracts/cases/rules.ts';
import { memberName, optionLabel } from '@guilde/contracts/profiles/rules.ts';
import { caseTitle, type ReportReason, reasonLabel } from '@guilde/contracts/reports/rules.ts';
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { administratorIds } from '../../auth/administrators.ts';
import type { Queries } from '../../platform/database/db.ts';
import { memberRefColumns } from '../../profiles/members.ts';
import { profiles } from '../../profiles/tables.ts';
import { aboutOf } from '../../reports/cases.ts';
import { caseContests, caseDecisions, cases, decidedOutcome, reports } from '../../reports/tables.ts';
import { isOwnDecision, notAbout } from '../cases/cases.ts';
import { oldestAfter, type QueueReader, type QueueSource, sourceOf } from './sources.ts';

/** Reports of a case that were decided by themselves no longer count. */
const ofCase = (what: SQL) =>
  sql<
    string | number
  >`(select ${what} from ${reports} where ${reports.caseId} = ${cases.id} and ${reports.status} = 'pending')`;

export const reportedCases = sourceOf({
  kind: 'report',
  isForModerators: true,
  table: cases,
  at: cases.openedAt,
  id: cases.id,
  due: (viewer) => and(isNull(cases.closedAt), notAbout(viewer)),
  rows: (queries) =>
    queries
      .select({
        one: cases,
        member: memberRefColumns,
        count: ofCase(sql`count(*)`),
        reason: ofCase(sql`min(${reports.reason})`),
      })
      .from(cases)
      .leftJoin(profiles, eq(profiles.userId, cases.memberId))
      .$dynamic(),
  show: ({ one, member, count, reason }) => ({
    id: one.id,
    at: one.openedAt,
    title: caseTitle(aboutOf(one), memberName(member)),
    note: Number(count) > 1 ? `${count} signalements` : reasonLabel(reason as ReportReason),
  }),
});

/** Contests of the viewer's own decisions count only where nobody else can decide. */
async function mayDecide(queries: Queries, viewer: QueueReader): Promise<SQL | undefined> {
  const others = (await administratorIds(queries)).filter((id) => id !== viewer.id);
  const another = sql`exists (select 1 from json_each(${JSON.stringify(others)}) where value is not ${cases.memberId})`;
  return and(
    isNull(caseContests.outcome),
    notAbout(viewer),
    sql`not (${isOwnDecision(viewer)} and ${another})`,
  );
}

function contests(queries: Queries) {
  return queries
    .select({
      contest: caseContests,
      decision: caseDecisions,
      outcome: decidedOutcome,
      member: memberRefColumns,
    })
    .from(caseContests)
    .innerJoin(caseDecisions, eq(caseDecisions.id, caseContests.decisionId))
    .innerJoin(cases, eq(cases.id, caseDecisions.caseId))
    .leftJoin(profiles, eq(profiles.userId, caseDecisions.memberId))
    .$dynamic();
}

export const openContests: QueueSource = {
  kind: 'contest',
  isForModerators: false,
  count: async (queries, viewer) => (await contests(queries).where(await mayDecide(queries, viewer))).length,
  waiting: async (queries, viewer, place, limit) => {
    const rows = await oldestAfter(
      contests(queries),
      [caseContests.createdAt, caseDecisions.caseId],
      await mayDecide(queries, viewer),
      place,
      limit,
    );
    return rows.map(({ contest, decision, outcome, member }) => ({
      id: decision.caseId,
      at: contest.createdAt,
      title: decision.memberId === null ? 'Ancien membre' : memberName(member),
      note: optionLabel(MEASURES, outcome),
    }));
  },
};
