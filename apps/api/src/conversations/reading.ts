import type { Unread } from '@guilde/contracts/conversations.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { and, count, eq, gt, lt, type SQL, sql } from 'drizzle-orm';
import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core';
import { built, type Queries, type Tx } from '../platform/db.ts';
import type { Deps } from '../platform/deps.ts';
import { seatFor } from './conversations.ts';
import { conversations, messages, participants } from './tables.ts';

export type UnreadConversation = { conversationId: string; sosId: string; title: string; unread: number };

/** Messages that `participants` (joined in the query) has not read: texts of others above the read position. */
export function unreadBy(message: Record<'seq' | 'kind' | 'senderId', AnySQLiteColumn>): SQL | undefined {
  return and(
    gt(message.seq, participants.readSeq),
    eq(message.kind, 'text'),
    sql`${message.senderId} is not ${participants.userId}`,
  );
}

const withUnread = built((queries) =>
  queries
    .select({
      conversationId: conversations.id,
      sosId: conversations.sosRequestId,
      title: conversations.title,
      unread: count(),
    })
    .from(participants)
    .innerJoin(conversations, eq(conversations.id, participants.conversationId))
    .innerJoin(messages, and(eq(messages.conversationId, participants.conversationId), unreadBy(messages)))
    .where(and(eq(participants.userId, sql.placeholder('memberId')), eq(participants.isActive, true)))
    .groupBy(participants.conversationId)
    .prepare(),
);

/** The member's conversations with something unread, in one statement; those that the member has left do not count. */
export function unreadConversations(queries: Queries, memberId: string): Promise<UnreadConversation[]> {
  return withUnread(queries).all({ memberId });
}

/** The one unread truth of a member. */
export async function unreadOf(queries: Queries, memberId: string): Promise<Unread> {
  const rows = await unreadConversations(queries, memberId);
  return {
    total: rows.reduce((sum, row) => sum + row.unread, 0),
    conversations: Object.fromEntries(rows.map((row) => [row.conversationId, row.unread])),
  };
}

/** Moves the viewer's read position forward, at most to the newest message; NOT_FOUND for whoever has no seat. */
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

/**
 * Moves a read position, only forward, and tells `audience`: the others where the member is, the member's own clients
 * also how much is left to read. Nothing happens when the position is there already.
 */
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

const readTo = built((queries) =>
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

/**
 * Whoever sends a text, the newest there is, has read up to it. The others know that from the message; the sender's own
 * clients hear how much is left to read, when something was unread here.
 */
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
