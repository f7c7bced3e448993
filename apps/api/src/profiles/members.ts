import { AVATAR_SIZES, type MemberRef } from '@guilde/contracts/profiles/rules.ts';
import { and, inArray, isNotNull, isNull } from 'drizzle-orm';
import { members } from '../auth/tables.ts';
import type { Queries, Tx } from '../platform/database/db.ts';
import { invalidateCache } from '../platform/database/versioned-cache.ts';
import type { Deps } from '../platform/deps.ts';
import { profiles } from './tables.ts';

/** The profile is complete and the account not suspended. The condition needs `profiles` and `members`. */
export const isVisible = and(isNotNull(profiles.completedAt), isNull(members.suspendedAt));

/** Notifies the member's own clients after the commit and drops the cached pages of all members. */
export async function publishMember(tx: Tx, { live }: Pick<Deps, 'live'>, memberId: string): Promise<void> {
  await invalidateCache(tx);
  tx.afterCommit(() => live.publish([memberId], { type: 'account.changed' }));
}

/** A left join of `profiles` makes this group of columns for `toMemberRef` null. */
export const memberRefColumns = {
  id: profiles.userId,
  firstName: profiles.firstName,
  lastName: profiles.lastName,
  storeName: profiles.storeName,
  avatarKey: profiles.avatarKey,
  isCertified: profiles.isCertified,
};

export type MemberRefRow = {
  id: string;
  firstName: string;
  lastName: string;
  storeName: string;
  avatarKey: string | null;
  isCertified: boolean;
};

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

/** Takes one statement; deleted members are absent. */
export async function memberRefs(queries: Queries, ids: readonly string[]): Promise<Map<string, MemberRef>> {
  if (ids.length === 0) return new Map();
  const rows = await queries
    .select(memberRefColumns)
    .from(profiles)
    .where(inArray(profiles.userId, [...new Set(ids)]));
  return new Map(rows.map((row) => [row.id, toMemberRef(row)]));
}

export function avatarUrl(key: string | null, size: keyof typeof AVATAR_SIZES): string | null {
  return key && `/api/avatars/${key}-${AVATAR_SIZES[size]}.webp`;
}
