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

/** The administrators who can act: those who are not suspended. */
export async function administratorIds(queries: Queries): Promise<string[]> {
  return (await activeAdministrators(queries).all()).map(({ id }) => id);
}

/** Tells the administrators, once this transaction is stored, that a part of the back office is not as it was. */
export function publishModeration(
  tx: Tx,
  deps: Pick<Deps, 'live'>,
  ...areas: ModerationArea[]
): Promise<void> {
  return publishModerationExcept(tx, deps, null, ...areas);
}

/** As `publishModeration`, but not to one of them: the person reported learns nothing. */
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

/** How many others could administer, were this member not to. */
export async function otherAdministrators(queries: Queries, memberId: string): Promise<number> {
  const [admins] = await queries
    .select({ others: count() })
    .from(userRoles)
    .innerJoin(members, eq(members.id, userRoles.userId))
    .where(and(ne(userRoles.userId, memberId), isNull(members.suspendedAt)));
  return admins?.others ?? 0;
}

/** Takes the role away inside the caller's transaction. */
export async function removeAdmin(tx: Tx, userId: string): Promise<void> {
  await tx.orm.delete(userRoles).where(eq(userRoles.userId, userId));
}
