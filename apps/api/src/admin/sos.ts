import type { adminSosQuery } from '@guilde/contracts/admin/input.ts';
import type { AdminSos, AdminSosDetail, AdminSosPage } from '@guilde/contracts/admin/rules.ts';
import type { SosStatus } from '@guilde/contracts/sos/rules.ts';
import { and, count, desc, eq, inArray, isNotNull, lt, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { messages } from '../conversations/tables.ts';
import { sosSummaries } from '../knowledge/tables.ts';
import { iso } from '../platform/clock.ts';
import type { Queries } from '../platform/database/db.ts';
import { matchOf } from '../platform/database/search.ts';
import type { Deps } from '../platform/deps.ts';
import { pageOf, readPositionCursor } from '../platform/paging.ts';
import { toMemberRef } from '../profiles/members.ts';
import { withoutHelp } from '../sos/feed.ts';
import { selectSos, sosById, toSosDetail } from '../sos/queries.ts';
import { sosRequests, sosWaves, unresolved } from '../sos/tables.ts';
import { jobStates } from './summaries/jobs.ts';

type Filters = z.output<typeof adminSosQuery>;
type ListDeps = Pick<Deps, 'db' | 'clock'>;

export async function listAllSos(deps: ListDeps, filters: Filters): Promise<AdminSosPage> {
  const queries = deps.db.orm;
  const { q, cursor, limit, status } = filters;
  const rows = await selectSos(queries)
    .where(
      and(
        FILTERS[status],
        q
          ? sql`${sosRequests.position} in (select rowid from sos_search where sos_search match ${matchOf(q)})`
          : undefined,
        cursor ? lt(sosRequests.position, readPositionCursor(cursor)) : undefined,
      ),
    )
    // Unresolved SOS use their index; the others are read from the newest.
    .orderBy(FEW.has(status) ? desc(sql`+${sosRequests.position}`) : desc(sosRequests.position))
    .limit(limit + 1);
  const page = pageOf(rows, limit, ({ sos }) => String(sos.position));
  return {
    items: await toAdminSosList(deps, queries, page.rows),
    nextCursor: page.nextCursor,
    counts: await countSos(queries),
  };
}

const urgent = and(unresolved, eq(sosRequests.isUrgent, true));

/** The administrators were notified of these SOS. */
export const unhelped = and(
  withoutHelp,
  sql`exists (select 1 from ${sosWaves} where ${sosWaves.sosId} = ${sosRequests.id} and ${sosWaves.unhelpedAt} is not null)`,
);

const FEW = new Set<Filters['status']>(['open', 'in_progress', 'urgent', 'unhelped']);

const FILTERS: Record<Filters['status'], SQL | undefined> = {
  all: undefined,
  open: and(unresolved, eq(sosRequests.status, 'open')),
  in_progress: and(unresolved, eq(sosRequests.status, 'in_progress')),
  resolved: eq(sosRequests.status, 'resolved'),
  closed: eq(sosRequests.status, 'closed'),
  urgent,
  unhelped,
};

export async function adminSosDetail(
  deps: Pick<Deps, 'clock'>,
  queries: Queries,
  sosId: string,
): Promise<AdminSosDetail> {
  const rows = await sosById(queries).all({ id: sosId });
  const detail = toSosDetail(rows);
  const [item] = await toAdminSosList(deps, queries, rows);
  const conversationId = detail.conversation?.id ?? null;
  const { description, additions, files, correctedAt, specialties, helpers, ...others } = detail;
  const { updatedAt, resolvedAt, closedAt } = others;
  return {
    ...(item as AdminSos),
    ...{ description, additions, files, correctedAt, specialties, helpers, updatedAt, resolvedAt, closedAt },
    conversationId,
    messagesCount: conversationId ? await messagesIn(queries, conversationId) : 0,
    alerted: await alertedOf(queries, sosId),
  };
}

async function alertedOf(queries: Queries, sosId: string): Promise<number> {
  const [row] = await queries
    .select({ alerted: sosWaves.alerted })
    .from(sosWaves)
    .where(eq(sosWaves.sosId, sosId));
  return row?.alerted ?? 0;
}

function messagesIn(queries: Queries, conversationId: string): Promise<number> {
  return queries.$count(
    messages,
    and(eq(messages.conversationId, conversationId), eq(messages.kind, 'text')),
  );
}

async function toAdminSosList(
  deps: Pick<Deps, 'clock'>,
  queries: Queries,
  rows: Awaited<ReturnType<typeof selectSos>>,
): Promise<AdminSos[]> {
  const ids = rows.map(({ sos }) => sos.id);
  const summaries = await summariesOf(queries, ids);
  const jobs = await jobStates(deps, queries, ids);
  return rows.map(({ sos, author }) => ({
    id: sos.id,
    author: author && toMemberRef(author),
    title: sos.title,
    category: sos.category,
    status: sos.status,
    isUrgent: sos.isUrgent,
    viewsCount: sos.viewsCount,
    responsesCount: sos.responsesCount,
    createdAt: iso(sos.createdAt),
    summary: summaries.get(sos.id) ?? null,
    job: jobs.get(sos.id) ?? null,
  }));
}

async function summariesOf(queries: Queries, sosIds: string[]) {
  if (sosIds.length === 0) return new Map<string, NonNullable<AdminSos['summary']>>();
  const rows = await queries
    .select({ sosId: sosSummaries.sosRequestId, id: sosSummaries.id, status: sosSummaries.status })
    .from(sosSummaries)
    .where(inArray(sosSummaries.sosRequestId, sosIds));
  return new Map(rows.map(({ sosId, ...summary }) => [sosId ?? '', summary]));
}

/** Each count uses an index. */
async function countSos(queries: Queries): Promise<AdminSosPage['counts']> {
  const unresolvedCounts = await queries
    .select({ status: sosRequests.status, count: count() })
    .from(sosRequests)
    .where(unresolved)
    .groupBy(sosRequests.status);
  const of = (status: SosStatus) => unresolvedCounts.find((row) => row.status === status)?.count ?? 0;
  const [open, inProgress] = [of('open'), of('in_progress')];
  const resolved = await queries.$count(sosRequests, isNotNull(sosRequests.resolvedAt));
  const total = await queries.$count(sosRequests);
  return {
    ...{ total, open, in_progress: inProgress, resolved, closed: total - open - inProgress - resolved },
    urgent: await queries.$count(sosRequests, urgent),
    unhelped: await queries.$count(sosRequests, unhelped),
  };
}
