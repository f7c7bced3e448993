import {
  type AdminUserDetail,
  denyActInBatch,
  denyActOnSelf,
  denySuspension,
  denyWarning,
} from '@guilde/contracts/admin.ts';
import type { measureInput, reasonInput, suspensionInput } from '@guilde/contracts/admin-input.ts';
import type { AuditAction, AuditValues } from '@guilde/contracts/audit.ts';
import type { Measure, Removal } from '@guilde/contracts/cases.ts';
import type { RuleId } from '@guilde/contracts/conduct.ts';
import { AppError, refuseIf } from '@guilde/contracts/errors.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { eraseMember } from '../../account/deletion.ts';
import { publishModeration } from '../../auth/administrators.ts';
import { recordSecurity } from '../../auth/security-log.ts';
import { endAccess } from '../../auth/session-list.ts';
import { contestToken, storeSuspension } from '../../auth/suspension.ts';
import { endEvidence } from '../../evidence/evidence.ts';
import { isRecorded } from '../../platform/audit.ts';
import type { Tx } from '../../platform/database/db.ts';
import type { Deps } from '../../platform/deps.ts';
import { queueMail } from '../../platform/services/mail.ts';
import { setCertification } from '../../profiles/certification.ts';
import { endMeasures, storeDecision } from '../../reports/cases.ts';
import { cases } from '../../reports/tables.ts';
import { type Administration, administer, moderate } from '../journal/administer.ts';
import { type Person, personById, subjectOf } from '../users/people.ts';
import { userDetail } from '../users/users.ts';
import { addressed, certificationNotice, type Effect, measureNotice, restorationNotice } from './notices.ts';
import { endLater, endSuspension } from './suspension.ts';

type MeasureDeps = Pick<
  Deps,
  'db' | 'clock' | 'secrets' | 'log' | 'live' | 'jobs' | 'config' | 'personalData'
>;

/** `batch`: the act on several members at once that this is a part of; each member is acted on once in it. */
type Part = { batch?: string };
type Order = z.output<typeof measureInput> & Part;
type SuspensionOrder = z.output<typeof suspensionInput> & Part;
type ReasonOrder = z.output<typeof reasonInput> & Part;

const DAY_MS = 86_400_000;

/** The member reads it in an official mail, and once in the app. For moderators too. */
export function warnMember(deps: MeasureDeps, viewer: Viewer, userId: string, order: Order): Promise<void> {
  return moderate(deps, viewer, async (administration) => {
    const { tx } = administration;
    const person = await personToActOn(tx, viewer, userId, 'user.warn', order.batch);
    refuseIf(denyWarning(viewer, person));
    await takeMeasure(deps, administration, person, order, { measure: 'warning', action: 'user.warn' });
    tx.afterCommit(() => deps.live.publish([userId], { type: 'account.changed' }));
  });
}

/** Ends sessions and closes sockets; content and seats stay. With `days` it ends by itself. */
export function suspendMember(
  deps: MeasureDeps,
  viewer: Viewer,
  userId: string,
  order: SuspensionOrder,
): Promise<AdminUserDetail> {
  return administer(deps, viewer, async (administration) => {
    const { tx, actor } = administration;
    const person = await personToActOn(tx, viewer, userId, 'user.suspend', order.batch);
    refuseIf(denySuspension(person, true));
    const at = deps.clock.now();
    const until = order.days === null ? null : at + order.days * DAY_MS;
    const decisionId = await takeMeasure(deps, administration, person, order, {
      measure: 'suspension',
      action: 'user.suspend',
      until,
      before: { suspended: false },
      after: { suspended: true },
    });
    await storeSuspension(tx, userId, { at, by: actor.name, reason: order.reason, until, decisionId });
    if (until !== null) await endLater(tx, deps, { memberId: userId, decisionId }, until - at);
    await endAccess(tx, deps, userId);
    await recordSecurity(tx, deps, {
      kind: 'account.suspended',
      account: person,
      actorId: viewer.id,
      source: null,
    });
    return userDetail(tx.orm, viewer, userId);
  });
}

/** The badge goes, and with it inviting; invitations that wait stay valid. */
export function withdrawCertification(
  deps: MeasureDeps,
  viewer: Viewer,
  userId: string,
  order: Order,
): Promise<AdminUserDetail> {
  return administer(deps, viewer, async (administration) => {
    const { tx } = administration;
    const person = await personToActOn(tx, viewer, userId, 'certification.withdraw', order.batch);
    await setCertification(tx, deps, userId, { certified: false, reason: order.reason });
    await endEvidence(tx, deps, userId);
    await takeMeasure(deps, administration, person, order, {
      measure: 'certification',
      action: 'certification.withdraw',
      before: { certified: true },
      after: { certified: false },
    });
    return userDetail(tx.orm, viewer, userId);
  });
}

/** A mail gives the reason. */
export function returnCertification(
  deps: MeasureDeps,
  viewer: Viewer,
  userId: string,
  { reason, batch }: ReasonOrder,
): Promise<AdminUserDetail> {
  return administer(deps, viewer, async ({ tx, record }) => {
    const person = await personToActOn(tx, viewer, userId, 'certification.return', batch);
    await setCertification(tx, deps, userId, { certified: true, reason });
    await endEvidence(tx, deps, userId);
    await endMeasures(tx, deps, userId, 'certification');
    await queueMail(deps, tx, certificationNotice({ ...addressed(deps, person), reason }));
    await record({
      action: 'certification.return',
      subject: subjectOf(person),
      before: { certified: false },
      after: { certified: true, ...(batch && { batch }) },
      reason,
    });
    await publishModeration(tx, deps, 'users');
    return userDetail(tx.orm, viewer, userId);
  });
}

/** Ends a suspension before its time. A mail gives the reason. */
export function restoreMember(
  deps: MeasureDeps,
  viewer: Viewer,
  userId: string,
  { reason, batch }: ReasonOrder,
): Promise<AdminUserDetail> {
  return administer(deps, viewer, async ({ tx, record }) => {
    const person = await personToActOn(tx, viewer, userId, 'user.restore', batch);
    refuseIf(denySuspension(person, false));
    await endSuspension(tx, deps, person, viewer.id);
    await queueMail(deps, tx, restorationNotice({ ...addressed(deps, person), reason }));
    await record({
      action: 'user.restore',
      subject: subjectOf(person),
      before: { suspended: true },
      after: { suspended: false, ...(batch && { batch }) },
      reason,
    });
    await publishModeration(tx, deps, 'users');
    return userDetail(tx.orm, viewer, userId);
  });
}

/** As the member would delete it; a mail gives the reason. */
export function deleteMember(deps: MeasureDeps, viewer: Viewer, userId: string, order: Order): Promise<void> {
  return administer(deps, viewer, async (administration) => {
    const { tx } = administration;
    const person = await personToActOn(tx, viewer, userId, 'user.delete');
    await takeMeasure(deps, administration, person, order, {
      measure: 'deletion',
      action: 'user.delete',
      before: { role: person.role, suspended: person.suspendedAt !== null },
    });
    await eraseMember(tx, deps, userId);
  });
}

type What = {
  measure: Exclude<Measure, Removal>;
  action: AuditAction;
  until?: number | null;
  before?: AuditValues;
  after?: AuditValues;
};

/** Decision, mail and row of the journal; the caller adds the effect, in the same transaction. */
async function takeMeasure(
  deps: MeasureDeps,
  administration: Administration,
  person: Person,
  order: Order,
  { measure, action, until = null, before, after }: What,
): Promise<string> {
  const { tx, record } = administration;
  const { rule, reason, batch } = order;
  const { id, caseId } = await storeMeasure(deps, administration, person, order, { measure, until });
  await record({
    action,
    subject: subjectOf(person),
    ...(before && { before }),
    after: {
      ...{ ...after, rule, ...(until !== null && { until: new Date(until).toISOString() }), case: caseId },
      ...(batch && { batch }),
    },
    reason,
  });
  await publishModeration(tx, deps, 'users', 'reports');
  return id;
}

/** Decision and mail; `person`: null once the account is gone. Resolves with the ids of the decision and of its case. */
export async function storeMeasure(
  deps: Pick<MeasureDeps, 'clock' | 'secrets' | 'jobs' | 'config'>,
  { tx, actor }: Pick<Administration, 'tx' | 'actor'>,
  person: Person | null,
  { rule, reason, caseId }: { rule: RuleId; reason: string; caseId?: string | undefined },
  effect: Effect,
): Promise<{ id: string; caseId: string }> {
  const memberId = person?.id ?? null;
  const decidedAt = deps.clock.now();
  const stored = await storeDecision(tx, deps, {
    ...{ caseId: caseId ? await caseAbout(tx, caseId, memberId) : null, memberId },
    ...{ outcome: effect.measure, until: 'until' in effect ? effect.until : null },
    ...{ rule, reason, decider: actor },
  });
  if (person) {
    const contest = contestToken(deps.secrets, stored.id);
    const told = { ...addressed(deps, person), rule, reason, decidedAt, contest };
    await queueMail(deps, tx, measureNotice(told, effect));
  }
  return stored;
}

/** Codes: NOT_FOUND for a case about somebody else, CASE_DECIDED. */
async function caseAbout(tx: Tx, caseId: string, memberId: string | null): Promise<string> {
  const [found] = await tx.orm
    .select({ closedAt: cases.closedAt })
    .from(cases)
    .where(and(eq(cases.id, caseId), eq(cases.memberId, memberId ?? '')));
  if (!found) throw new AppError('NOT_FOUND');
  if (found.closedAt !== null) throw new AppError('CASE_DECIDED');
  return caseId;
}

async function personToActOn(
  tx: Tx,
  viewer: Viewer,
  userId: string,
  action: AuditAction,
  batch?: string,
): Promise<Person> {
  if (batch && (await isRecorded(tx.orm, { action, subjectId: userId, batch }))) throw new DoneBefore();
  const person = await personById(tx.orm, userId);
  refuseIf(batch ? denyActInBatch(viewer, person) : denyActOnSelf(viewer, userId));
  return person;
}

/** This part of the batch was done when it was sent before. */
export class DoneBefore extends Error {}
