import { contestDecisionInput, contestParams } from '@guilde/contracts/cases/input.ts';
import { adminCaseOutput } from '@guilde/contracts/cases/output.ts';
import { denyContestDecision, type Measure } from '@guilde/contracts/cases/rules.ts';
import { AppError, refuseIf } from '@guilde/contracts/errors.ts';
import { memberName } from '@guilde/contracts/profiles/rules.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { and, eq, isNull } from 'drizzle-orm';
import { Hono } from 'hono';
import { publishModerationExcept } from '../../auth/administrators.ts';
import { restoreDeal } from '../../deals/deals.ts';
import { restoreEvent } from '../../events/events.ts';
import type { Queries, Tx } from '../../platform/database/db.ts';
import type { Deps } from '../../platform/deps.ts';
import type { Env } from '../../platform/http/http.ts';
import { queueMail } from '../../platform/services/mail.ts';
import { setCertification } from '../../profiles/certification.ts';
import { isActiveRating, restoreRating } from '../../ratings/removal.ts';
import { type Decided, selectDecisions } from '../../reports/decisions.ts';
import { caseContests, caseDecisions, cases } from '../../reports/tables.ts';
import { act } from '../act.ts';
import { type Person, personById } from '../users/people.ts';
import { caseDetail, hasOwnDecision, notAbout, otherReviewers } from './cases.ts';
import { addressed, contestNotice } from './notices.ts';
import { tellOfReversal } from './removals.ts';
import { endSuspension } from './suspension.ts';

const RETURNED = 'Décision annulée après contestation.';

type ContestDeps = Pick<Deps, 'db' | 'clock' | 'secrets' | 'log' | 'live' | 'jobs' | 'config'>;

/** Decides a contest once. A reversal undoes the effect where possible, and a mail has the answer. */
const decideContest = act({
  summary: 'Uphold or reverse a contested decision',
  answer: adminCaseOutput,
  refusals: ['CONTEST_DECIDED', 'CONTEST_OWN_DECISION', 'REMOVAL_OWN'],
  params: contestParams,
  input: contestDecisionInput,
  run: async ({ deps, tx, viewer, actor, record }, { contestId }, { outcome, answer }) => {
    const { contest, decision } = await contestToDecide(tx, viewer, contestId);
    await tx.orm
      .update(caseContests)
      .set({
        ...{ outcome, answer, email: null },
        ...{ decidedAt: deps.clock.now(), decidedBy: actor.id, deciderName: actor.name },
      })
      .where(eq(caseContests.id, contestId));
    const person = decision.memberId === null ? null : await personById(tx.orm, decision.memberId);
    let isLate = false;
    if (outcome === 'reversed') {
      isLate = await reverse(tx, deps, decision, person, viewer.id);
      await tellOfReversal(deps, tx, decision, isLate);
    }
    const to = person
      ? addressed(deps, person)
      : { to: contest.email ?? '', name: '', publicUrl: deps.config.publicUrl };
    const what = { measure: decision.outcome as Measure, outcome, isLate };
    if (to.to) await queueMail(deps, tx, contestNotice({ ...to, reason: answer }, what));
    const { id, member } = await caseDetail(tx.orm, viewer, decision.caseId);
    await record({
      action: outcome === 'upheld' ? 'contest.uphold' : 'contest.reverse',
      subject: { type: 'case', id, label: memberName(member) },
      after: { measure: decision.outcome },
      reason: answer,
    });
    await publishModerationExcept(tx, deps, decision.memberId, 'reports', 'users');
  },
  show: async ({ db }, viewer, { contestId }) => {
    const { decision } = await contestById(db.orm, viewer, contestId);
    return caseDetail(db.orm, viewer, decision.caseId);
  },
});

async function contestById(queries: Queries, viewer: Viewer, contestId: string) {
  const [found] = await selectDecisions(queries)
    .innerJoin(cases, eq(cases.id, caseDecisions.caseId))
    .where(and(eq(caseContests.id, contestId), notAbout(viewer)));
  if (!found?.contest) throw new AppError('NOT_FOUND');
  return { decision: found.decision, contest: found.contest };
}

async function contestToDecide(tx: Tx, viewer: Viewer, contestId: string) {
  const found = await contestById(tx.orm, viewer, contestId);
  const { contest, decision } = found;
  const isOwn = await hasOwnDecision(tx.orm, decision.caseId, viewer);
  const others = await otherReviewers(tx.orm, viewer, decision.memberId);
  refuseIf(denyContestDecision({ isOwn, isDecided: contest.outcome !== null }, others));
  return found;
}

const RESTORES = { event: restoreEvent, deal: restoreDeal, rating: restoreRating };

/**
 * A warning has no effect to undo, and deleted or removed content is lost. Resolves with true where it is late: an
 * event has begun, a deal has closed, or a rating is gone or was removed once more.
 */
async function reverse(
  tx: Tx,
  deps: ContestDeps,
  { id, outcome, contentId, contentKind, endedAt }: Decided,
  person: Person | null,
  actorId: string,
): Promise<boolean> {
  // The contest of the other has brought a rating back before, and it may have been removed once more since.
  if (endedAt !== null) return contentKind === 'rating' && !(await isActiveRating(tx.orm, contentId ?? ''));
  if (person && outcome === 'suspension') await endSuspension(tx, deps, person, actorId);
  if (person && outcome === 'certification')
    await setCertification(tx, deps, person.id, { certified: true, reason: RETURNED });
  // Giver and helper each have a decision on a rating.
  const isIt = contentId === null ? eq(caseDecisions.id, id) : eq(caseDecisions.contentId, contentId);
  await tx.orm
    .update(caseDecisions)
    .set({ endedAt: deps.clock.now() })
    .where(and(isIt, isNull(caseDecisions.endedAt)));
  if (contentId === null) return false;
  const mayReturn = contentKind === 'rating' || person?.suspendedAt === null;
  return !(mayReturn && (await RESTORES[contentKind ?? 'event'](tx, deps, contentId)));
}

export function contestRoutes(deps: Deps) {
  return new Hono<Env>().post('/:contestId/decide', ...decideContest.handlers(deps));
}
