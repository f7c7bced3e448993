import type { Unread } from '@guilde/contracts/conversations/rules.ts';
import { AppError } from '@guilde/contracts/errors.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { and, count, eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core';
import { type Db, preparedQuery, type Queries, type Tx } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import { gathered } from '../platform/gathered.ts';
import { seatsOf } from './conversations.ts';
import { itsOwner, ownerColumns } from './owners.ts';
import { conversations, messages, participants } from './tables.ts';

/** `unread` is 0 for conversations that the member has left. */
export type MemberSeat = {
  conversationId: string;
  sosId: string | null;
  eventId: string | null;
  dealId: string | null;
  title: string;
  unread: number;
};

/** One statement counts for so many members. */
const ASKED_MAX = 500;
/** The count stops here, because the interface shows « 99+ ». */
const LOOKED_AT = 1000;

/** The member's position is before what they marked as unread (choices.ts). Others see `read_seq`. */
export const readPosition = sql<number>`ifnull(${participants.unreadFrom} - 1, ${participants.readSeq})`;

/** Only the newest `LOOKED_AT` messages count; the conversation must be in the query. */
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

/** `participants` must be in the query. A message that is only marked as unread needs no mail. */
export function unreadBy(message: Parameters<typeof isUnread>[0]): SQL | undefined {
  return isUnread(message, { readSeq: participants.readSeq, memberId: participants.userId });
}

/** There is a subquery per seat, because grouping would sort all unread messages. */
function unreadOfSeat(queries: Queries) {
  const unread = queries
    .select({ unread: count() })
    .from(messages)
    .where(
      and(
        eq(messages.conversationId, conversations.id),
        isUnread(messages, { readSeq: readPosition, memberId: participants.userId }),
      ),
    );
  return sql<number>`case when ${participants.isActive} and ${readPosition} < ${conversations.lastSeq} then ${unread} else 0 end`;
}

const allSeats = preparedQuery((queries) =>
  queries
    .select({
      conversationId: conversations.id,
      ...ownerColumns(),
      unread: unreadOfSeat(queries),
    })
    .from(participants)
    .innerJoin(conversations, eq(conversations.id, participants.conversationId))
    .leftJoin(...itsOwner())
    .where(eq(participants.userId, sql.placeholder('memberId')))
    .prepare(),
);

function prepareActiveSeats(queries: Queries, isWanted: SQL) {
  return queries
    .select({
      memberId: participants.userId,
      conversationId: conversations.id,
      unread: unreadOfSeat(queries),
      upTo: conversations.lastSeq,
      // The version changes with all that changes the count: messages, positions, marks and deletions.
      version: sql<number>`${conversations.lastSeq} + ${participants.readSeq} + ${participants.marks} + ${conversations.revision}`,
      isMuted: sql<number>`${participants.mutedAt} is not null`,
      markedFrom: participants.unreadFrom,
    })
    .from(participants)
    .innerJoin(conversations, eq(conversations.id, participants.conversationId))
    .where(and(isWanted, eq(participants.isActive, true)))
    .prepare();
}

const activeSeats = preparedQuery((queries) =>
  prepareActiveSeats(queries, eq(participants.userId, sql.placeholder('memberId'))),
);
const activeSeatsOfMany = preparedQuery((queries) =>
  prepareActiveSeats(
    queries,
    sql`${participants.userId} in (select value from json_each(${sql.placeholder('memberIds')}))`,
  ),
);

/** One statement returns the past seats too. */
export function seatsOfMember(queries: Queries, memberId: string): Promise<MemberSeat[]> {
  return allSeats(queries).all({ memberId });
}

export async function unreadOf(queries: Queries, memberId: string): Promise<Unread> {
  return toUnread(await activeSeats(queries).all({ memberId }));
}

/** Publishes after the commit, to the member's own clients, what changed the unread count without reading. */
export function publishUnread(
  tx: Tx,
  live: Deps['live'],
  memberId: string,
  read: { conversationId: string; seq: number },
): void {
  tx.atEnd(async () => {
    const unread = await unreadOf(tx.orm, memberId);
    return () => live.publish([memberId], { type: 'conversation.read', memberId, ...read, unread });
  });
}

/** Works like `unreadOf`, with one statement for all simultaneous calls, which are frequent. */
export const unreadNow = gathered(ASKED_MAX, async (db: Db, memberIds: string[]): Promise<Unread[]> => {
  const seats = await activeSeatsOfMany(db.orm).all({ memberIds: JSON.stringify([...new Set(memberIds)]) });
  const byMember = Map.groupBy(seats, (seat) => seat.memberId);
  return memberIds.map((id) => toUnread(byMember.get(id) ?? []));
});

type Counted = Awaited<ReturnType<ReturnType<typeof activeSeats>['all']>>[number];

function toUnread(seats: readonly Counted[]): Unread {
  const rows = seats.filter(({ unread }) => unread > 0);
  const muted = seats.filter(({ isMuted }) => isMuted).map(({ conversationId }) => conversationId);
  const marked = seats.flatMap(({ conversationId, markedFrom }) =>
    markedFrom === null ? [] : [[conversationId, markedFrom] as const],
  );
  return {
    total: rows.reduce((sum, row) => sum + row.unread, 0),
    conversations: Object.fromEntries(rows.map((row) => [row.conversationId, row.unread])),
    positions: Object.fromEntries(
      seats.map(({ conversationId, upTo, version }) => [conversationId, [upTo, version]]),
    ),
    ...(muted.length > 0 && { muted }),
    ...(marked.length > 0 && { marked: Object.fromEntries(marked) }),
  };
}

/** Reading or writing removes the mark. */
export const UNMARKED = {
  unreadFrom: null,
  marks: sql`${participants.marks} + (${participants.unreadFrom} is not null)`,
};

const moved = preparedQuery((queries) => {
  const newest = queries
    .select({ lastSeq: conversations.lastSeq })
    .from(conversations)
    .where(eq(conversations.id, sql.placeholder('conversationId')));
  const target = sql<number>`min(${sql.placeholder('seq')}, (${newest}))`;
  return queries
    .update(participants)
    .set({ readSeq: sql`max(${participants.readSeq}, ${target})`, ...UNMARKED })
    .where(
      and(
        eq(participants.conversationId, sql.placeholder('conversationId')),
        eq(participants.userId, sql.placeholder('memberId')),
        eq(participants.isActive, true),
        sql`(${participants.readSeq} < ${target} or ${participants.unreadFrom} <= ${target})`,
      ),
    )
    .returning({ seq: participants.readSeq })
    .prepare();
});

/** Informs the member's own clients too. Throws NOT_FOUND without a seat. */
export async function readUpTo(
  { db, live }: Pick<Deps, 'db' | 'live'>,
  { id: memberId }: Viewer,
  conversationId: string,
  seq: number,
): Promise<Unread> {
  const {
    moved: [read],
    seats,
    unreadSeats,
  } = await db.batch({
    moved: [moved(db.orm), { conversationId, memberId, seq }],
    seats: [seatsOf(db.orm), { conversationId }],
    unreadSeats: [activeSeats(db.orm), { memberId }],
  });
  if (!seats.some((seat) => seat.memberId === memberId)) throw new AppError('NOT_FOUND');
  const unread = toUnread(unreadSeats);
  if (!read) return unread;
  const event = { type: 'conversation.read', conversationId, memberId, seq: read.seq } as const;
  const others = seats.map((seat) => seat.memberId).filter((id) => id !== memberId);
  live.publish(others, event);
  live.publish([memberId], { ...event, unread });
  return unread;
}
