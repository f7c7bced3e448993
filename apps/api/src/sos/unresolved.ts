import { MATCHING_AMONG } from '@guilde/contracts/home/rules.ts';
import type { Specialty } from '@guilde/contracts/profiles/rules.ts';
import { sql } from 'drizzle-orm';
import { conversations } from '../conversations/tables.ts';
import { preparedQuery, type Queries } from '../platform/database/db.ts';
import { feedOrder } from './feed.ts';
import { sosRequests, unresolved } from './tables.ts';

/** `userId` is null once its author's account is deleted. */
export type UnresolvedSos = {
  id: string;
  title: string;
  userId: string | null;
  specialties: Specialty[];
  isFull: boolean;
  isHelped: boolean;
};

const unresolvedQuery = preparedQuery((queries) =>
  queries
    .select({
      id: sosRequests.id,
      title: sosRequests.title,
      userId: sosRequests.userId,
      specialties: sosRequests.specialties,
      // This is no join, because both tables have a status, and the words of the index are fixed.
      isFull:
        sql`(select current_participants >= max_participants from ${conversations} where sos_request_id = ${sosRequests}.id)`.mapWith(
          Boolean,
        ),
      isHelped:
        sql`(select current_participants > 1 from ${conversations} where sos_request_id = ${sosRequests}.id)`.mapWith(
          Boolean,
        ),
    })
    .from(sosRequests)
    .where(unresolved)
    .orderBy(...feedOrder)
    .limit(MATCHING_AMONG)
    .prepare(),
);

/** The result is the same for all members. */
export function unresolvedSos(queries: Queries): Promise<UnresolvedSos[]> {
  return unresolvedQuery(queries).all();
}

/** Returns SOS of others with a free seat in which the member never took part; `joined` holds ids of SOS. */
export function matchingSos(
  candidates: readonly UnresolvedSos[],
  member: { id: string; specialties: readonly Specialty[]; joined: ReadonlySet<string> },
): UnresolvedSos[] {
  return candidates.filter(
    (sos) =>
      sos.userId !== member.id &&
      !sos.isFull &&
      sos.specialties.some((specialty) => member.specialties.includes(specialty)) &&
      !member.joined.has(sos.id),
  );
}
