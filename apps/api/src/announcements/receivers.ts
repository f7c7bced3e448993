import type { announcementChangeInput } from '@guilde/contracts/announcements/input.ts';
import { savedMemberFilters } from '@guilde/contracts/member-filters/input.ts';
import { and, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { members, userRoles } from '../auth/tables.ts';
import type { Queries, Tx } from '../platform/database/db.ts';
import { memberConditions } from '../profiles/member-filters.ts';
import { profiles } from '../profiles/tables.ts';
import { announcementTargets } from './tables.ts';

/** `memberIds` counts for a selection, `filters` for a filter. */
export type Audience = Pick<z.output<typeof announcementChangeInput>, 'audience' | 'filters' | 'memberIds'>;

/** Others never receive an announcement. */
export const canRead = and(isNull(members.suspendedAt), eq(members.profileComplete, true));

/** Counts the members whom an announcement would reach at `now`, which is in milliseconds. */
export function countReceivers(queries: Queries, audience: Audience, now: number): Promise<number> {
  return queries.$count(receiversOf(queries, '', audience, now).as('receivers'));
}

/** Keeps who belongs to the audience now, whatever they do before the announcement reaches them. */
export async function storeTargets(tx: Tx, id: string, audience: Audience, now: number): Promise<void> {
  await tx.orm.insert(announcementTargets).select(receiversOf(tx.orm, id, audience, now));
}

function receiversOf(queries: Queries, id: string, audience: Audience, now: number) {
  return queries
    .select({ announcementId: sql<string>`${id}`.as('announcement_id'), memberId: members.id })
    .from(members)
    .innerJoin(profiles, eq(profiles.userId, members.id))
    .leftJoin(userRoles, eq(userRoles.userId, members.id))
    .where(and(canRead, belongsTo(queries, audience, now)));
}

export async function deleteTargets(tx: Tx, id: string): Promise<void> {
  await tx.orm.delete(announcementTargets).where(eq(announcementTargets.announcementId, id));
}

function belongsTo(queries: Queries, { audience, filters, memberIds }: Audience, now: number) {
  const conditions: Record<Audience['audience'], () => SQL | undefined> = {
    everyone: () => undefined,
    team: () => isNotNull(userRoles.role),
    // A filter of an older version lacks newer fields.
    filter: () => memberConditions(queries, savedMemberFilters.parse(filters), now),
    selection: () => inArray(members.id, memberIds),
  };
  return conditions[audience]();
}
