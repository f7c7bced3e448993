import { measureInput, reasonInput, suspensionInput, userParams } from '@guilde/contracts/admin/input.ts';
import { denyActInBatch, denyActOnSelf, denySuspension, denyWarning } from '@guilde/contracts/admin/rules.ts';
import type { AuditAction, AuditValues } from '@guilde/contracts/audit/rules.ts';
import type { Measure, Removal } from '@guilde/contracts/cases/rules.ts';
import { AppError, refuseIf } from '@guilde/contracts/errors.ts';
import type { RuleId } from '@guilde/contracts/reports/conduct.ts';
import { and, eq, isNull } from 'drizzle-orm';
import type { z } from 'zod';
import { eraseMember } from '../../account/deletion.ts';
import { recordSecurity } from '../../auth/security-log.ts';
import { endAccess } from '../../auth/session-list.ts';
import { contestToken, storeSuspension } from '../../auth/suspension.ts';
import { leaveDeals } from '../../deals/personal-data.ts';
import { leaveEvents } from '../../events/hosts.ts';
import { endEvidence } from '../../evidence/evidence.ts';
import { isRecorded } from '../../platform/audit.ts';
import type { Tx } from '../../platform/database/db.ts';
import { queueMail } from '../../platform/services/mail.ts';
import { setCertification } from '../../profiles/certification.ts';
import { endMeasures, storeDecision } from '../../reports/cases.ts';
import { caseDecisions, cases } from '../../reports/tables.ts';
import { type Acting, act, answersDone } from '../act.ts';
import { type Person, personById, subjectOf } from '../users/people.ts';
import { answersUser } from '../users/users.ts';
import { addressed, certificationNotice, type Effect, measureNotice, restorationNotice } from './notices.ts';
import { endLater, endSuspension } from './suspension.ts';

type Order = z.output<typeof measureInput>;

const DAY_MS = 86_400_000;

export const warnMember = act({
  ...answersDone,
  summary: 'Warn a member, who reads why',
  refusals: ['ACT_ON_SELF', 'ACT_ON_ADMINISTRATOR', 'ALREADY_WARNED', 'CASE_DECIDED'],
  params: userParams,
  input: measureInput,
  isForModerators: true,
  areas: ['users', 'reports'],
  run: async (acting, { userId }, order) => {
    const { deps, tx, viewer } = acting;
    const person = await personToActOn(acting, userId, 'user.warn');
    refuseIf(denyWarning(viewer, person));
    await refuseSameWarning(acting, userId, order);
    await takeMeasure(acting, person, order, { measure: 'warning', action: 'user.warn' });
    tx.afterCommit(() => deps.live.publish([userId], { type: 'account.changed' }));
  },
});

/** Whoever got no answer sends the same again. A case and a batch take it once by themselves. */
async function refuseSameWarning(
  { tx: { orm }, viewer, batch }: Acting,
  memberId: string,
  { rule, reason, caseId }: Order,
): Promise<void> {
  if (batch || caseId) return;
  const isSame = and(
    eq(caseDecisions.memberId, memberId),
    eq(caseDecisions.outcome, 'warning'),
    eq(caseDecisions.rule, rule),
    eq(caseDecisions.reason, reason),
    eq(caseDecisions.decidedBy, viewer.id),
    isNull(caseDecisions.acknowledgedAt),
    isNull(caseDecisions.endedAt),
  );
  if ((await orm.$count(caseDecisions, isSame)) > 0) throw new AppError('ALREADY_WARNED');
}

/** Content and seats of conversations stay. With `days` the suspension ends by itself. */
export const suspendMember = act({
  ...answersUser,
  summary: 'Suspend a member, who reads why',
  refusals: ['ACT_ON_SELF', 'ALREADY_SUSPENDED', 'CASE_DECIDED'],
  input: suspensionInput,
  areas: ['users', 'reports'],
  run: async (acting, { userId }, order) => {
    const { deps, tx, actor, viewer } = acting;
    const person = await personToActOn(acting, userId, 'user.suspend');
    refuseIf(denySuspension(person, true));
    const at = deps.clock.now();
    const until = order.days === null ? null : at + order.days * DAY_MS;
    const decisionId = await takeMeasure(acting, person, order, {
      measure: 'suspension',
      action: 'user.suspend',
      until,
      before: { suspended: false },
      after: { suspended: true },
    });
    await storeSuspension(tx, userId, { at, by: actor.name, reason: order.reason, until, decisionId });
    if (until !== null) await endLater(tx, deps, { memberId: userId, decisionId }, until - at);
    await endAccess(tx, deps, userId);
    await leaveDeals(tx, deps, userId);
    await leaveEvents(tx, deps, userId, 'L’hôte ne peut plus l’organiser.');
    await recordSecurity(tx, deps, {
      kind: 'account.suspended',
      account: person,
      actorId: viewer.id,
      source: null,
    });
  },
});

/** The member can no longer invite; pending invitations stay valid. */
export const withdrawCertification = act({
  ...answersUser,
  summary: 'Withdraw the badge of a member, who reads why',
  refusals: ['ACT_ON_SELF', 'CERTIFICATION_UNCHANGED', 'CASE_DECIDED'],
  input: measureInput,
  areas: ['users', 'reports'],
  run: async (acting, { userId }, order) => {
    const { deps, tx } = acting;
    const person = await personToActOn(acting, userId, 'certification.withdraw');
    await setCertification(tx, deps, userId, { certified: false, reason: order.reason });
    await endEvidence(tx, deps, userId);
    await takeMeasure(acting, person, order, {
      measure: 'certification',
      action: 'certification.withdraw',
      before: { certified: true },
      after: { certified: false },
    });
  },
});

export const returnCertification = act({
  ...answersUser,
  summary: 'Give the badge back',
  refusals: ['ACT_ON_SELF', 'CERTIFICATION_UNCHANGED'],
  input: reasonInput,
  areas: ['users'],
  run: async (acting, { userId }, { reason }) => {
    const { deps, tx, record } = acting;
    const person = await personToActOn(acting, userId, 'certification.return');
    await setCertification(tx, deps, userId, { certified: true, reason });
    await endEvidence(tx, deps, userId);
    await endMeasures(tx, deps, userId, 'certification');
    await queueMail(deps, tx, certificationNotice({ ...addressed(deps, person), reason }));
    await record({
      action: 'certification.return',
      subject: subjectOf(person),
      before: { certified: false },
      after: { certified: true },
      reason,
    });
  },
});

export const restoreMember = act({
  ...answersUser,
  summary: 'End a suspension',
  refusals: ['ACT_ON_SELF', 'NOT_SUSPENDED'],
  input: reasonInput,
  areas: ['users'],
  run: async (acting, { userId }, { reason }) => {
    const { deps, tx, viewer, record } = acting;
    const person = await personToActOn(acting, userId, 'user.restore');
    refuseIf(denySuspension(person, false));
    await endSuspension(tx, deps, person, viewer.id);
    await queueMail(deps, tx, restorationNotice({ ...addressed(deps, person), reason }));
    await record({
      action: 'user.restore',
      subject: subjectOf(person),
      before: { suspended: true },
      after: { suspended: false },
      reason,
    });
  },
});

export const deleteMember = act({
  ...answersDone,
  summary: 'Delete an account and its personal data',
  refusals: ['ACT_ON_SELF', 'CASE_DECIDED'],
  params: userParams,
  input: measureInput,
  needsProof: true,
  areas: ['users', 'reports'],
  run: async (acting, { userId }, order) => {
    const person = await personToActOn(acting, userId, 'user.delete');
    await takeMeasure(acting, person, order, {
      measure: 'deletion',
      action: 'user.delete',
      before: { role: person.role, suspended: person.suspendedAt !== null },
    });
    await eraseMember(acting.tx, acting.deps, userId);
  },
});

type What = {
  measure: Exclude<Measure, Removal>;
  action: AuditAction;
  until?: number | null;
  before?: AuditValues;
  after?: AuditValues;
};

/** The caller adds the effect in the same transaction. */
async function takeMeasure(
  acting: Acting,
  person: Person,
  order: Order,
  { measure, action, until = null, before, after }: What,
): Promise<string> {
  const { rule, reason } = order;
  const { id, caseId } = await storeMeasure(acting, person, order, { measure, until });
  await acting.record({
    action,
    subject: subjectOf(person),
    ...(before && { before }),
    after: { ...after, rule, ...(until !== null && { until: new Date(until).toISOString() }), case: caseId },
    reason,
  });
  return id;
}

/** `person` is null once the account is gone. Resolves with the ids of the decision and of its case. */
export async function storeMeasure(
  { deps, tx, actor }: Acting,
  person: Person | null,
  { rule, reason, caseId }: { rule: RuleId; reason: string; caseId?: string | undefined },
  effect: Effect,
): Promise<{ id: string; caseId: string }> {
  const memberId = person?.id ?? null;
  const decidedAt = deps.clock.now();
  const content = ('content' in effect && effect.content) || {};
  const stored = await storeDecision(tx, deps, {
    ...{
      caseId: caseId ? await caseAbout(tx, caseId, { memberId, ...content }) : null,
      memberId,
      ...content,
    },
    ...{ outcome: effect.measure, until: 'until' in effect ? effect.until : null },
    ...{ rule, reason, decider: actor },
  });
  if (person) {
    const contest = contestToken(deps.secrets, stored.id);
    const measure = { ...addressed(deps, person), rule, reason, decidedAt, contest };
    await queueMail(deps, tx, measureNotice(measure, effect));
  }
  return stored;
}

/** @throws CASE_DECIDED, and NOT_FOUND for a case about another member, event or deal. */
async function caseAbout(
  tx: Tx,
  caseId: string,
  { memberId, contentId }: { memberId: string | null; contentId?: string },
): Promise<string> {
  const [found] = await tx.orm
    .select({ closedAt: cases.closedAt })
    .from(cases)
    .where(
      and(
        eq(cases.id, caseId),
        contentId ? eq(cases.contentId, contentId) : eq(cases.memberId, memberId ?? ''),
      ),
    );
  if (!found) throw new AppError('NOT_FOUND');
  if (found.closedAt !== null) throw new AppError('CASE_DECIDED');
  return caseId;
}

async function personToActOn(
  { tx, viewer, batch }: Acting,
  userId: string,
  action: AuditAction,
): Promise<Person> {
  if (batch && (await isRecorded(tx.orm, { action, subjectId: userId, batch }))) throw new DoneBefore();
  const person = await personById(tx.orm, userId);
  refuseIf(batch ? denyActInBatch(viewer, person) : denyActOnSelf(viewer, userId));
  return person;
}

/** This part of the batch was done by an earlier request. */
export class DoneBefore extends Error {}
