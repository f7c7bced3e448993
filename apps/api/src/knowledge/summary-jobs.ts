import { AppError } from '@guilde/contracts/errors.ts';
import { and, eq, isNull, ne, or } from 'drizzle-orm';
import { enqueueSummary, summaryKey } from '../conversations/jobs.ts';
import { conversations, messages } from '../conversations/tables.ts';
import type { Queries, Tx } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import { cancelWaitingJob, type KeyedJob, unfinishedJobs } from '../platform/jobs/job-keys.ts';
import { sosRequests } from '../sos/tables.ts';
import { sosSummaries } from './tables.ts';

/** A summary being made, waiting for its next attempt, or given up. Instants in milliseconds. */
export type SummaryJob = Omit<KeyedJob, 'key'> & { sosId: string };

/**
 * Asks for the summary of any SOS in which a helper wrote, for an administrator. `regenerate`: in the place of the one
 * there is; its custom prompt counts and stays, its content and what was decided about it go. A failed job of the SOS
 * is superseded. Codes: NOT_FOUND, SUMMARY_NOTHING_TO_SAY, SUMMARY_EXISTS, SUMMARY_UNDER_WAY.
 */
export async function requestSummary(
  deps: Pick<Deps, 'jobs' | 'clock'>,
  tx: Tx,
  sosId: string,
  { regenerate = false }: { regenerate?: boolean } = {},
): Promise<void> {
  const [sos] = await tx.orm
    .select({ id: sosRequests.id })
    .from(sosRequests)
    .where(eq(sosRequests.id, sosId));
  if (!sos) throw new AppError('NOT_FOUND');
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

/** Has a failed summary tried again, with all attempts before it. Codes: NOT_FOUND when none has failed. */
export async function retryFailedSummary({ jobs }: Pick<Deps, 'jobs'>, tx: Tx, sosId: string): Promise<void> {
  if (!(await jobs.retry(tx, summaryKey(sosId)))) throw new AppError('NOT_FOUND');
}

/** Summaries that are not there yet: failed first, then those that run or wait. `lastError` is a code. */
export async function unfinishedSummaries({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<SummaryJob[]> {
  const found = await unfinishedJobs(db.orm, 'summary.generate', clock.now());
  return found.map(({ key, ...job }) => ({ ...job, sosId: key.slice(summaryKey('').length) }));
}

/** Whether a text of somebody other than the requester stands in the conversation. */
async function hasHelp(queries: Queries, sosId: string): Promise<boolean> {
  const [text] = await queries
    .select({ id: messages.id })
    .from(sosRequests)
    .innerJoin(conversations, eq(conversations.sosRequestId, sosRequests.id))
    .innerJoin(messages, eq(messages.conversationId, conversations.id))
    .where(
      and(
        eq(sosRequests.id, sosId),
        eq(messages.kind, 'text'),
        or(ne(messages.senderId, sosRequests.userId), isOneUnknown()),
      ),
    )
    .limit(1);
  return text !== undefined;
}

/** Only one of the two is known: they are two. */
function isOneUnknown() {
  return or(
    and(isNull(messages.senderId), ne(sosRequests.userId, '')),
    and(isNull(sosRequests.userId), ne(messages.senderId, '')),
  );
}
