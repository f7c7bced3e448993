import {
  adminSummariesQuery,
  approvalInput,
  correctionInput,
  customPromptInput,
  proposalInput,
  rejectionInput,
  summaryParams,
  withdrawalInput,
} from '@guilde/contracts/admin-input.ts';
import {
  adminSummaryDetailOutput,
  adminSummaryPageOutput,
  summaryJobOutput,
} from '@guilde/contracts/admin-output.ts';
import { sosParams } from '@guilde/contracts/sos-input.ts';
import { Hono } from 'hono';
import { z } from 'zod';
import type { Deps } from '../../platform/deps.ts';
import {
  body,
  describe,
  type Env,
  limitMember,
  params,
  query,
  recentProofOnly,
  viewerOf,
} from '../../platform/http/http.ts';
import { logReads, sourceReads } from '../journal/read-log.ts';
import { ADMIN_ACTS } from '../limits.ts';
import {
  approveSummary,
  chooseVersion,
  regenerateSummary,
  rejectSummary,
  reviewSummary,
  saveCorrection,
  saveSummaryPrompt,
  withdrawSummary,
} from './decisions.ts';
import { listSummaryJobs, retrySummaryJob } from './jobs.ts';
import { listSummaries, summaryDetail } from './summaries.ts';

export function summaryRoutes(deps: Deps) {
  const { orm } = deps.db;
  const limitActs = limitMember(deps.limits, ADMIN_ACTS);
  return new Hono<Env>()
    .get(
      '/',
      describe('Summaries, newest first', adminSummaryPageOutput),
      query(adminSummariesQuery),
      async (c) => c.json(await listSummaries(deps, c.req.valid('query')), 200),
    )
    .get(
      '/jobs',
      describe('Summaries being made, and those that failed', z.array(summaryJobOutput)),
      async (c) => c.json(await listSummaryJobs(deps), 200),
    )
    .post(
      '/jobs/:sosId/retry',
      describe('Try a failed summary again', z.array(summaryJobOutput), [
        'JOB_NOT_FAILED',
        'SUMMARY_SOS_NOT_RESOLVED',
      ]),
      limitActs,
      params(sosParams),
      async (c) => c.json(await retrySummaryJob(deps, viewerOf(c), c.req.valid('param').sosId), 200),
    )
    .get(
      '/:summaryId',
      describe('A summary beside its conversation', adminSummaryDetailOutput),
      recentProofOnly(deps.clock),
      params(summaryParams),
      async (c) => {
        const summary = await summaryDetail(deps, c.req.valid('param').summaryId);
        await logReads(deps, viewerOf(c), await sourceReads(orm, summary));
        return c.json(summary, 200);
      },
    )
    .post(
      '/:summaryId/approve',
      describe('Publish a summary, for everybody or for members', adminSummaryDetailOutput, [
        'SUMMARY_CHANGED',
        'SUMMARY_NOT_PENDING',
      ]),
      limitActs,
      params(summaryParams),
      body(approvalInput),
      async (c) => {
        const { summaryId } = c.req.valid('param');
        return c.json(await approveSummary(deps, viewerOf(c), summaryId, c.req.valid('json')), 200);
      },
    )
    .post(
      '/:summaryId/reject',
      describe('Keep a summary out', adminSummaryDetailOutput, [
        'SUMMARY_CHANGED',
        'SUMMARY_NOT_PENDING',
        'SUMMARY_WAS_PUBLISHED',
      ]),
      limitActs,
      params(summaryParams),
      body(rejectionInput),
      async (c) => {
        const { summaryId } = c.req.valid('param');
        return c.json(await rejectSummary(deps, viewerOf(c), summaryId, c.req.valid('json')), 200);
      },
    )
    .put(
      '/:summaryId/text',
      describe('Correct a summary', adminSummaryDetailOutput, ['SUMMARY_CHANGED', 'SUMMARY_NOT_PENDING']),
      limitActs,
      params(summaryParams),
      body(correctionInput),
      async (c) => {
        const { summaryId } = c.req.valid('param');
        return c.json(await saveCorrection(deps, viewerOf(c), summaryId, c.req.valid('json')), 200);
      },
    )
    .post(
      '/:summaryId/proposal',
      describe('Take the text made anew, or keep the corrected one', adminSummaryDetailOutput, [
        'SUMMARY_CHANGED',
        'SUMMARY_NO_PROPOSAL',
      ]),
      limitActs,
      params(summaryParams),
      body(proposalInput),
      async (c) => {
        const { summaryId } = c.req.valid('param');
        return c.json(await chooseVersion(deps, viewerOf(c), summaryId, c.req.valid('json')), 200);
      },
    )
    .post(
      '/:summaryId/withdraw',
      describe(
        'Take an article back, for a reason that whose SOS it sums up is sent',
        adminSummaryDetailOutput,
        ['SUMMARY_CHANGED', 'SUMMARY_NOT_APPROVED', 'REMOVAL_OWN'],
      ),
      limitActs,
      params(summaryParams),
      body(withdrawalInput),
      async (c) => {
        const { summaryId } = c.req.valid('param');
        return c.json(await withdrawSummary(deps, viewerOf(c), summaryId, c.req.valid('json')), 200);
      },
    )
    .post(
      '/:summaryId/review',
      describe('Say that an article was looked at again', adminSummaryDetailOutput, [
        'SUMMARY_NOT_TO_REVIEW',
      ]),
      limitActs,
      params(summaryParams),
      async (c) => c.json(await reviewSummary(deps, viewerOf(c), c.req.valid('param').summaryId), 200),
    )
    .put(
      '/:summaryId/prompt',
      describe('Save what the next generation is to heed', adminSummaryDetailOutput),
      limitActs,
      params(summaryParams),
      body(customPromptInput),
      async (c) => {
        const { summaryId } = c.req.valid('param');
        const { customPrompt } = c.req.valid('json');
        return c.json(await saveSummaryPrompt(deps, viewerOf(c), summaryId, customPrompt), 200);
      },
    )
    .post(
      '/:summaryId/regenerate',
      describe('Write a summary anew', adminSummaryDetailOutput, [
        'SUMMARY_SOS_NOT_RESOLVED',
        'SUMMARY_NOTHING_TO_SAY',
        'SUMMARY_UNDER_WAY',
      ]),
      limitActs,
      params(summaryParams),
      async (c) => c.json(await regenerateSummary(deps, viewerOf(c), c.req.valid('param').summaryId), 200),
    );
}
