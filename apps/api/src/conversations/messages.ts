import { randomUUID } from 'node:crypto';
import type { History, Message, MessageKind } from '@guilde/contracts/conversations.ts';
import type { historyQuery } from '@guilde/contracts/conversations-input.ts';
import { AppError } from '@guilde/contracts/errors.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { and, asc, desc, eq, getTableColumns, gt, lt, type SQL, sql } from 'drizzle-orm';
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

/** Returns its number. */
export async function appendLine(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'live'>,
  conversationId: string,
  kind: Exclude<MessageKind, 'text' | 'deleted'>,
  senderId: string | null,
): Promise<number> {
  const createdAt = deps.clock.now();
  const [counted] = await countedUp(tx.orm).all({ conversationId, now: createdAt });
  if (!counted) throw new AppError('NOT_FOUND');
  const { seq } = counted;
  const line = { id: randomUUID(), conversationId, seq, kind, senderId, content: '', createdAt };
  await insertMessage(tx.orm).run(line);
  const message = toMessage(line, conversationId);
  const audience = await activeMemberIds(tx.orm, conversationId);
  tx.afterCommit(() => deps.live.publish(audience, { type: 'message.created', message }));
  return seq;
}

const countedUp = preparedQuery((queries) =>
  queries
    .update(conversations)
    .set({ lastSeq: sql`${conversations.lastSeq} + 1`, updatedAt: sql`${sql.placeholder('now')}` })
    .where(eq(conversations.id, sql.placeholder('conversationId')))
    .returning({ seq: conversations.lastSeq })
    .prepare(),
);

const insertMessage = preparedQuery((queries) =>
  queries
    .insert(messages)
    .values({
      id: sql.placeholder('id'),
      conversationId: sql.placeholder('conversationId'),
      seq: sql.placeholder('seq'),
      kind: sql.placeholder('kind'),
      senderId: sql.placeholder('senderId'),
      content: sql.placeholder('content'),
      createdAt: sql.placeholder('createdAt'),
    })
    .prepare(),
);

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
