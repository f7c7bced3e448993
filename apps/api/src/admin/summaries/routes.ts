import { adminSummariesQuery, summaryParams } from '@guilde/contracts/admin/input.ts';
import {
  adminSummaryDetailOutput,
  adminSummaryPageOutput,
  summaryJobOutput,
} from '@guilde/contracts/admin/output.ts';
import { importInput } from '@guilde/contracts/knowledge/import-input.ts';
import { importAnswerOutput } from '@guilde/contracts/knowledge/import-output.ts';
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
  readingProofOnly,
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
import { importSummary } from './imports.ts';
import { listSummaryJobs, retrySummaryJob } from './jobs.ts';
import { listSummaries, summaryDetail } from './summaries.ts';

export function summaryRoutes(deps: Deps) {
  const { orm } = deps.db;
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
    .post('/jobs/:sosId/retry', ...retrySummaryJob.handlers(deps))
    .post(
      '/import',
      describe(
        'Make a draft of one text of another place; the same text sent again is the same one',
        importAnswerOutput,
      ),
      limitMember(deps.limits, ADMIN_ACTS),
      body(importInput),
      async (c) => c.json(await importSummary(deps, viewerOf(c), c.req.valid('json')), 200),
    )
    .get(
      '/:summaryId',
      describe('A summary beside its conversation', adminSummaryDetailOutput),
      readingProofOnly(deps.clock),
      params(summaryParams),
      async (c) => {
        const summary = await summaryDetail(deps, c.req.valid('param').summaryId);
        await logReads(deps, viewerOf(c), await sourceReads(orm, summary));
        return c.json(summary, 200);
      },
    )
    .post('/:summaryId/approve', ...approveSummary.handlers(deps))
    .post('/:summaryId/reject', ...rejectSummary.handlers(deps))
    .put('/:summaryId/text', ...saveCorrection.handlers(deps))
    .post('/:summaryId/proposal', ...chooseVersion.handlers(deps))
    .post('/:summaryId/withdraw', ...withdrawSummary.handlers(deps))
    .post('/:summaryId/review', ...reviewSummary.handlers(deps))
    .put('/:summaryId/prompt', ...saveSummaryPrompt.handlers(deps))
    .post('/:summaryId/regenerate', ...regenerateSummary.handlers(deps));
}
