import { type AdminSummary, type AdminSummaryDetail, denyRejection } from '@guilde/contracts/admin.ts';
import type {
  approvalInput,
  correctionInput,
  proposalInput,
  rejectionInput,
  withdrawalInput,
} from '@guilde/contracts/admin-input.ts';
import { AppError, refuseIf } from '@guilde/contracts/errors.ts';
import { REJECTION_NOTE } from '@guilde/contracts/knowledge.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { publishModeration } from '../../auth/administrators.ts';
import { correctSummary, decideProposal } from '../../knowledge/corrections.ts';
import {
  applyApproval,
  applyRejection,
  applyWithdrawal,
  setCustomPrompt,
} from '../../knowledge/moderation.ts';
import { markReviewed } from '../../knowledge/standing.ts';
import { requestSummary } from '../../knowledge/summary-jobs.ts';
import { projectStanding } from '../../outcomes/answers.ts';
import type { Queries } from '../../platform/database/db.ts';
import type { Deps } from '../../platform/deps.ts';
import { sosRequests } from '../../sos/tables.ts';
import { articleRemoval, storeRemoval } from '../cases/removals.ts';
import { type Administration, type AdministrativeAction, moderate } from '../journal/administer.ts';
import { readSummary, summaryDetail } from './summaries.ts';

type SummaryDecisionDeps = Pick<Deps, 'db' | 'clock' | 'secrets' | 'live' | 'jobs' | 'config'>;

export function approveSummary(
  deps: SummaryDecisionDeps,
  viewer: Viewer,
  summaryId: string,
  { privacyLevel, notes, seen }: z.output<typeof approvalInput>,
): Promise<AdminSummaryDetail> {
  return applyDecision(deps, viewer, summaryId, async ({ tx }, { status, sosId }) => {
    await applyApproval(tx, deps, viewer, summaryId, privacyLevel, { notes, seen: Date.parse(seen) });
    if (sosId !== null) await projectStanding(tx, sosId);
    const after = { status: 'approved', privacyLevel };
    return { action: 'summary.approve', before: { status }, after, reason: notes };
  });
}

export function rejectSummary(
  deps: SummaryDecisionDeps,
  viewer: Viewer,
  summaryId: string,
  { seen }: z.output<typeof rejectionInput>,
): Promise<AdminSummaryDetail> {
  return applyDecision(deps, viewer, summaryId, async ({ tx }, summary) => {
    refuseIf(denyRejection(summary));
    await applyRejection(tx, deps, viewer, summaryId, { seen: Date.parse(seen) });
    const after = { status: 'rejected' };
    return { action: 'summary.reject', before: { status: summary.status }, after, reason: REJECTION_NOTE };
  });
}

/** « Retirer », or « Rejeter » once it was published: a measure, told to whose SOS it sums up while that is there. */
export function withdrawSummary(
  deps: SummaryDecisionDeps,
  viewer: Viewer,
  summaryId: string,
  { seen, ...order }: z.output<typeof withdrawalInput>,
): Promise<AdminSummaryDetail> {
  return applyDecision(deps, viewer, summaryId, async (administration, article) => {
    const { tx } = administration;
    const { status, privacyLevel, sosId } = article;
    await applyWithdrawal(tx, deps, viewer, summaryId, { notes: order.reason, seen: Date.parse(seen) });
    const authorId = sosId === null ? null : await authorOf(tx.orm, sosId);
    const removal = articleRemoval(article);
    const { values } = await storeRemoval(deps, administration, viewer, authorId, order, removal);
    await publishModeration(tx, deps, 'users', 'reports');
    const after = { status: 'rejected', privacyLevel: null, ...values };
    return { action: 'summary.withdraw', before: { status, privacyLevel }, after, reason: order.reason };
  });
}

/** « Revu »: an article whose resolution did not hold stays as it is. Codes: NOT_FOUND, SUMMARY_NOT_TO_REVIEW. */
export function reviewSummary(
  deps: SummaryDecisionDeps,
  viewer: Viewer,
  summaryId: string,
): Promise<AdminSummaryDetail> {
  return applyDecision(deps, viewer, summaryId, async ({ tx }) => {
    if (!(await markReviewed(tx, summaryId))) throw new AppError('SUMMARY_NOT_TO_REVIEW');
    return { action: 'summary.review' };
  });
}

export async function saveSummaryPrompt(
  deps: SummaryDecisionDeps,
  viewer: Viewer,
  summaryId: string,
  customPrompt: string,
): Promise<AdminSummaryDetail> {
  await moderate(deps, viewer, async ({ tx, record }) => {
    const before = await readSummary(deps, tx.orm, summaryId);
    await setCustomPrompt(tx, deps, viewer, summaryId, customPrompt);
    await record({
      action: 'summary.prompt',
      subject: subjectOf(before),
      before: { customPrompt: before.customPrompt },
      after: { customPrompt: customPrompt || null },
    });
    await publishModeration(tx, deps, 'summaries');
  });
  return summaryDetail(deps, summaryId);
}

/** « Corriger »: the text, beside the conversation. Codes: NOT_FOUND, SUMMARY_CHANGED, SUMMARY_NOT_PENDING. */
export function saveCorrection(
  deps: SummaryDecisionDeps,
  viewer: Viewer,
  summaryId: string,
  correction: z.output<typeof correctionInput>,
): Promise<AdminSummaryDetail> {
  return applyDecision(deps, viewer, summaryId, async ({ tx }, { title }) => {
    await correctSummary(tx, deps, viewer, summaryId, correction);
    return { action: 'summary.correct', before: { title }, after: { title: correction.title } };
  });
}

/** The text made anew, or the corrected one. Codes: NOT_FOUND, SUMMARY_CHANGED, SUMMARY_NO_PROPOSAL. */
export function chooseVersion(
  deps: SummaryDecisionDeps,
  viewer: Viewer,
  summaryId: string,
  choice: z.output<typeof proposalInput>,
): Promise<AdminSummaryDetail> {
  return applyDecision(deps, viewer, summaryId, async ({ tx }) => {
    await decideProposal(tx, deps, viewer, summaryId, choice);
    return { action: 'summary.correct', after: { regenerate: choice.adopt } };
  });
}

/** Codes: those of requestSummary; NOT_FOUND also when its SOS is gone. */
export async function regenerateSummary(
  deps: SummaryDecisionDeps,
  viewer: Viewer,
  summaryId: string,
): Promise<AdminSummaryDetail> {
  await moderate(deps, viewer, async ({ tx, record }) => {
    const before = await readSummary(deps, tx.orm, summaryId);
    if (before.sosId === null) throw new AppError('NOT_FOUND');
    await requestSummary(deps, tx, before.sosId, { regenerate: true });
    await record({
      action: 'summary.request',
      subject: subjectOf(before),
      before: { status: before.status },
      after: { regenerate: true },
    });
    await publishModeration(tx, deps, 'jobs');
  });
  return summaryDetail(deps, summaryId);
}

async function applyDecision(
  deps: SummaryDecisionDeps,
  viewer: Viewer,
  summaryId: string,
  work: (
    administration: Administration,
    before: AdminSummary,
  ) => Promise<Omit<AdministrativeAction, 'subject'>>,
): Promise<AdminSummaryDetail> {
  await moderate(deps, viewer, async (administration) => {
    const { tx, record } = administration;
    const before = await readSummary(deps, tx.orm, summaryId);
    await record({ ...(await work(administration, before)), subject: subjectOf(before) });
    await publishModeration(tx, deps, 'summaries', 'sos');
  });
  return summaryDetail(deps, summaryId);
}

async function authorOf(queries: Queries, sosId: string): Promise<string | null> {
  const [sos] = await queries
    .select({ authorId: sosRequests.userId })
    .from(sosRequests)
    .where(eq(sosRequests.id, sosId));
  return sos?.authorId ?? null;
}

function subjectOf({ id, title }: AdminSummary) {
  return { type: 'summary', id, label: title } as const;
}
