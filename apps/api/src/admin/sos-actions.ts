import { type AdminSosDetail, denyActOnSelf } from '@guilde/contracts/admin.ts';
import type { helperInput, measureInput, sosStatusInput } from '@guilde/contracts/admin-input.ts';
import { AppError, refuseIf } from '@guilde/contracts/errors.ts';
import { isEnded } from '@guilde/contracts/sos.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { and, eq, ne } from 'drizzle-orm';
import type { z } from 'zod';
import { publishModeration } from '../auth/administrators.ts';
import { enqueueSummary, summaryKey } from '../conversations/jobs.ts';
import { memberProfile } from '../invitations/member-profile.ts';
import { requestSummary } from '../knowledge/summary-jobs.ts';
import { sosSummaries } from '../knowledge/tables.ts';
import { forgetOutcomes } from '../outcomes/answers.ts';
import type { Deps } from '../platform/deps.ts';
import { deleteFailedJobs } from '../platform/jobs/job-keys.ts';
import { creditHelp, recountHelp, undoResolution } from '../ratings/ratings.ts';
import { assignHelper } from '../sos/helping.ts';
import { changeStatus, removeSos } from '../sos/lifecycle.ts';
import { publishSos, sosDetail } from '../sos/queries.ts';
import { tellEnded } from '../sos/told.ts';
import { resumeWaves } from '../sos/waves/waves.ts';
import { sosRemoval, storeRemoval, tellOfLostConversation } from './cases/removals.ts';
import { administer } from './journal/administer.ts';
import { adminSosDetail } from './sos.ts';

export type SosActionDeps = Pick<Deps, 'db' | 'clock' | 'secrets' | 'live' | 'jobs' | 'config'>;

/** A resolution credits the helpers and requests the summary, without ratings; undoing it removes the ratings. */
export function setStatus(
  deps: SosActionDeps,
  viewer: Viewer,
  sosId: string,
  { status, reason }: z.output<typeof sosStatusInput>,
): Promise<AdminSosDetail> {
  return administer(deps, viewer, async ({ tx, record }) => {
    const sos = await sosDetail(tx.orm, sosId);
    if (sos.status === status) throw new AppError('SOS_STATUS_UNCHANGED');
    if (sos.status === 'resolved') {
      await undoResolution(tx, sosId);
      await forgetOutcomes(tx, sosId);
    }
    if (status === 'resolved') await creditHelp(tx, deps, sos);
    await changeStatus(tx, deps, sos, { to: status, by: 'team', memberId: viewer.id });
    await record({
      action: 'sos.status',
      subject: { type: 'sos', id: sosId, label: sos.title },
      before: { status: sos.status },
      after: { status },
      reason,
    });
    if (status === 'resolved') await enqueueSummary(tx, deps, sosId, { refresh: true });
    if (isEnded(sos)) await resumeWaves(tx, deps, sosId);
    const isOwn = sos.author?.id === viewer.id;
    if (isEnded({ status }) && !isOwn) await tellEnded(tx, deps, sos);
    await publishSos(tx, deps, sosId);
    await publishModeration(tx, deps, 'sos');
    return adminSosDetail(deps, tx.orm, sosId);
  });
}

/**
 * For who agreed to help, not for oneself: a block holds for administrators as for any member. Codes: ACT_ON_SELF,
 * NOT_FOUND, also of an invisible member; those of assignHelper.
 */
export function assign(
  deps: SosActionDeps,
  viewer: Viewer,
  sosId: string,
  { memberId, reason }: z.output<typeof helperInput>,
): Promise<AdminSosDetail> {
  return administer(deps, viewer, async ({ tx, record }) => {
    refuseIf(denyActOnSelf(viewer, memberId));
    const sos = await sosDetail(tx.orm, sosId);
    await memberProfile(tx.orm, memberId);
    await assignHelper(tx, deps, sos, memberId);
    await record({
      action: 'sos.assign',
      subject: { type: 'sos', id: sosId, label: sos.title },
      after: { helper: memberId },
      reason,
    });
    await publishModeration(tx, deps, 'sos');
    return adminSosDetail(deps, tx.orm, sosId);
  });
}

/** A measure, told to whoever loses the conversation. Helpers' counts are computed anew; an approved article stays. */
export function deleteSos(
  deps: SosActionDeps,
  viewer: Viewer,
  sosId: string,
  order: z.output<typeof measureInput>,
): Promise<void> {
  return administer(deps, viewer, async (administration) => {
    const { tx, record } = administration;
    const sos = await sosDetail(tx.orm, sosId);
    const authorId = sos.author?.id ?? null;
    const { id, values } = await storeRemoval(deps, administration, viewer, authorId, order, sosRemoval(sos));
    const others = sos.helpers.map((helper) => helper.id).filter((helperId) => helperId !== viewer.id);
    await tellOfLostConversation(deps, tx, id, sos, others);
    await tx.orm
      .delete(sosSummaries)
      .where(and(eq(sosSummaries.sosRequestId, sosId), ne(sosSummaries.status, 'approved')));
    const people = await removeSos(tx, deps, sosId);
    if (people.length > 0) await recountHelp(tx, people);
    await deleteFailedJobs(tx.orm, summaryKey(sosId));
    await record({
      action: 'sos.delete',
      subject: { type: 'sos', id: sosId, label: sos.title },
      before: { status: sos.status, author: authorId, helpers: sos.helpers.length },
      after: values,
      reason: order.reason,
    });
    await publishModeration(tx, deps, 'sos', 'messages', 'summaries', 'jobs', 'users', 'reports');
  });
}

export function requestSosSummary(
  deps: SosActionDeps,
  viewer: Viewer,
  sosId: string,
): Promise<AdminSosDetail> {
  return administer(deps, viewer, async ({ tx, record }) => {
    const sos = await sosDetail(tx.orm, sosId);
    await requestSummary(deps, tx, sosId);
    await record({ action: 'summary.request', subject: { type: 'sos', id: sosId, label: sos.title } });
    await publishModeration(tx, deps, 'sos', 'jobs');
    return adminSosDetail(deps, tx.orm, sosId);
  });
}
