import { AppError, refuseIf } from '@guilde/contracts/errors.ts';
import { BLOCKS_MAX, type BlockedMember, denyBlock } from '@guilde/contracts/profiles/rules.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { and, desc, eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { members } from '../auth/tables.ts';
import { iso } from '../platform/clock.ts';
import { preparedQuery, type Queries } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import { isVisible, memberRefColumns, toMemberRef } from './members.ts';
import { memberBlocks, profiles } from './tables.ts';

const { blockerId, blockedId } = memberBlocks;

/**
 * Nobody else learns of it (docs/specification.md#blocks).
 * @throws BLOCK_SELF, BLOCKS_EXHAUSTED, and NOT_FOUND for an invisible member.
 */
export function blockMember(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  viewer: Viewer,
  memberId: string,
): Promise<void> {
  refuseIf(denyBlock(viewer.id, memberId));
  return db.write(async (tx) => {
    const [member] = await tx.orm
      .select({ id: members.id })
      .from(members)
      .innerJoin(profiles, eq(profiles.userId, members.id))
      .where(and(eq(members.id, memberId), isVisible));
    if (!member) throw new AppError('NOT_FOUND');
    const own = await blocksOf(tx.orm, viewer);
    if (own.some((one) => one.member.id === memberId)) return;
    if (own.length >= BLOCKS_MAX) throw new AppError('BLOCKS_EXHAUSTED');
    await tx.orm
      .insert(memberBlocks)
      .values({ blockerId: viewer.id, blockedId: memberId, createdAt: clock.now() });
  });
}

export async function unblockMember(
  { db }: Pick<Deps, 'db'>,
  viewer: Viewer,
  memberId: string,
): Promise<void> {
  await db.orm.delete(memberBlocks).where(and(eq(blockerId, viewer.id), eq(blockedId, memberId)));
}

const own = preparedQuery((queries) =>
  queries
    .select({ ...memberRefColumns, createdAt: memberBlocks.createdAt })
    .from(memberBlocks)
    .innerJoin(profiles, eq(profiles.userId, blockedId))
    .where(eq(blockerId, sql.placeholder('viewerId')))
    .orderBy(desc(memberBlocks.createdAt))
    .prepare(),
);

export async function blocksOf(queries: Queries, viewer: Pick<Viewer, 'id'>): Promise<BlockedMember[]> {
  const rows = await own(queries).all({ viewerId: viewer.id });
  return rows.map(({ createdAt, ...row }) => ({ member: toMemberRef(row), createdAt: iso(createdAt) }));
}

/** The condition selects the members whom a block separates from this one, whoever blocks whom. */
export function separatedFrom(memberId: SQLWrapper): SQL {
  return sql`(select ${blockedId} from ${memberBlocks} where ${blockerId} = ${memberId}
    union all select ${blockerId} from ${memberBlocks} where ${blockedId} = ${memberId})`;
}

/** The `from` selects the ids of all whom a block separates from any of them, whoever blocks whom. */
export function separatedFromAny(members: SQLWrapper): SQL {
  return sql`(select ${blockedId} as id from ${memberBlocks} where ${blockerId} in ${members}
    union select ${blockerId} from ${memberBlocks} where ${blockedId} in ${members})`;
}

const separations = preparedQuery((queries) =>
  queries
    .select({ isSeparated: sql<number>`exists ${separatedFrom(sql.placeholder('memberId'))}` })
    .from(sql`(select 1)`)
    .prepare(),
);

export async function isSeparated(queries: Queries, member: Pick<Viewer, 'id'>): Promise<boolean> {
  const [row] = await separations(queries).all({ memberId: member.id });
  return row?.isSeparated === 1;
}

/** The condition is of one direction: whoever is blocked never learns it. */
export function hasBlocked(one: SQLWrapper, other: SQLWrapper): SQL {
  return sql`exists (select 1 from ${memberBlocks} where ${blockerId} = ${one} and ${blockedId} = ${other})`;
}

/** The condition holds whoever blocks whom. */
export function areSeparated(one: SQLWrapper, other: SQLWrapper): SQL {
  return sql`(exists (select 1 from ${memberBlocks} where ${blockerId} = ${one} and ${blockedId} = ${other})
    or exists (select 1 from ${memberBlocks} where ${blockerId} = ${other} and ${blockedId} = ${one}))`;
}
