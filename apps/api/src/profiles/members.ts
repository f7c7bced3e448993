import { AVATAR_SIZES, type MemberRef } from '@guilde/contracts/profiles.ts';
import { inArray } from 'drizzle-orm';
import type { Queries } from '../platform/database/db.ts';
import { profiles } from './tables.ts';

/** What a select must read for `toMemberRef`; a left join of `profiles` makes the whole group null. */
export const memberRefColumns = {
  id: profiles.userId,
  firstName: profiles.firstName,
  lastName: profiles.lastName,
  storeName: profiles.storeName,
  avatarKey: profiles.avatarKey,
  isCertified: profiles.isCertified,
};

type MemberRefRow = {
  id: string;
  firstName: string;
  lastName: string;
  storeName: string;
  avatarKey: string | null;
  isCertified: boolean;
};

/** A member as shown beside what they write, from the columns of `memberRefColumns`. */
export function toMemberRef({
  id,
  firstName,
  lastName,
  storeName,
  avatarKey,
  isCertified,
}: MemberRefRow): MemberRef {
  return { id, firstName, lastName, storeName, avatarUrl: avatarUrl(avatarKey, 'small'), isCertified };
}

/** The members with these ids, by id, in one statement; those who have left are absent. */
export async function memberRefs(queries: Queries, ids: readonly string[]): Promise<Map<string, MemberRef>> {
  if (ids.length === 0) return new Map();
  const rows = await queries
    .select(memberRefColumns)
    .from(profiles)
    .where(inArray(profiles.userId, [...new Set(ids)]));
  return new Map(rows.map((row) => [row.id, toMemberRef(row)]));
}

/** Address of a stored picture in one of its sizes; null without a picture. */
export function avatarUrl(key: string | null, size: keyof typeof AVATAR_SIZES): string | null {
  return key && `/api/avatars/${key}-${AVATAR_SIZES[size]}.webp`;
}
