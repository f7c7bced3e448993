import type { Unread } from '@guilde/contracts/conversations.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { and, count, eq, lt, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core';
import { preparedQuery, type Queries, type Tx } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import { sosRequests } from '../sos/tables.ts';
import { seatFor } from './conversations.ts';
import { conversations, messages, participants } from './tables.ts';

/** `unread` is 0 for conversations that the member has left. */
export type MemberSeat = {
  conversationId: string;
  sosId: string;
  title: string;
  unread: number;
};

/** Counting stops here: the interface shows « 99+ ». */
const LOOKED_AT = 1000;

/** Only among the newest `LOOKED_AT` messages; the conversation must be in the query. */
export function isUnread(
  message: Record<'seq' | 'kind' | 'senderId', AnySQLiteColumn>,
  by: { readSeq: SQLWrapper; memberId: SQLWrapper },
): SQL | undefined {
  return and(
    sql`${message.seq} > max(${by.readSeq}, ${conversations.lastSeq} - ${sql.raw(String(LOOKED_AT))})`,
    eq(message.kind, 'text'),
    sql`${message.senderId} is not ${by.memberId}`,
  );
}

/** As `isUnread`, for `participants` joined in the query. */
export function unreadBy(message: Parameters<typeof isUnread>[0]): SQL | undefined {
  return isUnread(message, { readSeq: participants.readSeq, memberId: participants.userId });
}

/** A subquery per seat: grouping would sort all unread messages. */
function unreadOfSeat(queries: Queries) {
  const unread = queries
    .select({ unread: count() })
    .from(messages)
    .where(and(eq(messages.conversationId, conversations.id), unreadBy(messages)));
  return sql<number>`case when ${participants.isActive} and ${participants.readSeq} < ${conversations.lastSeq} then ${unread} else 0 end`;
}

const allSeats = preparedQuery((queries) =>
  queries
    .select({
      conversationId: conversations.id,
      sosId: conversations.sosRequestId,
      title: sosRequests.title,
      unread: unreadOfSeat(queries),
    })
    .from(participants)
    .innerJoin(conversations, eq(conversations.id, participants.conversationId))
    .innerJoin(sosRequests, eq(sosRequests.id, conversations.sosRequestId))
    .where(eq(participants.userId, sql.placeholder('memberId')))
    .prepare(),
);

const activeSeats = preparedQuery((queries) =>
  queries
    .select({
      conversationId: conversations.id,
      unread: unreadOfSeat(queries),
      upTo: conversations.lastSeq,
      // Changes with everything that changes the count: a message, a read position, a deletion.
      version: sql<number>`${conversations.lastSeq} + ${participants.readSeq} + length(${conversations.deletedSeqs})`,
    })
    .from(participants)
    .innerJoin(conversations, eq(conversations.id, participants.conversationId))
    .where(and(eq(participants.userId, sql.placeholder('memberId')), eq(participants.isActive, true)))
    .prepare(),
);

/** Past ones too, in one statement. */
export function seatsOfMember(queries: Queries, memberId: string): Promise<MemberSeat[]> {
  return allSeats(queries).all({ memberId });
}

export async function unreadOf(queries: Queries, memberId: string): Promise<Unread> {
  const seats = await activeSeats(queries).all({ memberId });
  const rows = seats.filter(({ unread }) => unread > 0);
  return {
    total: rows.reduce((sum, row) => sum + row.unread, 0),
    conversations: Object.fromEntries(rows.map((row) => [row.conversationId, row.unread])),
    positions: Object.fromEntries(
      seats.map(({ conversationId, upTo, version }) => [conversationId, [upTo, version]]),
    ),
  };
}

/** To the newest message at most. Codes: NOT_FOUND without a seat. */
export function readUpTo(
  deps: Pick<Deps, 'db' | 'live'>,
  viewer: Viewer,
  conversationId: string,
  seq: number,
): Promise<Unread> {
  return deps.db.write(async (tx) => {
    const { audience } = await seatFor(tx.orm, viewer, conversationId);
    await moveReadPosition(tx, deps, { conversationId, memberId: viewer.id, seq, audience });
    return unreadOf(tx.orm, viewer.id);
  });
}

/** The member's own clients get the unread count too. */
async function moveReadPosition(
  tx: Tx,
  { live }: Pick<Deps, 'live'>,
  move: { conversationId: string; memberId: string; seq: number; audience: readonly string[] },
): Promise<void> {
  const { conversationId, memberId } = move;
  const target = sql<number>`min(${move.seq}, (${tx.orm
    .select({ lastSeq: conversations.lastSeq })
    .from(conversations)
    .where(eq(conversations.id, conversationId))}))`;
  const [moved] = await tx.orm
    .update(participants)
    .set({ readSeq: target })
    .where(
      and(
        eq(participants.conversationId, conversationId),
        eq(participants.userId, memberId),
        eq(participants.isActive, true),
        lt(participants.readSeq, target),
      ),
    )
    .returning({ seq: participants.readSeq });
  if (!moved) return;
  const event = { type: 'conversation.read', conversationId, memberId, seq: moved.seq } as const;
  const unread = await unreadOf(tx.orm, memberId);
  const others = move.audience.filter((id) => id !== memberId);
  tx.afterCommit(() => {
    live.publish(others, event);
    live.publish([memberId], { ...event, unread });
  });
}

const readTo = preparedQuery((queries) =>
  queries
    .update(participants)
    .set({ readSeq: sql`${sql.placeholder('seq')}` })
    .where(
      and(
        eq(participants.conversationId, sql.placeholder('conversationId')),
        eq(participants.userId, sql.placeholder('memberId')),
      ),
    )
    .prepare(),
);

/** The sender of a text has read everything before it; the others conclude this from the message. */
export async function readOwnText(
  tx: Tx,
  { live }: Pick<Deps, 'live'>,
  { hadUnread, ...move }: { conversationId: string; memberId: string; seq: number; hadUnread: boolean },
): Promise<void> {
  await readTo(tx.orm).run(move);
  if (!hadUnread) return;
  const unread = await unreadOf(tx.orm, move.memberId);
  tx.afterCommit(() => live.publish([move.memberId], { type: 'conversation.read', ...move, unread }));
}
