import type { feedQuery } from '@guilde/contracts/sos/input.ts';
import { lowestRank } from '@guilde/contracts/sos/ranking.ts';
import { type SosPage, STATUSES_OF_FILTER } from '@guilde/contracts/sos/rules.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import {
  and,
  desc,
  eq,
  gte,
  inArray,
  isNotNull,
  notInArray,
  type Placeholder,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { z } from 'zod';
import { conversations, participants } from '../conversations/tables.ts';
import { preparedQueries, type Queries } from '../platform/database/db.ts';
import { matchOf } from '../platform/database/search.ts';
import { versionedCache } from '../platform/database/versioned-cache.ts';
import type { Deps } from '../platform/deps.ts';
import { type Json, toJson } from '../platform/http/json.ts';
import { readNumbersCursor } from '../platform/paging.ts';
import { profiles } from '../profiles/tables.ts';
import { hiddenSos } from './hidden-by-blocks.ts';
import { selectSos, toSos } from './queries.ts';
import { sosRequests, sosSpecialties, unresolved } from './tables.ts';

/** The limit bounds the cost of a search such as « co ». */
const FOUND_MAX = 10_000;

/** The newest day comes first; within a day, urgent SOS come before the newest. */
export const feedOrder = [desc(sosRequests.feedRank), desc(sosRequests.position)];

type Filters = z.output<typeof feedQuery>;

/** Without personal filters it is cached until it changes: one statement checks that, one makes it. */
export async function listSos(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  viewer: Viewer,
  filters: Filters,
): Promise<Json<SosPage>> {
  const lowest = lowestRank(filters.date, clock.now());
  const read = (hidden: Iterable<string>) =>
    readPage(db.orm, filters, { viewerId: viewer.id, lowest, hidden: JSON.stringify([...hidden]) });
  const { status, specialty, cursor, limit } = filters;
  const isPersonal = filters.scope !== 'all' || filters.q !== '';
  // Both are read at the same time, because blocks separate few members.
  const [hidden, shared] = await Promise.all([
    hiddenSos(db.orm, viewer),
    isPersonal
      ? null
      : versionedCache(db.orm, JSON.stringify(['feed', lowest, status, specialty, cursor, limit]), async () =>
          toJson(await read([])),
        ),
  ]);
  return shared && hidden.size === 0 ? shared : toJson(await read(hidden.keys()));
}

async function readPage(
  queries: Queries,
  filters: Filters,
  values: { viewerId: string; lowest: number | null; hidden: string },
): Promise<SosPage> {
  const { limit, specialty, cursor, q } = filters;
  const [rank, position] = cursor ? readNumbersCursor(cursor) : [];
  const rows = await pageOf(queries, filters).all({
    ...values,
    specialty,
    rank,
    position,
    match: matchOf(q),
    limit: limit + 1,
  });
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1)?.sos : undefined;
  return {
    items: page.map(toSos),
    nextCursor: last ? `${last.feedRank}.${last.position}` : null,
  };
}

const pageOf = preparedQueries(
  ({ date, status, specialty, scope, q, cursor }: Filters) =>
    [date !== 'all', status, specialty !== 'all', scope, q !== '', Boolean(cursor)].join(),
  preparePage,
);

function preparePage(queries: Queries, filters: Filters) {
  return selectSos(queries)
    .where(and(...conditions(queries, filters)))
    .orderBy(...feedOrder)
    .limit(sql.placeholder('limit'))
    .prepare();
}

function conditions(
  queries: Queries,
  { date, status, specialty, scope, q, cursor }: Filters,
): (SQL | undefined)[] {
  const viewerId = sql.placeholder('viewerId');
  return [
    !cursor
      ? undefined
      : sql`(${sosRequests.feedRank}, ${sosRequests.position}) < (${sql.placeholder('rank')}, ${sql.placeholder('position')})`,
    sql`${sosRequests.id} not in (select value from json_each(${sql.placeholder('hidden')}))`,
    date === 'all' ? undefined : gte(sosRequests.feedRank, sql.placeholder('lowest')),
    statusCondition(status),
    specialty === 'all'
      ? undefined
      : needs(queries, eq(sosSpecialties.specialty, sql.placeholder('specialty'))),
    scope === 'mine' ? eq(sosRequests.userId, viewerId) : undefined,
    scope === 'matching' ? matching(queries, viewerId) : undefined,
    scope === 'unhelped' ? and(withoutHelp, sql`${sosRequests.userId} is not ${viewerId}`) : undefined,
    q
      ? sql`${sosRequests.position} in (select rowid from sos_search where sos_search match ${sql.placeholder('match')} order by rowid desc limit ${sql.raw(String(FOUND_MAX))})`
      : undefined,
  ];
}

function statusCondition(status: Filters['status']): SQL | undefined {
  if (status === 'all') return undefined;
  if (status === 'unresolved') return unresolved;
  const isOne = inArray(sosRequests.status, STATUSES_OF_FILTER[status]);
  return status === 'ongoing' ? and(unresolved, isOne) : isOne;
}

/** The condition selects SOS of others in which the viewer never took part. */
function matching(queries: Queries, viewerId: Placeholder): SQL | undefined {
  const mySpecialties = sql`(select value from ${profiles}, json_each(${profiles.specialties}) where ${profiles.userId} = ${viewerId})`;
  const joined = queries
    .select({ id: conversations.sosRequestId })
    .from(participants)
    .innerJoin(conversations, eq(conversations.id, participants.conversationId))
    .where(and(eq(participants.userId, viewerId), isNotNull(conversations.sosRequestId)));
  return and(
    unresolved,
    sql`${sosRequests.userId} is not ${viewerId}`,
    // There are fewer unresolved SOS than SOS of a specialty.
    sql`exists (select 1 from ${sosSpecialties} where ${sosSpecialties.sosPosition} = ${sosRequests.position} and ${sosSpecialties.specialty} in ${mySpecialties})`,
    notInArray(sosRequests.id, joined),
  );
}

/** The SOS is unresolved, and only the requester has a seat. */
export const withoutHelp = and(
  unresolved,
  sql`not exists (select 1 from ${conversations}
    join ${participants} on ${participants.conversationId} = ${conversations.id}
    where ${conversations.sosRequestId} = ${sosRequests.id} and ${participants.isActive} and ${participants.role} <> 'requester')`,
);

function needs(queries: Queries, condition: SQL): SQL {
  const positions = queries
    .select({ position: sosSpecialties.sosPosition })
    .from(sosSpecialties)
    .where(condition);
  return inArray(sosRequests.position, positions);
}
