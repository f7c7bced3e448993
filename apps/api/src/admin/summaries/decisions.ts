import {
  approvalInput,
  correctionInput,
  customPromptInput,
  proposalInput,
  rejectionInput,
  summaryParams,
  withdrawalInput,
} from '@guilde/contracts/admin/input.ts';
import { adminSummaryDetailOutput } from '@guilde/contracts/admin/output.ts';
import { type AdminSummary, denyRejection, type ModerationArea } from '@guilde/contracts/admin/rules.ts';
import { AppError, type ErrorCode, refuseIf } from '@guilde/contracts/errors.ts';
import { REJECTION_NOTE } from '@guilde/contracts/knowledge/rules.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { eq, sql } from 'drizzle-orm';
import { events } from '../../events/tables.ts';
import { correctSummary, decideProposal } from '../../knowledge/corrections.ts';
import { markReviewed } from '../../knowledge/last-outcome.ts';
import {
  applyApproval,
  applyRejection,
  applyWithdrawal,
  setCustomPrompt,
} from '../../knowledge/moderation.ts';
import { requestSummary } from '../../knowledge/summary-jobs.ts';
import { sosSummaries } from '../../knowledge/tables.ts';
import { projectLastOutcome } from '../../outcomes/answers.ts';
import type { Queries } from '../../platform/database/db.ts';
import type { Deps } from '../../platform/deps.ts';
import type { Output, Schema } from '../../platform/http/handlers.ts';
import { sosRequests } from '../../sos/tables.ts';
import { type Acting, act } from '../act.ts';
import { articleRemoval, storeRemoval } from '../cases/removals.ts';
import type { AdministrativeAction } from '../journal/administer.ts';
import { readSummary, summaryDetail } from './summaries.ts';

type Decided = Omit<AdministrativeAction, 'subject'>;

/** The answer is read after the commit, because masking the conversation is slow. */
const answersSummary = {
  params: summaryParams,
  answer: adminSummaryDetailOutput,
  isForModerators: true,
  show: (deps: Deps, _viewer: Viewer, { summaryId }: { summaryId: string }) => summaryDetail(deps, summaryId),
};

type SummaryAct<Input extends Schema> = {
  summary: string;
  refusals?: readonly ErrorCode[];
  input?: Input;
  areas?: readonly ModerationArea[];
  /** It resolves with the part for the journal. */
  decide: (acting: Acting, before: AdminSummary, input: Output<Input>) => Promise<Decided>;
};

function summaryAct<Input extends Schema = undefined>({ decide, ...row }: SummaryAct<Input>) {
  return act({
    ...answersSummary,
    areas: ['summaries', 'sos'],
    ...row,
    run: async (acting, { summaryId }, input: Output<Input>) => {
      const before = await readSummary(acting.deps, acting.tx.orm, summaryId);
      const decided = await decide(acting, before, input);
      await acting.record({ ...decided, subject: { type: 'summary', id: summaryId, label: before.title } });
    },
  });
}

export const approveSummary = summaryAct({
  summary: 'Publish a summary, for everybody or for members',
  refusals: ['SUMMARY_CHANGED', 'SUMMARY_NOT_PENDING'],
  input: approvalInput,
  decide: async ({ deps, tx, viewer }, { id, status, sosId }, { privacyLevel, notes, seen }) => {
    await applyApproval(tx, deps, viewer, id, privacyLevel, { notes, seen: Date.parse(seen) });
    if (sosId !== null) await projectLastOutcome(tx, sosId);
    const after = { status: 'approved', privacyLevel };
    return { action: 'summary.approve', before: { status }, after, reason: notes };
  },
});

export const rejectSummary = summaryAct({
  summary: 'Keep a summary out',
  refusals: ['SUMMARY_CHANGED', 'SUMMARY_NOT_PENDING', 'SUMMARY_WAS_PUBLISHED'],
  input: rejectionInput,
  decide: async ({ deps, tx, viewer }, summary, { seen }) => {
    refuseIf(denyRejection(summary));
    await applyRejection(tx, deps, viewer, summary.id, { seen: Date.parse(seen) });
    const after = { status: 'rejected' };
    return { action: 'summary.reject', before: { status: summary.status }, after, reason: REJECTION_NOTE };
  },
});

/** « Retirer » (or « Rejeter » before the publication) notifies the author of the SOS, or the host of the event. */
export const withdrawSummary = summaryAct({
  summary: 'Withdraw a summary, for a reason that is sent to whose SOS or event it sums up',
  refusals: ['SUMMARY_CHANGED', 'SUMMARY_NOT_APPROVED', 'REMOVAL_OWN'],
  input: withdrawalInput,
  areas: ['summaries', 'sos', 'users', 'reports'],
  decide: async (acting, article, { seen, ...order }) => {
    const { deps, tx, viewer } = acting;
    const { id, status, privacyLevel } = article;
    await applyWithdrawal(tx, deps, viewer, id, { notes: order.reason, seen: Date.parse(seen) });
    const { values } = await storeRemoval(acting, await authorOf(tx.orm, id), order, articleRemoval(article));
    const after = { status: 'rejected', privacyLevel: null, ...values };
    return { action: 'summary.withdraw', before: { status, privacyLevel }, after, reason: order.reason };
  },
});

/** « Revu » leaves an article unchanged although its solution failed. */
export const reviewSummary = summaryAct({
  summary: 'Say that a summary was looked at again',
  refusals: ['SUMMARY_NOT_TO_REVIEW'],
  decide: async ({ tx }, { id }) => {
    if (!(await markReviewed(tx, id))) throw new AppError('SUMMARY_NOT_TO_REVIEW');
    return { action: 'summary.review' };
  },
});

/** « Corriger » saves the text that a person has written. */
export const saveCorrection = summaryAct({
  summary: 'Correct a summary',
  refusals: ['SUMMARY_CHANGED', 'SUMMARY_NOT_PENDING'],
  input: correctionInput,
  decide: async ({ deps, tx, viewer }, { id, title }, correction) => {
    await correctSummary(tx, deps, viewer, id, correction);
    return { action: 'summary.correct', before: { title }, after: { title: correction.title } };
  },
});

/** The team chooses between the new text and the corrected one. */
export const chooseVersion = summaryAct({
  summary: 'Take the text made anew, or keep the corrected one',
  refusals: ['SUMMARY_CHANGED', 'SUMMARY_NO_PROPOSAL'],
  input: proposalInput,
  decide: async ({ deps, tx, viewer }, { id }, choice) => {
    await decideProposal(tx, deps, viewer, id, choice);
    return { action: 'summary.correct', after: { regenerate: choice.adopt } };
  },
});

export const saveSummaryPrompt = summaryAct({
  summary: 'Save what the next generation is to heed',
  input: customPromptInput,
  areas: ['summaries'],
  decide: async ({ deps, tx, viewer }, { id, customPrompt: before }, { customPrompt }) => {
    await setCustomPrompt(tx, deps, viewer, id, customPrompt);
    return {
      action: 'summary.prompt',
      before: { customPrompt: before },
      after: { customPrompt: customPrompt || null },
    };
  },
});

/** A summary whose SOS is gone is not found. */
export const regenerateSummary = summaryAct({
  summary: 'Write a summary anew',
  refusals: ['SUMMARY_SOS_NOT_RESOLVED', 'SUMMARY_NOTHING_TO_SAY', 'SUMMARY_UNDER_WAY'],
  areas: ['jobs'],
  decide: async ({ deps, tx }, { sosId, status }) => {
    if (sosId === null) throw new AppError('NOT_FOUND');
    await requestSummary(deps, tx, sosId, { regenerate: true });
    return { action: 'summary.request', before: { status }, after: { regenerate: true } };
  },
});

async function authorOf(queries: Queries, summaryId: string): Promise<string | null> {
  const [found] = await queries
    .select({ authorId: sql<string | null>`coalesce(${sosRequests.userId}, ${events.hostId})` })
    .from(sosSummaries)
    .leftJoin(sosRequests, eq(sosRequests.id, sosSummaries.sosRequestId))
    .leftJoin(events, eq(events.id, sosSummaries.eventId))
    .where(eq(sosSummaries.id, summaryId));
  return found?.authorId ?? null;
}
