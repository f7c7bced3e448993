import { AppError } from '@guilde/contracts/errors.ts';
import type { MemberProfile } from '@guilde/contracts/profiles/rules.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { members } from '../auth/tables.ts';
import { iso } from '../platform/clock.ts';
import { preparedQuery, type Queries } from '../platform/database/db.ts';
import { avatarUrl, isVisible, memberRefColumns, memberRefs, toMemberRef } from '../profiles/members.ts';
import { profiles } from '../profiles/tables.ts';
import { companyOf, shownFields } from '../profiles/visibility.ts';
import { invitations } from './tables.ts';

const sponsors = alias(members, 'sponsors');

const byId = preparedQuery((queries) =>
  queries
    .select({
      ...memberRefColumns,
      specialties: profiles.specialties,
      storeUrl: profiles.storeUrl,
      cms: profiles.cms,
      payments: profiles.payments,
      carriers: profiles.carriers,
      sector: profiles.sector,
      bio: profiles.bio,
      conversationsOnly: profiles.conversationsOnly,
      isCompany: sql<number>`${profiles.userId} in ${companyOf(sql.placeholder('viewerId'))}`,
      createdAt: profiles.createdAt,
      sponsorId: sponsors.id,
    })
    .from(profiles)
    .innerJoin(members, eq(members.id, profiles.userId))
    .leftJoin(invitations, eq(invitations.invitedUserId, profiles.userId))
    .leftJoin(sponsors, and(eq(sponsors.id, invitations.inviterId), isNull(sponsors.suspendedAt)))
    .where(and(eq(profiles.userId, sql.placeholder('memberId')), isVisible))
    .prepare(),
);

/**
 * The profile has no e-mail address (docs/specification.md#profile). Throws NOT_FOUND, also when it is
 * incomplete or the member suspended.
 */
export async function memberProfile(
  queries: Queries,
  viewer: Pick<Viewer, 'id'>,
  memberId: string,
): Promise<MemberProfile> {
  const [row] = await byId(queries).all({ memberId, viewerId: viewer.id });
  if (!row) throw new AppError('NOT_FOUND');
  const { sponsorId, specialties, sector, bio } = row;
  const named = await memberRefs(queries, sponsorId ? [sponsorId] : []);
  return {
    ...toMemberRef(row),
    ...{ specialties, sector, bio },
    ...shownFields(row, row.isCompany ? [] : row.conversationsOnly),
    avatarLargeUrl: avatarUrl(row.avatarKey, 'large'),
    createdAt: iso(row.createdAt),
    sponsor: named.get(sponsorId ?? '') ?? null,
  };
}
