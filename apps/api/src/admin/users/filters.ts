import type { MemberFilters } from '@guilde/contracts/member-filters/rules.ts';
import {
  and,
  asc,
  desc,
  eq,
  exists,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  not,
  type SQL,
  sql,
} from 'drizzle-orm';
import { members, sessions, userRoles } from '../../auth/tables.ts';
import { invitations } from '../../invitations/tables.ts';
import type { Queries } from '../../platform/database/db.ts';
import { profileSpecialties, profiles } from '../../profiles/tables.ts';
import { midnightOf } from '../midnight.ts';
import { matchesPerson } from './people.ts';

const DAY_MS = 86_400_000;

/** The query needs members with their profile and role. `now` is in milliseconds. */
export function matchingMembers(queries: Queries, filters: MemberFilters, now: number): SQL | undefined {
  const { q, filter, certified, specialty, helps, seen, sponsor, from, to } = filters;
  return and(
    STATES[filter],
    certified === 'all' ? undefined : eq(profiles.isCertified, certified === 'yes'),
    specialty ? inArray(members.id, withSpecialty(queries, specialty)) : undefined,
    HELPS[helps],
    seen === 'all' ? undefined : seenCondition(queries, seen, now),
    sponsor ? inArray(members.id, invitedBy(queries, sponsor)) : undefined,
    from ? gte(members.createdAt, new Date(midnightOf(from, 0))) : undefined,
    to ? lt(members.createdAt, new Date(midnightOf(to, 1))) : undefined,
    q ? matchesPerson(queries, members.id, q) : undefined,
  );
}

const STATES: Record<MemberFilters['filter'], SQL | undefined> = {
  all: undefined,
  admins: eq(userRoles.role, 'admin'),
  moderators: eq(userRoles.role, 'moderator'),
  suspended: isNotNull(members.suspendedAt),
  incomplete: isNull(profiles.completedAt),
  unconfirmed: eq(members.emailVerified, false),
};

const HELPS: Record<MemberFilters['helps'], SQL | undefined> = {
  all: undefined,
  none: eq(profiles.totalHelpCount, 0),
  some: gte(profiles.totalHelpCount, 1),
  many: gte(profiles.totalHelpCount, 5),
};

function withSpecialty(queries: Queries, specialty: Exclude<MemberFilters['specialty'], ''>) {
  return queries
    .select({ id: profileSpecialties.userId })
    .from(profileSpecialties)
    .where(eq(profileSpecialties.specialty, specialty));
}

function invitedBy(queries: Queries, sponsorId: string) {
  return queries
    .select({ id: invitations.invitedUserId })
    .from(invitations)
    .where(and(eq(invitations.inviterId, sponsorId), isNotNull(invitations.invitedUserId)));
}

function seenCondition(queries: Queries, seen: Exclude<MemberFilters['seen'], 'all'>, now: number): SQL {
  const [kind, days] = seen.split('-');
  const since = new Date(now - Number(days) * DAY_MS);
  const wasSeen = exists(
    queries
      .select({ id: sessions.id })
      .from(sessions)
      .where(and(eq(sessions.userId, members.id), gte(sessions.updatedAt, since))),
  );
  return kind === 'within' ? wasSeen : not(wasSeen);
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
