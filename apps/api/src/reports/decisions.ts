import {
  type ContestedDecision,
  contestUntil,
  denyContest,
  isMeasure,
  MEASURES,
  type Measure,
  type TeamDecision,
} from '@guilde/contracts/cases/rules.ts';
import { AppError } from '@guilde/contracts/errors.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { and, desc, eq, getTableColumns, inArray, isNull } from 'drizzle-orm';
import { contestToken } from '../auth/suspension.ts';
import { iso, isoOrNull } from '../platform/clock.ts';
import type { Queries } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import { caseContests, caseDecisions, decidedOutcome } from './tables.ts';

export type Decided = typeof caseDecisions.$inferSelect;
type Contest = typeof caseContests.$inferSelect;

const isMeasured = inArray(
  decidedOutcome,
  MEASURES.map(({ id }) => id),
);
const decided = { ...getTableColumns(caseDecisions), outcome: decidedOutcome };

export function selectDecisions(queries: Queries) {
  return queries
    .select({ decision: decided, contest: caseContests })
    .from(caseDecisions)
    .leftJoin(caseContests, eq(caseContests.decisionId, caseDecisions.id))
    .$dynamic();
}

/** The decisions leave out who reported and who decided. */
export async function ownDecisions(
  { db, clock, secrets }: Pick<Deps, 'db' | 'clock' | 'secrets'>,
  viewer: Viewer,
): Promise<TeamDecision[]> {
  const rows = await selectDecisions(db.orm)
    .where(and(eq(caseDecisions.memberId, viewer.id), isMeasured))
    .orderBy(desc(caseDecisions.decidedAt));
  return rows.map(({ decision, contest }) => ({
    ...toShown(decision, contest),
    id: decision.id,
    acknowledgedAt: isoOrNull(decision.acknowledgedAt),
    contestToken: denyContest({ decidedAt: decision.decidedAt, contest }, clock.now())
      ? null
      : contestToken(secrets, decision.id),
  }));
}

/** These measures leave the member in the app; the sign-in announces a suspension. */
const SHOWN_IN_APP: readonly Measure[] = ['warning', 'certification'];

/** Returns the oldest decision in force that the member has not read. */
export async function unreadDecisionOf(
  deps: Pick<Deps, 'db' | 'clock' | 'secrets'>,
  viewer: Viewer,
): Promise<TeamDecision | null> {
  const decisions = await ownDecisions(deps, viewer);
  return (
    decisions.findLast(
      ({ measure, acknowledgedAt, endedAt }) =>
        SHOWN_IN_APP.includes(measure) && acknowledgedAt === null && endedAt === null,
    ) ?? null
  );
}

/** Notes once that the member has read the decision in the app. Throws NOT_FOUND. */
export async function acknowledge(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  viewer: Viewer,
  decisionId: string,
): Promise<void> {
  await db.write(async (tx) => {
    const isOwn = and(eq(caseDecisions.id, decisionId), eq(caseDecisions.memberId, viewer.id));
    const [own] = await tx.orm.select({ outcome: decidedOutcome }).from(caseDecisions).where(isOwn);
    if (!own || !isMeasure(own.outcome)) throw new AppError('NOT_FOUND');
    await tx.orm
      .update(caseDecisions)
      .set({ acknowledgedAt: clock.now() })
      .where(and(isOwn, isNull(caseDecisions.acknowledgedAt)));
  });
}

export function toShown(decision: Decided, contest: Contest | null): Omit<ContestedDecision, 'asksEmail'> {
  return {
    measure: decision.outcome as Measure,
    rule: decision.rule,
    reason: decision.reason,
    decidedAt: iso(decision.decidedAt),
    until: isoOrNull(decision.until),
    endedAt: isoOrNull(decision.endedAt),
    contestUntil: iso(contestUntil(decision.decidedAt)),
    contest: contest && toContest(contest),
  };
}

export function toContest({ text, createdAt, outcome, answer, decidedAt }: Contest) {
  return { text, createdAt: iso(createdAt), outcome, answer, decidedAt: isoOrNull(decidedAt) };
}

/** The cases leave out who reported (docs/specification.md#cases-and-measures). */
export async function casesAbout(queries: Queries, memberId: string) {
  const rows = await selectDecisions(queries)
    .where(and(eq(caseDecisions.memberId, memberId), isMeasured))
    .orderBy(caseDecisions.decidedAt);
  return rows.map(({ decision, contest }) => ({
    ...toShown(decision, contest),
    acknowledgedAt: isoOrNull(decision.acknowledgedAt),
  }));
}
