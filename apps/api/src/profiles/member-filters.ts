import type { SavedMemberFilters } from '@guilde/contracts/member-filters/rules.ts';
import { and, eq, gte, inArray, isNotNull, isNull, lt, type SQL } from 'drizzle-orm';
import { members, userRoles } from '../auth/tables.ts';
import type { Queries } from '../platform/database/db.ts';
import { midnightOf } from '../platform/midnight.ts';
import { profileSpecialties, profiles, profileTools } from './tables.ts';

const DAY_MS = 86_400_000;

/** The query needs members with their profile and role. `now` is in milliseconds. */
export function memberConditions(queries: Queries, filters: SavedMemberFilters, now: number) {
  const { filter, certified, specialty, tool, sector, helps, seen, from, to } = filters;
  return and(
    STATES[filter],
    certified === 'all' ? undefined : eq(profiles.isCertified, certified === 'yes'),
    specialty ? inArray(members.id, withSpecialty(queries, specialty)) : undefined,
    tool ? inArray(members.id, withTool(queries, tool)) : undefined,
    sector ? eq(profiles.sector, sector) : undefined,
    HELPS[helps],
    seen === 'all' ? undefined : seenCondition(seen, now),
    from ? gte(members.createdAt, new Date(midnightOf(from, 0))) : undefined,
    to ? lt(members.createdAt, new Date(midnightOf(to, 1))) : undefined,
  );
}

const STATES: Record<SavedMemberFilters['filter'], SQL | undefined> = {
  all: undefined,
  admins: eq(userRoles.role, 'admin'),
  moderators: eq(userRoles.role, 'moderator'),
  suspended: isNotNull(members.suspendedAt),
  incomplete: isNull(profiles.completedAt),
  unconfirmed: eq(members.emailVerified, false),
};

const HELPS: Record<SavedMemberFilters['helps'], SQL | undefined> = {
  all: undefined,
  none: eq(profiles.totalHelpCount, 0),
  some: gte(profiles.totalHelpCount, 1),
  many: gte(profiles.totalHelpCount, 5),
};

function withSpecialty(queries: Queries, specialty: Exclude<SavedMemberFilters['specialty'], ''>) {
  return queries
    .select({ id: profileSpecialties.userId })
    .from(profileSpecialties)
    .where(eq(profileSpecialties.specialty, specialty));
}

function withTool(queries: Queries, tool: Exclude<SavedMemberFilters['tool'], ''>) {
  return queries.select({ id: profileTools.userId }).from(profileTools).where(eq(profileTools.tool, tool));
}

function seenCondition(seen: Exclude<SavedMemberFilters['seen'], 'all'>, now: number): SQL {
  const [kind, days] = seen.split('-');
  const since = now - Number(days) * DAY_MS;
  return kind === 'within' ? gte(members.lastUsedAt, since) : lt(members.lastUsedAt, since);
}
