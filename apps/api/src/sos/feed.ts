import { AppError } from '@guilde/contracts/errors.ts';
import { lowestRank } from '@guilde/contracts/ranking.ts';
import { type feedQuery, type SosPage, STATUSES_OF_FILTER } from '@guilde/contracts/sos.ts';
import { foldText } from '@guilde/contracts/text.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { and, desc, eq, gte, inArray, notExists, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { conversations, participants } from '../conversations/tables.ts';
import type { Queries } from '../platform/db.ts';
import type { Deps } from '../platform/deps.ts';
import { profiles } from '../profiles/tables.ts';
import { sosRequests, sosSpecialties } from './tables.ts';
import { selectSos, toSosList } from './views.ts';

const CURSOR = /^(\d{1,9})\.(\d{1,15})$/;

/** How the feed is ordered: newest day first, urgent first within a day, then the newest. */
export const feedOrder = [desc(sosRequests.feedRank), desc(sosRequests.position)];

/** A page of the feed with all filters, in two statements. */
export async function listSos(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  viewer: Viewer,
  filters: z.output<typeof feedQuery>,
): Promise<SosPage> {
  const rows = await selectSos(db.orm)
    .where(and(...conditions(db.orm, viewer, filters, clock.now())))
    .orderBy(...feedOrder)
    .limit(filters.limit + 1);
  const page = rows.slice(0, filters.limit);
  const last = rows.length > filters.limit ? page.at(-1)?.sos : undefined;
  return {
    items: await toSosList(db.orm, page),
    nextCursor: last ? `${last.feedRank}.${last.position}` : null,
  };
}

function conditions(
  queries: Queries,
  viewer: Viewer,
  { date, status, specialty, scope, q, cursor }: z.output<typeof feedQuery>,
  now: number,
): (SQL | undefined)[] {
  const rank = lowestRank(date, now);
  return [
    cursor ? below(cursor) : undefined,
    rank === null ? undefined : gte(sosRequests.feedRank, rank),
    status === 'all' ? undefined : inArray(sosRequests.status, STATUSES_OF_FILTER[status]),
    specialty === 'all' ? undefined : needs(queries, eq(sosSpecialties.specialty, specialty)),
    scope === 'mine' ? eq(sosRequests.userId, viewer.id) : undefined,
    scope === 'matching' ? matching(queries, viewer) : undefined,
    q ? containing(q) : undefined,
  ];
}

/** Unresolved SOS of others that need one of the viewer's specialties and in which the viewer never took part. */
export function matching(queries: Queries, viewer: Viewer): SQL | undefined {
  const mySpecialties = sql`(select value from ${profiles}, json_each(${profiles.specialties}) where ${profiles.userId} = ${viewer.id})`;
  const joined = queries
    .select({ one: sql`1` })
    .from(conversations)
    .innerJoin(participants, eq(participants.conversationId, conversations.id))
    .where(and(eq(conversations.sosRequestId, sosRequests.id), eq(participants.userId, viewer.id)));
  return and(
    inArray(sosRequests.status, STATUSES_OF_FILTER.unresolved),
    sql`${sosRequests.userId} is not ${viewer.id}`,
    needs(queries, sql`${sosSpecialties.specialty} in ${mySpecialties}`),
    notExists(joined),
  );
}

function needs(queries: Queries, condition: SQL): SQL {
  const positions = queries
    .select({ position: sosSpecialties.sosPosition })
    .from(sosSpecialties)
    .where(condition);
  return inArray(sosRequests.position, positions);
}

/** SOS in which every word sought begins a word of the title or description; nothing for a query without a word. */
function containing(q: string): SQL {
  const words = foldText(q)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
  if (words.length === 0) return sql`false`;
  const match = words.map((word) => `"${word}" *`).join(' ');
  return sql`${sosRequests.position} in (select rowid from sos_search where sos_search match ${match})`;
}

function below(cursor: string): SQL {
  const [, rank, position] = CURSOR.exec(cursor) ?? [];
  if (!rank || !position) throw new AppError('INVALID_INPUT', {}, { cursor: 'Recharge la liste.' });
  return sql`(${sosRequests.feedRank}, ${sosRequests.position}) < (${Number(rank)}, ${Number(position)})`;
}
