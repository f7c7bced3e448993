import type { AdminSummaryFilter, adminSummariesQuery } from '@guilde/contracts/admin/input.ts';
import type { AdminSummary, AdminSummaryDetail, AdminSummaryPage } from '@guilde/contracts/admin/rules.ts';
import { AppError } from '@guilde/contracts/errors.ts';
import { memberName } from '@guilde/contracts/profiles/rules.ts';
import { and, count, desc, eq, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { costColumns, spent } from '../../knowledge/costs.ts';
import { vetoes } from '../../knowledge/drafts.ts';
import { lastOutcomeOf } from '../../knowledge/last-outcome.ts';
import { sentencesOfSummary } from '../../knowledge/sentences.ts';
import { sosSummaries } from '../../knowledge/tables.ts';
import { versionsOf } from '../../knowledge/versions.ts';
import { outcomesOfSummary } from '../../outcomes/shown.ts';
import { iso, isoOrNull } from '../../platform/clock.ts';
import type { Queries } from '../../platform/database/db.ts';
import { matchOf } from '../../platform/database/search.ts';
import type { Deps } from '../../platform/deps.ts';
import { pageOf, readPositionCursor } from '../../platform/paging.ts';
import { profiles } from '../../profiles/tables.ts';
import { changedSources, isToReview } from './changed-sources.ts';
import { jobStates, listSummaryJobs } from './jobs.ts';
import { sourcesOf } from './sources.ts';

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
  pending: and(eq(sosSummaries.status, 'pending'), isNull(sosSummaries.scheduledPrivacy)),
  scheduled: isNotNull(sosSummaries.scheduledPrivacy),
  approved: eq(sosSummaries.status, 'approved'),
  rejected: eq(sosSummaries.status, 'rejected'),
  'to-review': isToReview,
};

/** @throws NOT_FOUND */
export async function readSummary(
  deps: Pick<Deps, 'clock'>,
  queries: Queries,
  summaryId: string,
): Promise<AdminSummary> {
  const rows = await selectSummaries(queries).where(eq(sosSummaries.id, summaryId));
  const [summary] = await toAdminSummaries(deps, queries, rows);
  if (!summary) throw new AppError('NOT_FOUND');
  return summary;
}

/** Masking the conversation is slow, so no transaction may call it. Throws NOT_FOUND. */
export async function summaryDetail(deps: ListDeps, summaryId: string): Promise<AdminSummaryDetail> {
  const queries = deps.db.orm;
  const summary = await readSummary(deps, queries, summaryId);
  const versions = await versionsOf(queries, summaryId);
  const generated = [summary, ...versions.filter(({ isCorrection }) => !isCorrection)];
  const lastGenerated = Math.max(...generated.map(({ createdAt }) => Date.parse(createdAt)));
  return {
    ...summary,
    ...(await sourcesOf(queries, summary.sosId, lastGenerated)),
    versions,
    outcomes: summary.sosId === null ? [] : await outcomesOfSummary(queries, summary.sosId),
  };
}

function selectSummaries(queries: Queries) {
  return queries
    .select({ summary: sosSummaries, moderator: profiles, changedSources, costs: costColumns, vetoes })
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
      callsOf: _callsOf,
      importKey: _importKey,
      version: _version,
      ...shown
    } = summary;
    return {
      ...shown,
      ...row.costs,
      sentences: sentencesOfSummary(summary),
      sosId: sosRequestId,
      moderatedBy: moderator && memberName(moderator),
      moderatedAt: isoOrNull(summary.moderatedAt),
      standing: lastOutcomeOf(summary),
      reviewSince: isoOrNull(summary.reviewSince),
      reviewUntil: isoOrNull(summary.reviewUntil),
      correctedAt: isoOrNull(summary.correctedAt),
      vetoes: JSON.parse(row.vetoes) as AdminSummary['vetoes'],
      createdAt: iso(summary.createdAt),
      updatedAt: iso(summary.updatedAt),
      job: (sosRequestId && jobs.get(sosRequestId)) || null,
      changedSources: (JSON.parse(row.changedSources) as number[]).sort((a, b) => a - b),
    };
  });
}

async function countSummaries(deps: ListDeps): Promise<AdminSummaryPage['counts']> {
  const rows = await deps.db.orm
    .select({
      status: sosSummaries.status,
      count: count(),
      scheduled: sql<number>`count(${sosSummaries.scheduledPrivacy})`,
    })
    .from(sosSummaries)
    .groupBy(sosSummaries.status);
  const { cost } = await spent(deps.db.orm);
  const of = (status: string) => rows.find((row) => row.status === status)?.count ?? 0;
  const scheduled = rows.reduce((total, row) => total + row.scheduled, 0);
  const jobs = await listSummaryJobs(deps);
  return {
    total: rows.reduce((total, row) => total + row.count, 0),
    pending: of('pending') - scheduled,
    scheduled,
    approved: of('approved'),
    rejected: of('rejected'),
    toReview: await deps.db.orm.$count(sosSummaries, isToReview),
    cost,
    jobs: jobs.filter(({ state }) => state !== 'failed').length,
    failedJobs: jobs.filter(({ state }) => state === 'failed').length,
  };
}
