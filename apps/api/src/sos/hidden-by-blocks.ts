import type { Sos } from '@guilde/contracts/sos/rules.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { and, eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { conversations, participants } from '../conversations/tables.ts';
import { preparedQuery, type Queries } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import { hasBlocked, isSeparated, separatedFrom, separatedFromAny } from '../profiles/blocks.ts';
import { sosRequests, unresolved } from './tables.ts';

/**
 * An SOS that has not ended is hidden from whom a block separates from its author or from somebody who has a seat there,
 * unless they have one too (docs/specification.md#blocks).
 */

/** A condition uses the ids of the SOS that are hidden from the member. */
export function hiddenFrom(memberId: SQLWrapper): SQL {
  const others = separatedFrom(memberId);
  const answered = sql`select ${conversations.sosRequestId} from ${participants}
    join ${conversations} on ${conversations.id} = ${participants.conversationId}
    where ${participants.isActive} and ${conversations.status} <> 'closed'
      and ${conversations.sosRequestId} is not null`;
  return sql`(select id from ${sosRequests} where ${unresolved} and user_id in ${others}
    union ${answered} and ${participants.userId} in ${others}
    except ${answered} and ${participants.userId} = ${memberId})`;
}

/** The query binds `memberId`. */
export const hiddenRows = preparedQuery((queries) =>
  queries
    .select({ id: sosRequests.id, feedRank: sosRequests.feedRank })
    .from(sosRequests)
    .where(sql`${sosRequests.id} in ${hiddenFrom(sql.placeholder('memberId'))}`)
    .prepare(),
);

/**
 * Resolves with the place in the feed of each SOS that is hidden from the member, by its id. Blocks separate few
 * members, and a libSQL server takes five times as long to prepare `hiddenRows` as to answer `isSeparated`.
 */
export async function hiddenSos(
  queries: Queries,
  { id }: Pick<Viewer, 'id'>,
): Promise<ReadonlyMap<string, number>> {
  if (!(await isSeparated(queries, { id }))) return new Map();
  const rows = await hiddenRows(queries).all({ memberId: id });
  return new Map(rows.map((sos) => [sos.id, sos.feedRank]));
}

/** Says why a notice about the SOS is not needed: the member has blocked its author, or null for all else. */
export async function blockedAuthor(
  queries: Queries,
  memberId: string,
  sosId: string,
): Promise<'blocked' | null> {
  const isIt = and(eq(sosRequests.id, sosId), hasBlocked(sql`${memberId}`, sosRequests.userId));
  return (await queries.$count(sosRequests, isIt)) > 0 ? 'blocked' : null;
}

/** The SOS `id` is hidden from these members. */
export const excludedMembers = preparedQuery((queries) => {
  const sosId = sql.placeholder('id');
  const company = sql`(select ${sosRequests.userId} from ${sosRequests} where ${eq(sosRequests.id, sosId)} and ${sosRequests.userId} is not null
    union all select ${participants.userId} from ${conversations} join ${participants} on ${participants.conversationId} = ${conversations.id}
    where ${eq(conversations.sosRequestId, sosId)} and ${participants.isActive})`;
  return queries
    .select({ id: sql<string>`id` })
    .from(separatedFromAny(company))
    .where(
      sql`id not in ${company} and exists (select 1 from ${sosRequests} where ${eq(sosRequests.id, sosId)} and ${unresolved})`,
    )
    .prepare();
});

export type Excluded = readonly { id: string }[];

/** The card goes to everybody but those members. */
export function publishCard(
  { live }: Pick<Deps, 'live'>,
  type: 'sos.created' | 'sos.updated',
  sos: Sos,
  excluded: Excluded,
): void {
  live.publish(excluded.length > 0 ? { everyoneBut: excluded.map(({ id }) => id) } : 'everyone', {
    type,
    sos,
  });
}
