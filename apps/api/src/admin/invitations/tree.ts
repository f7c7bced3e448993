import type { invitationTreeQuery } from '@guilde/contracts/admin-invitations/input.ts';
import {
  type InvitationTreePage,
  SPONSOR_CHAIN_MAX,
  type SponsoredMember,
} from '@guilde/contracts/admin-invitations/rules.ts';
import { AppError } from '@guilde/contracts/errors.ts';
import { and, asc, count, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import type { z } from 'zod';
import { members } from '../../auth/tables.ts';
import { invitations } from '../../invitations/tables.ts';
import { iso, isoOrNull } from '../../platform/clock.ts';
import type { Queries } from '../../platform/database/db.ts';
import { pageOf, readTimeCursor, timeCursor } from '../../platform/paging.ts';
import { memberRefColumns, toMemberRef } from '../../profiles/members.ts';
import { profiles } from '../../profiles/tables.ts';

const theirs = alias(invitations, 'theirs');

/** Lists one level: the members whom `parent` invited, or who have no inviter any more. */
export async function invitationTree(
  queries: Queries,
  { parent, cursor, limit }: z.output<typeof invitationTreeQuery>,
): Promise<InvitationTreePage> {
  const after = cursor === undefined ? undefined : readTimeCursor(cursor);
  const rows = await queries
    .select({ ...columns(queries), id: invitations.id, createdAt: invitations.createdAt })
    .from(invitations)
    .innerJoin(profiles, eq(profiles.userId, invitations.invitedUserId))
    .innerJoin(members, eq(members.id, invitations.invitedUserId))
    .where(
      and(
        parent === undefined ? isNull(invitations.inviterId) : eq(invitations.inviterId, parent),
        isNotNull(invitations.invitedUserId),
        after && sql`(${invitations.createdAt}, ${invitations.id}) > (${after.at}, ${after.id})`,
      ),
    )
    .orderBy(asc(invitations.createdAt), asc(invitations.id))
    .limit(limit + 1);
  const page = pageOf(rows, limit, ({ createdAt, id }) => timeCursor(createdAt, id));
  return { items: page.rows.map(toSponsored), nextCursor: page.nextCursor };
}

/** @throws NOT_FOUND */
export async function sponsorChain(queries: Queries, userId: string): Promise<SponsoredMember[]> {
  const rows = await queries
    .select({ ...columns(queries), depth: sql<number>`line.depth` })
    .from(
      sql`(with recursive line(id, depth) as (
        select ${profiles.userId}, 0 from ${profiles} where ${profiles.userId} = ${userId}
        union all select ${invitations.inviterId}, depth + 1 from line
          join ${invitations} on ${invitations.invitedUserId} = line.id
          where ${invitations.inviterId} is not null and depth < ${SPONSOR_CHAIN_MAX}
      ) select * from line) as line`,
    )
    .innerJoin(profiles, eq(profiles.userId, sql`line.id`))
    .innerJoin(members, eq(members.id, sql`line.id`))
    .leftJoin(invitations, eq(invitations.invitedUserId, sql`line.id`))
    .orderBy(desc(sql`line.depth`));
  if (rows.length === 0) throw new AppError('NOT_FOUND');
  return rows.map(toSponsored);
}

function columns(queries: Queries) {
  return {
    member: memberRefColumns,
    joinedAt: members.createdAt,
    suspendedAt: members.suspendedAt,
    vouchedAt: invitations.vouchedAt,
    invited: sql<number>`${queries
      .select({ count: count() })
      .from(theirs)
      .where(and(eq(theirs.inviterId, members.id), isNotNull(theirs.invitedUserId)))}`,
  };
}

type Row = {
  member: Parameters<typeof toMemberRef>[0];
  joinedAt: Date;
  suspendedAt: number | null;
  vouchedAt: number | null;
  invited: number;
};

function toSponsored({ member, joinedAt, suspendedAt, vouchedAt, invited }: Row): SponsoredMember {
  return {
    member: toMemberRef(member),
    joinedAt: iso(joinedAt.getTime()),
    suspendedAt: isoOrNull(suspendedAt),
    vouchedAt: isoOrNull(vouchedAt),
    invited,
  };
}
