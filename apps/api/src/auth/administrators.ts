import type { ModerationArea } from '@guilde/contracts/admin.ts';
import { and, count, eq, isNull, ne } from 'drizzle-orm';
import { preparedQuery, type Queries, type Tx } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import { members, userRoles } from './tables.ts';

const activeAdministrators = preparedQuery((queries) =>
  queries
    .select({ id: members.id })
    .from(userRoles)
    .innerJoin(members, eq(members.id, userRoles.userId))
    .where(isNull(members.suspendedAt))
    .prepare(),
);

/** Not suspended. */
export async function administratorIds(queries: Queries): Promise<string[]> {
  return (await activeAdministrators(queries).all()).map(({ id }) => id);
}

export function publishModeration(
  tx: Tx,
  deps: Pick<Deps, 'live'>,
  ...areas: ModerationArea[]
): Promise<void> {
  return publishModerationExcept(tx, deps, null, ...areas);
}

/** The reported person must not learn of it. */
export async function publishModerationExcept(
  tx: Tx,
  { live }: Pick<Deps, 'live'>,
  memberId: string | null,
  ...areas: ModerationArea[]
): Promise<void> {
  const ids = (await administratorIds(tx.orm)).filter((id) => id !== memberId);
  tx.afterCommit(() => {
    for (const area of areas) live.publish(ids, { type: 'moderation.changed', area });
  });
}

export async function otherAdministrators(queries: Queries, memberId: string): Promise<number> {
  const [admins] = await queries
    .select({ others: count() })
    .from(userRoles)
    .innerJoin(members, eq(members.id, userRoles.userId))
    .where(and(ne(userRoles.userId, memberId), isNull(members.suspendedAt)));
  return admins?.others ?? 0;
}

export async function removeAdmin(tx: Tx, userId: string): Promise<void> {
  await tx.orm.delete(userRoles).where(eq(userRoles.userId, userId));
}
