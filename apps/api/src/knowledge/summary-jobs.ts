import { AppError, refuseIf } from '@guilde/contracts/errors.ts';
import { denySummaryRequest } from '@guilde/contracts/knowledge/rules.ts';
import { and, eq, gte, inArray, ne } from 'drizzle-orm';
import { publishModeration } from '../auth/administrators.ts';
import { enqueueSummary, summaryKey } from '../conversations/jobs.ts';
import type { Tx } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import { cancelWaitingJob, type KeyedJob, unfinishedJobs } from '../platform/jobs/job-keys.ts';
import type { JobPayloads } from '../platform/jobs/jobs.ts';
import { hasHelp } from '../sos/queries.ts';
import { sosRequests } from '../sos/tables.ts';
import { participantsOf } from './drafts.ts';
import { sosSummaries } from './tables.ts';

/** The instants are in milliseconds. */
export type SummaryJob = Omit<KeyedJob, 'key'> & { sosId: string };

/**
 * `regenerate` also replaces the decision on the existing summary. Throws NOT_FOUND,
 * SUMMARY_SOS_NOT_RESOLVED, SUMMARY_NOTHING_TO_SAY, SUMMARY_EXISTS, SUMMARY_UNDER_WAY.
 */
export async function requestSummary(
  deps: Pick<Deps, 'jobs' | 'clock'>,
  tx: Tx,
  sosId: string,
  { regenerate = false }: { regenerate?: boolean } = {},
): Promise<void> {
  const [sos] = await tx.orm
    .select({ status: sosRequests.status })
    .from(sosRequests)
    .where(eq(sosRequests.id, sosId));
  if (!sos) throw new AppError('NOT_FOUND');
  refuseIf(denySummaryRequest(sos));
  if (!(await hasHelp(tx.orm, sosId))) throw new AppError('SUMMARY_NOTHING_TO_SAY');
  const [existing] = await tx.orm
    .select({ createdAt: sosSummaries.createdAt })
    .from(sosSummaries)
    .where(eq(sosSummaries.sosRequestId, sosId));
  if (existing && !regenerate) throw new AppError('SUMMARY_EXISTS');
  const isFree = await cancelWaitingJob(tx.orm, summaryKey(sosId), deps.clock.now());
  if (!isFree) throw new AppError('SUMMARY_UNDER_WAY');
  await enqueueSummary(tx, deps, sosId, existing ? { replaces: existing.createdAt } : {});
}

/**
 * Removes the summary that an undone resolution asked for. One that was there before, or that the team has judged,
 * stays, as after any other change of the status.
 */
export function withdrawSummary(
  deps: Pick<Deps, 'db' | 'live'>,
  { sosId, since }: JobPayloads['summary.withdraw'],
): Promise<void> {
  return deps.db.write(async (tx) => {
    const unresolved = tx.orm
      .select({ id: sosRequests.id })
      .from(sosRequests)
      .where(and(eq(sosRequests.id, sosId), ne(sosRequests.status, 'resolved')));
    const isFirst = and(eq(sosSummaries.version, 1), gte(sosSummaries.createdAt, since));
    const isUnjudged = and(eq(sosSummaries.status, 'pending'), isFirst);
    const [withdrawn] = await tx.orm
      .delete(sosSummaries)
      .where(and(inArray(sosSummaries.sosRequestId, unresolved), isUnjudged))
      .returning({ id: sosSummaries.id });
    if (!withdrawn) return;
    const readers = await participantsOf(tx.orm, sosId);
    tx.afterCommit(() => deps.live.publish(readers, { type: 'draft.changed', sourceId: sosId }));
    await publishModeration(tx, deps, 'summaries', 'jobs', 'sos');
  });
}

/** @throws NOT_FOUND when no job has failed. */
export async function retryFailedSummary({ jobs }: Pick<Deps, 'jobs'>, tx: Tx, sosId: string): Promise<void> {
  if (!(await jobs.retry(tx, summaryKey(sosId)))) throw new AppError('NOT_FOUND');
}

/** Failed jobs come first. `lastError` is a code. */
export async function unfinishedSummaries({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<SummaryJob[]> {
  const found = await unfinishedJobs(db.orm, 'summary.generate', clock.now());
  return found.map(({ key, ...job }) => ({ ...job, sosId: key.slice(summaryKey('').length) }));
}
