import type { Specialty } from '@guilde/contracts/profiles/rules.ts';
import { type SosCategory, STATUSES_OF_FILTER } from '@guilde/contracts/sos/rules.ts';
import { and, eq, getTableColumns, inArray, isNull, sql } from 'drizzle-orm';
import { members } from '../../auth/tables.ts';
import { conversations } from '../../conversations/tables.ts';
import { preparedQuery, type Queries } from '../../platform/database/db.ts';
import { profiles } from '../../profiles/tables.ts';
import { sosRequests, sosWaves } from '../tables.ts';

/** This SOS has no answer yet, and its author is not suspended. `state` is null before the first wave. */
export type WaitingSos = {
  id: string;
  title: string;
  authorId: string | null;
  category: SosCategory;
  specialties: Specialty[];
  isUrgent: boolean;
  author: { cms: string | null; mainChannel: string | null };
  state: typeof sosWaves.$inferSelect | null;
};

const waitingQuery = preparedQuery((queries) =>
  queries
    .select({
      id: sosRequests.id,
      title: sosRequests.title,
      authorId: sosRequests.userId,
      category: sosRequests.category,
      specialties: sosRequests.specialties,
      isUrgent: sosRequests.isUrgent,
      // The author may hide it from all who are not in their conversations.
      cms: sql<string | null>`iif(instr(${profiles.conversationsOnly}, '"cms"') = 0, ${profiles.cms}, '')`,
      mainChannel: profiles.mainChannel,
      state: getTableColumns(sosWaves),
    })
    .from(sosRequests)
    .leftJoin(members, eq(members.id, sosRequests.userId))
    .leftJoin(profiles, eq(profiles.userId, sosRequests.userId))
    .leftJoin(conversations, eq(conversations.sosRequestId, sosRequests.id))
    .leftJoin(sosWaves, eq(sosWaves.sosId, sosRequests.id))
    .where(
      and(
        eq(sosRequests.id, sql.placeholder('sosId')),
        inArray(sosRequests.status, STATUSES_OF_FILTER.unresolved),
        isNull(conversations.id),
        isNull(members.suspendedAt),
      ),
    )
    .prepare(),
);

/** Returns undefined once the waves are over, because somebody helps, or the SOS has ended or is gone, or its author is suspended. */
export async function waitingSos(queries: Queries, sosId: string): Promise<WaitingSos | undefined> {
  const [row] = await waitingQuery(queries).all({ sosId });
  if (!row) return undefined;
  const { cms, mainChannel, ...sos } = row;
  return { ...sos, author: { cms, mainChannel } };
}
