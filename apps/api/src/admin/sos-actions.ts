import { adminSosQuery, helperInput, measureInput, sosStatusInput } from '@guilde/contracts/admin/input.ts';
import { adminSosDetailOutput, adminSosPageOutput } from '@guilde/contracts/admin/output.ts';
import { denyActOnSelf } from '@guilde/contracts/admin/rules.ts';
import { AppError, refuseIf } from '@guilde/contracts/errors.ts';
import { sosParams } from '@guilde/contracts/sos/input.ts';
import { isEnded } from '@guilde/contracts/sos/rules.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { and, eq, ne } from 'drizzle-orm';
import { Hono } from 'hono';
import { enqueueSummary, summaryKey } from '../conversations/jobs.ts';
import { memberProfile } from '../invitations/member-profile.ts';
import { requestSummary } from '../knowledge/summary-jobs.ts';
import { sosSummaries } from '../knowledge/tables.ts';
import { forgetOutcomes } from '../outcomes/answers.ts';
import type { Deps } from '../platform/deps.ts';
import { describe, type Env, params, query } from '../platform/http/http.ts';
import { deleteFailedJobs } from '../platform/jobs/job-keys.ts';
import { creditHelp, recountHelp, undoResolution } from '../ratings/ratings.ts';
import { assignHelper } from '../sos/helping.ts';
import { excludedMembers } from '../sos/hidden-by-blocks.ts';
import { changeStatus, removeSos } from '../sos/lifecycle.ts';
import { tellEnded } from '../sos/notices.ts';
import { publishSos, sosDetail } from '../sos/queries.ts';
import { resumeWaves } from '../sos/waves/waves.ts';
import { emitWebhook } from '../webhooks/emit.ts';
import { act, answersDone } from './act.ts';
import { sosRemoval, storeRemoval, tellOfLostConversation } from './cases/removals.ts';
import { adminSosDetail, listAllSos } from './sos.ts';

const answersSos = {
  params: sosParams,
  answer: adminSosDetailOutput,
  show: (deps: Deps, _viewer: Viewer, { sosId }: { sosId: string }) =>
    adminSosDetail(deps, deps.db.orm, sosId),
};

function subjectOf({ id, title }: { id: string; title: string }) {
  return { type: 'sos', id, label: title } as const;
}

/** A resolution credits the helpers and requests the summary; undoing it removes the ratings. */
const setStatus = act({
  ...answersSos,
  summary: 'Give an SOS any status',
  refusals: ['SOS_STATUS_UNCHANGED'],
  input: sosStatusInput,
  areas: ['sos'],
  run: async ({ deps, tx, viewer, record }, { sosId }, { status, reason }) => {
    const sos = await sosDetail(tx.orm, sosId);
    const excludedBefore = await excludedMembers(tx.orm).all({ id: sosId });
    if (sos.status === status) throw new AppError('SOS_STATUS_UNCHANGED');
    if (sos.status === 'resolved') {
      await undoResolution(tx, deps, sosId);
      await forgetOutcomes(tx, sosId);
    }
    if (status === 'resolved') await creditHelp(tx, deps, sos);
    await changeStatus(tx, deps, sos, { to: status, by: 'team', memberId: viewer.id });
    if (status === 'resolved') await emitWebhook(tx, deps, 'sos.resolved', sosId);
    await record({
      action: 'sos.status',
      subject: subjectOf(sos),
      before: { status: sos.status },
      after: { status },
      reason,
    });
    if (status === 'resolved') await enqueueSummary(tx, deps, sosId, { refresh: true });
    if (isEnded(sos)) await resumeWaves(tx, deps, sosId);
    const isOwn = sos.author?.id === viewer.id;
    if (isEnded({ status }) && !isOwn) await tellEnded(tx, deps, sos);
    await publishSos(tx, deps, sosId, { excludedBefore });
  },
});

/** The helper has agreed and is another member. A block holds for administrators too. */
const assign = act({
  ...answersSos,
  summary: 'Give a member a seat in the conversation of an SOS',
  refusals: ['ACT_ON_SELF', 'SOS_OWN', 'SOS_ENDED', 'ALREADY_HELPING', 'CONVERSATION_FULL'],
  input: helperInput,
  areas: ['sos'],
  run: async ({ deps, tx, viewer, record }, { sosId }, { memberId, reason }) => {
    refuseIf(denyActOnSelf(viewer, memberId));
    const sos = await sosDetail(tx.orm, sosId);
    await memberProfile(tx.orm, viewer, memberId);
    await assignHelper(tx, deps, sos, memberId);
    await record({ action: 'sos.assign', subject: subjectOf(sos), after: { helper: memberId }, reason });
  },
});

/** Helpers' counts are computed again, and an approved article stays. */
const deleteSos = act({
  ...answersDone,
  summary: 'Remove an SOS with its chat and its ratings, for a reason that its author is sent',
  refusals: ['REMOVAL_OWN', 'CASE_DECIDED'],
  params: sosParams,
  input: measureInput,
  needsProof: true,
  areas: ['sos', 'messages', 'summaries', 'jobs', 'users', 'reports'],
  run: async (acting, { sosId }, order) => {
    const { deps, tx, viewer, record } = acting;
    const sos = await sosDetail(tx.orm, sosId);
    const authorId = sos.author?.id ?? null;
    const { id, values } = await storeRemoval(acting, authorId, order, sosRemoval(sos));
    const others = sos.helpers.map((helper) => helper.id).filter((helperId) => helperId !== viewer.id);
    await tellOfLostConversation(deps, tx, id, sos, others);
    await tx.orm
      .delete(sosSummaries)
      .where(and(eq(sosSummaries.sosRequestId, sosId), ne(sosSummaries.status, 'approved')));
    const people = await removeSos(tx, deps, sosId);
    if (people.length > 0) await recountHelp(tx, deps, people);
    await deleteFailedJobs(tx.orm, summaryKey(sosId));
    await record({
      action: 'sos.delete',
      subject: subjectOf(sos),
      before: { status: sos.status, author: authorId, helpers: sos.helpers.length },
      after: values,
      reason: order.reason,
    });
  },
});

const requestSosSummary = act({
  ...answersSos,
  summary: 'Ask for the AI summary',
  refusals: ['SUMMARY_SOS_NOT_RESOLVED', 'SUMMARY_NOTHING_TO_SAY', 'SUMMARY_EXISTS', 'SUMMARY_UNDER_WAY'],
  areas: ['sos', 'jobs'],
  run: async ({ deps, tx, record }, { sosId }) => {
    const sos = await sosDetail(tx.orm, sosId);
    await requestSummary(deps, tx, sosId);
    await record({ action: 'summary.request', subject: subjectOf(sos) });
  },
});

export function allSosRoutes(deps: Deps) {
  const { orm } = deps.db;
  return new Hono<Env>()
    .get('/', describe('All SOS, newest first', adminSosPageOutput), query(adminSosQuery), async (c) =>
      c.json(await listAllSos(deps, c.req.valid('query')), 200),
    )
    .get('/:sosId', describe('An SOS in full', adminSosDetailOutput), params(sosParams), async (c) =>
      c.json(await adminSosDetail(deps, orm, c.req.valid('param').sosId), 200),
    )
    .put('/:sosId/status', ...setStatus.handlers(deps))
    .post('/:sosId/helpers', ...assign.handlers(deps))
    .post('/:sosId/summary', ...requestSosSummary.handlers(deps))
    .post('/:sosId/delete', ...deleteSos.handlers(deps));
}
