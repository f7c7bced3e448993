import { MODERATOR_AREAS, type ModerationArea } from '@guilde/contracts/admin/rules.ts';
import { and, count, eq, isNull, ne, sql } from 'drizzle-orm';
import { preparedQuery, type Queries, type Tx } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import { members, sessions, userRoles } from './tables.ts';

const activeTeam = preparedQuery((queries) =>
  queries
    .select({
      id: members.id,
      role: userRoles.role,
      isProven: sql<number>`exists (select 1 from ${sessions}
        where ${sessions.userId} = ${members.id} and ${sessions.provenAt} is not null)`,
    })
    .from(userRoles)
    .innerJoin(members, eq(members.id, userRoles.userId))
    .where(isNull(members.suspendedAt))
    .prepare(),
);

/** Suspended administrators are left out. */
export async function administratorIds(queries: Queries): Promise<string[]> {
  return (await activeTeam(queries).all()).flatMap(({ id, role }) => (role === 'admin' ? [id] : []));
}

export function publishModeration(
  tx: Tx,
  deps: Pick<Deps, 'live'>,
  ...areas: ModerationArea[]
): Promise<void> {
  return publishModerationExcept(tx, deps, null, ...areas);
}

/**
 * All sessions of a member of the team get the event if one of them has proved a second factor. `memberId` is the
 * reported person, who must not learn of it.
 */
export async function publishModerationExcept(
  tx: Tx,
  { live }: Pick<Deps, 'live'>,
  memberId: string | null,
  ...areas: ModerationArea[]
): Promise<void> {
  const team = (await activeTeam(tx.orm).all()).filter(({ id, isProven }) => isProven && id !== memberId);
  tx.afterCommit(() => {
    for (const area of areas) {
      const mayKnow = team.filter(({ role }) => role === 'admin' || MODERATOR_AREAS.includes(area));
      live.publish(
        mayKnow.map(({ id }) => id),
        { type: 'moderation.changed', area },
      );
    }
  });
}

export async function otherAdministrators(queries: Queries, memberId: string): Promise<number> {
  const [admins] = await queries
    .select({ others: count() })
    .from(userRoles)
    .innerJoin(members, eq(members.id, userRoles.userId))
    .where(and(eq(userRoles.role, 'admin'), ne(userRoles.userId, memberId), isNull(members.suspendedAt)));
  return admins?.others ?? 0;
}
