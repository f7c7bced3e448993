import { randomUUID } from 'node:crypto';
import type { History, Message, MessageKind } from '@guilde/contracts/conversations.ts';
import type { historyQuery } from '@guilde/contracts/conversations-input.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { and, asc, desc, eq, getTableColumns, gt, lt, type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { iso } from '../platform/clock.ts';
import { preparedQuery, type Queries, type Tx } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import { activeMemberIds, requireSeat } from './conversations.ts';
import { conversations, messages } from './tables.ts';

type MessageRow = Omit<typeof messages.$inferSelect, 'deletedAt'>;

const { conversationId: _conversationId, deletedAt: _deletedAt, ...columns } = getTableColumns(messages);

export const messageColumns = columns;

const pages = preparedQuery((queries) => {
  const page = (...conditions: SQL[]) =>
    queries
      .select(messageColumns)
      .from(messages)
      .where(and(eq(messages.conversationId, sql.placeholder('conversationId')), ...conditions))
      .limit(sql.placeholder('limit'));
  const at = sql.placeholder('at');
  return {
    newest: page().orderBy(desc(messages.seq)).prepare(),
    before: page(lt(messages.seq, at)).orderBy(desc(messages.seq)).prepare(),
    after: page(gt(messages.seq, at)).orderBy(asc(messages.seq)).prepare(),
  };
});

/** In rising order. */
export async function historyFor(
  queries: Queries,
  viewer: Viewer,
  conversationId: string,
  { before, after, limit }: z.output<typeof historyQuery>,
): Promise<History> {
  await requireSeat(queries, viewer, conversationId);
  const { newest, before: earlier, after: later } = pages(queries);
  const query = after !== undefined ? later : before !== undefined ? earlier : newest;
  const rows = await query.all({ conversationId, limit: limit + 1, at: after ?? before ?? 0 });
  const page = rows.slice(0, limit).map((row) => toMessage(row, conversationId));
  return { messages: query === later ? page : page.reverse(), hasMore: rows.length > limit };
}

export async function appendLine(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'live'>,
  conversationId: string,
  kind: Exclude<MessageKind, 'text' | 'deleted'>,
  senderId: string | null,
): Promise<void> {
  const { countUp, insert, seqOf } = lineQueries(tx.orm);
  const line = { id: randomUUID(), kind, senderId, content: '', createdAt: deps.clock.now() };
  await countUp.run({ conversationId, now: line.createdAt });
  await insert.run({ ...line, conversationId });
  tx.atEnd(async () => {
    const [[stored], audience] = await Promise.all([
      seqOf.all({ id: line.id }),
      activeMemberIds(tx.orm, conversationId),
    ]);
    const message = stored && toMessage({ ...line, ...stored }, conversationId);
    return () => message && deps.live.publish(audience, { type: 'message.created', message });
  });
}

/** Of a conversation, inside a statement about it. */
export function lastSeqOf(queries: Queries, conversationId: string | Placeholder) {
  return sql<number>`(${queries
    .select({ seq: conversations.lastSeq })
    .from(conversations)
    .where(eq(conversations.id, conversationId))})`;
}

const lineQueries = preparedQuery((queries) => ({
  countUp: queries
    .update(conversations)
    .set({ lastSeq: sql`${conversations.lastSeq} + 1`, updatedAt: sql`${sql.placeholder('now')}` })
    .where(eq(conversations.id, sql.placeholder('conversationId')))
    .prepare(),
  insert: queries
    .insert(messages)
    .values({
      id: sql.placeholder('id'),
      conversationId: sql.placeholder('conversationId'),
      seq: lastSeqOf(queries, sql.placeholder('conversationId')),
      kind: sql.placeholder('kind'),
      senderId: sql.placeholder('senderId'),
      content: sql.placeholder('content'),
      createdAt: sql.placeholder('createdAt'),
    })
    .prepare(),
  seqOf: queries
    .select({ seq: messages.seq })
    .from(messages)
    .where(eq(messages.id, sql.placeholder('id')))
    .prepare(),
}));

export function toMessage(row: Omit<MessageRow, 'conversationId'>, conversationId: string): Message {
  return {
    id: row.id,
    conversationId,
    seq: row.seq,
    kind: row.kind,
    senderId: row.senderId,
    content: row.content,
    createdAt: iso(row.createdAt),
  };
}
