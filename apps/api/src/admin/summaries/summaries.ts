import type {
  AdminSummary,
  AdminSummaryCounts,
  AdminSummaryDetail,
  AdminSummaryPage,
  SourceMessage,
} from '@guilde/contracts/admin.ts';
import type { AdminSummaryFilter, adminSummariesQuery } from '@guilde/contracts/admin-input.ts';
import { AppError } from '@guilde/contracts/errors.ts';
import { memberName } from '@guilde/contracts/profiles.ts';
import { and, asc, count, desc, eq, lt, type SQL, sql, sum } from 'drizzle-orm';
import type { z } from 'zod';
import { conversations, messages } from '../../conversations/tables.ts';
import { standingOf } from '../../knowledge/standing.ts';
import { aiCalls, sosSummaries } from '../../knowledge/tables.ts';
import { outcomesOfSummary } from '../../outcomes/shown.ts';
import { iso, isoOrNull } from '../../platform/clock.ts';
import type { Queries } from '../../platform/database/db.ts';
import { matchOf } from '../../platform/database/search.ts';
import type { Deps } from '../../platform/deps.ts';
import { profiles } from '../../profiles/tables.ts';
import { sosRequests } from '../../sos/tables.ts';
import { pageOf, readPositionCursor } from '../paging.ts';
import { changedSources, countToReview, isToReview } from './changed-sources.ts';
import { jobStates, listSummaryJobs } from './jobs.ts';

/** More than any chat has had. */
const SOURCES_MAX = 1000;

type ListDeps = Pick<Deps, 'db' | 'clock'>;

export async function listSummaries(
  deps: ListDeps,
  { q, cursor, limit, status }: z.output<typeof adminSummariesQuery>,
): Promise<AdminSummaryPage> {
  const queries = deps.db.orm;
  const rows = await selectSummaries(queries)
    .where(
      and(
        CONDITIONS[status],
        q
          ? sql`${sosSummaries.position} in (select rowid from summaries_search where summaries_search match ${matchOf(q)})`
          : undefined,
        cursor ? lt(sosSummaries.position, readPositionCursor(cursor)) : undefined,
      ),
    )
    .orderBy(desc(sosSummaries.position))
    .limit(limit + 1);
  const page = pageOf(rows, limit, ({ summary }) => String(summary.position));
  return {
    items: await toAdminSummaries(deps, queries, page.rows),
    nextCursor: page.nextCursor,
    counts: await countSummaries(deps),
  };
}

const CONDITIONS: Record<AdminSummaryFilter, SQL | undefined> = {
  all: undefined,
  pending: eq(sosSummaries.status, 'pending'),
  approved: eq(sosSummaries.status, 'approved'),
  rejected: eq(sosSummaries.status, 'rejected'),
  'to-review': isToReview,
};

export async function summaryDetail(
  deps: Pick<Deps, 'clock'>,
  queries: Queries,
  summaryId: string,
): Promise<AdminSummaryDetail> {
  const rows = await selectSummaries(queries).where(eq(sosSummaries.id, summaryId));
  const [summary] = await toAdminSummaries(deps, queries, rows);
  if (!summary) throw new AppError('NOT_FOUND');
  const [sos] =
    summary.sosId === null
      ? []
      : await queries
          .select({ title: sosRequests.title, description: sosRequests.description })
          .from(sosRequests)
          .where(eq(sosRequests.id, summary.sosId));
  return {
    ...summary,
    sosTitle: sos?.title ?? null,
    sosDescription: sos?.description ?? null,
    sources: summary.sosId === null ? null : await sourcesOf(queries, summary.sosId),
    outcomes: summary.sosId === null ? [] : await outcomesOfSummary(queries, summary.sosId),
  };
}

function selectSummaries(queries: Queries) {
  return queries
    .select({ summary: sosSummaries, moderator: profiles, changedSources })
    .from(sosSummaries)
    .leftJoin(profiles, eq(profiles.userId, sosSummaries.moderatedBy))
    .$dynamic();
}

async function toAdminSummaries(
  deps: Pick<Deps, 'clock'>,
  queries: Queries,
  rows: Awaited<ReturnType<typeof selectSummaries>>,
): Promise<AdminSummary[]> {
  const sosIds = rows.flatMap(({ summary }) => summary.sosRequestId ?? []);
  const jobs = await jobStates(deps, queries, sosIds);
  return rows.map((row) => {
    const { summary, moderator } = row;
    const {
      position: _position,
      sosRequestId,
      searchText: _searchText,
      searchStems: _searchStems,
      searchWords: _searchWords,
      moderatedBy: _moderatedBy,
      outcomeAnswer: _outcomeAnswer,
      outcomeDays: _outcomeDays,
      ...shown
    } = summary;
    return {
      ...shown,
      sosId: sosRequestId,
      moderatedBy: moderator && memberName(moderator),
      moderatedAt: isoOrNull(summary.moderatedAt),
      standing: standingOf(summary),
      reviewSince: isoOrNull(summary.reviewSince),
      createdAt: iso(summary.createdAt),
      updatedAt: iso(summary.updatedAt),
      job: (sosRequestId && jobs.get(sosRequestId)) || null,
      changedSources: (JSON.parse(row.changedSources) as number[]).sort((a, b) => a - b),
    };
  });
}

async function sourcesOf(queries: Queries, sosId: string): Promise<SourceMessage[]> {
  const rows = await queries
    .select({ message: messages, firstName: profiles.firstName, lastName: profiles.lastName })
    .from(conversations)
    .innerJoin(messages, eq(messages.conversationId, conversations.id))
    .leftJoin(profiles, eq(profiles.userId, messages.senderId))
    .where(eq(conversations.sosRequestId, sosId))
    .orderBy(asc(messages.seq))
    .limit(SOURCES_MAX);
  return rows.map(({ message, firstName, lastName }) => ({
    seq: message.seq,
    kind: message.kind,
    senderName: memberName(firstName === null ? null : { firstName, lastName: lastName ?? '' }),
    content: message.content,
    createdAt: iso(message.createdAt),
    ...(message.deletedByTeam ? { deletedByTeam: true as const } : {}),
  }));
}

async function countSummaries(deps: ListDeps): Promise<AdminSummaryCounts> {
  const rows = await deps.db.orm
    .select({ status: sosSummaries.status, count: count() })
    .from(sosSummaries)
    .groupBy(sosSummaries.status);
  // Rows of `sosSummaries` keep only the cost of the last generation.
  const [paid] = await deps.db.orm.select({ cost: sum(aiCalls.cost) }).from(aiCalls);
  const of = (status: string) => rows.find((row) => row.status === status)?.count ?? 0;
  const jobs = await listSummaryJobs(deps);
  return {
    total: rows.reduce((total, row) => total + row.count, 0),
    pending: of('pending'),
    approved: of('approved'),
    rejected: of('rejected'),
    toReview: await countToReview(deps.db.orm),
    cost: Number(paid?.cost ?? 0),
    jobs: jobs.filter(({ state }) => state !== 'failed').length,
    failedJobs: jobs.filter(({ state }) => state === 'failed').length,
  };
}
