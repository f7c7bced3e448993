import type { MemberFilters } from '@guilde/contracts/member-filters/rules.ts';
import { and, asc, desc, eq, inArray, isNotNull, or, type SQL, sql } from 'drizzle-orm';
import { members } from '../../auth/tables.ts';
import { invitations } from '../../invitations/tables.ts';
import type { Queries } from '../../platform/database/db.ts';
import { memberConditions } from '../../profiles/member-filters.ts';
import { profiles } from '../../profiles/tables.ts';
import { matchesPerson } from './people.ts';

/** The query needs members with their profile and role. `now` is in milliseconds. */
export function matchingMembers(queries: Queries, filters: MemberFilters, now: number): SQL | undefined {
  const { q, sponsor } = filters;
  return and(
    memberConditions(queries, filters, now),
    sponsor ? inArray(members.id, invitedBy(queries, sponsor)) : undefined,
    q ? or(matchesPerson(queries, members.id, q), hasSiren(queries, q)) : undefined,
  );
}

/** Only this list finds by a SIREN, because nobody else sees it. Spaces are ignored. */
function hasSiren(queries: Queries, q: string): SQL | undefined {
  const digits = q.replace(/\s/g, '');
  if (!/^\d{9}$/.test(digits)) return undefined;
  const found = queries.select({ id: profiles.userId }).from(profiles).where(eq(profiles.siren, digits));
  return inArray(members.id, found);
}

/** The chosen filters that are not personal data go into the journal, which is never erased. */
export function recordedFilters({ q: _q, sponsor: _sponsor, ...filters }: Partial<MemberFilters>) {
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value && value !== 'all'));
}

function invitedBy(queries: Queries, sponsorId: string) {
  return queries
    .select({ id: invitations.invitedUserId })
    .from(invitations)
    .where(and(eq(invitations.inviterId, sponsorId), isNotNull(invitations.invitedUserId)));
}

/** Each order has an index. */
export const ORDERS: Record<MemberFilters['order'], SQL[]> = {
  newest: [desc(members.createdAt), desc(members.id)],
  oldest: [asc(members.createdAt), asc(members.id)],
  name: [asc(profiles.sortKey), asc(profiles.userId)],
  helps: [desc(profiles.totalHelpCount), desc(profiles.userId)],
};

/** The condition selects the members after the one of that id. */
export function afterMember(order: MemberFilters['order'], id: string): SQL {
  if (order === 'name' || order === 'helps') {
    const place = order === 'name' ? profiles.sortKey : profiles.totalHelpCount;
    const known = sql`(select ${place}, ${profiles.userId} from ${profiles} where ${profiles.userId} = ${id})`;
    return order === 'name'
      ? sql`(${place}, ${profiles.userId}) > ${known}`
      : sql`(${place}, ${profiles.userId}) < ${known}`;
  }
  const known = sql`(select ${members.createdAt}, ${members.id} from ${members} where ${members.id} = ${id})`;
  return order === 'oldest'
    ? sql`(${members.createdAt}, ${members.id}) > ${known}`
    : sql`(${members.createdAt}, ${members.id}) < ${known}`;
}
