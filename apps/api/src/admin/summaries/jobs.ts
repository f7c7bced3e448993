import { summaryJobOutput } from '@guilde/contracts/admin/output.ts';
import type { SummaryJob, SummaryJobState } from '@guilde/contracts/admin/rules.ts';
import { AppError, refuseIf } from '@guilde/contracts/errors.ts';
import { denySummaryRequest } from '@guilde/contracts/knowledge/rules.ts';
import { sosParams } from '@guilde/contracts/sos/input.ts';
import { inArray } from 'drizzle-orm';
import { z } from 'zod';
import { summaryKey } from '../../conversations/jobs.ts';
import { retryFailedSummary, unfinishedSummaries } from '../../knowledge/summary-jobs.ts';
import { iso } from '../../platform/clock.ts';
import type { Queries } from '../../platform/database/db.ts';
import type { Deps } from '../../platform/deps.ts';
import { unfinishedJobs } from '../../platform/jobs/job-keys.ts';
import { sosRequests } from '../../sos/tables.ts';
import { act } from '../act.ts';

type Stored = Awaited<ReturnType<typeof unfinishedSummaries>>[number];

export async function jobStates(
  { clock }: Pick<Deps, 'clock'>,
  queries: Queries,
  sosIds: readonly string[],
): Promise<Map<string, SummaryJobState>> {
  if (sosIds.length === 0) return new Map();
  const jobs = await unfinishedJobs(queries, 'summary.generate', clock.now());
  const states = new Map(jobs.map((job) => [job.key, stateOf(job)]));
  return new Map(
    sosIds.flatMap((id) => {
      const state = states.get(summaryKey(id));
      return state ? [[id, state] as const] : [];
    }),
  );
}

export async function listSummaryJobs(deps: Pick<Deps, 'db' | 'clock'>): Promise<SummaryJob[]> {
  const jobs = await unfinishedSummaries(deps);
  const sos = await sosOf(
    deps.db.orm,
    jobs.map(({ sosId }) => sosId),
  );
  return jobs.map((job) => ({
    sosId: job.sosId,
    sosTitle: sos.get(job.sosId)?.title ?? null,
    sosStatus: sos.get(job.sosId)?.status ?? null,
    state: stateOf(job),
    attempts: job.attempts,
    lastError: job.lastError,
    at: iso(job.at),
    createdAt: iso(job.createdAt),
  }));
}

export const retrySummaryJob = act({
  summary: 'Try a failed summary again',
  answer: z.array(summaryJobOutput),
  refusals: ['JOB_NOT_FAILED', 'SUMMARY_SOS_NOT_RESOLVED'],
  params: sosParams,
  isForModerators: true,
  areas: ['jobs'],
  run: async ({ deps, tx, record }, { sosId }) => {
    const jobs = await unfinishedJobs(tx.orm, 'summary.generate', deps.clock.now());
    const failed = jobs.find(({ key, state }) => key === summaryKey(sosId) && state === 'failed');
    if (!failed) throw new AppError('JOB_NOT_FAILED');
    const sos = (await sosOf(tx.orm, [sosId])).get(sosId);
    if (sos) refuseIf(denySummaryRequest(sos));
    await retryFailedSummary(deps, tx, sosId);
    await record({
      action: 'job.retry',
      subject: { type: 'sos', id: sosId, label: sos?.title ?? 'SOS supprimé' },
      before: { attempts: failed.attempts, error: failed.lastError },
    });
  },
  show: (deps) => listSummaryJobs(deps),
});

/** A waiting job with attempts has failed before. */
function stateOf({ state, attempts }: Pick<Stored, 'state' | 'attempts'>): SummaryJobState {
  return state === 'waiting' && attempts > 0 ? 'retrying' : state;
}

type NamedSos = Pick<typeof sosRequests.$inferSelect, 'id' | 'title' | 'status'>;

async function sosOf(queries: Queries, sosIds: string[]): Promise<Map<string, NamedSos>> {
  if (sosIds.length === 0) return new Map();
  const rows = await queries
    .select({ id: sosRequests.id, title: sosRequests.title, status: sosRequests.status })
    .from(sosRequests)
    .where(inArray(sosRequests.id, sosIds));
  return new Map(rows.map((row) => [row.id, row]));
}
