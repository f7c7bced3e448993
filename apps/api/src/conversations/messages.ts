import { randomUUID } from 'node:crypto';
import {
  denySendMessage,
  type History,
  type Message,
  type MessageKind,
} from '@guilde/contracts/conversations.ts';
import type { historyQuery, sendMessageInput } from '@guilde/contracts/conversations-input.ts';
import { AppError, refuseIf } from '@guilde/contracts/errors.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { and, asc, desc, eq, getTableColumns, gt, lt, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { iso } from '../platform/clock.ts';
import { isDuplicate } from '../platform/database/database-errors.ts';
import { preparedQuery, type Queries, type Tx } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import { recordMessage } from '../platform/observe/metrics.ts';
import { activeMemberIds, publishConversations, requireSeat, seatFor } from './conversations.ts';
import { reactivate } from './inactivity.ts';
import { conversationChanged } from './jobs.ts';
import { readOwnText } from './reading.ts';
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

/** Idempotent: a repeated id returns the stored message and notifies nobody (`isNew`). Codes: MESSAGE_ID_TAKEN. */
export async function sendMessage(
  deps: Pick<Deps, 'db' | 'clock' | 'live' | 'jobs'>,
  viewer: Viewer,
  conversationId: string,
  input: z.output<typeof sendMessageInput>,
): Promise<{ message: Message; isNew: boolean }> {
  try {
    const message = await deps.db.write((tx) => storeText(tx, deps, viewer, { ...input, conversationId }));
    return { message, isNew: true };
  } catch (error) {
    // Checked late, because nearly every message is sent once.
    if (!(error instanceof AppError || isDuplicate(error))) throw error;
    const [stored] = await messageById(deps.db.orm).all({ id: input.id });
    const message = stored && sentAgain(stored, viewer, conversationId);
    if (message) return { message, isNew: false };
    // Without a seat one learns nothing of others' messages.
    throw isDuplicate(error) ? new AppError('MESSAGE_ID_TAKEN') : error;
  }
}

/** The most frequent write: four statements, five when the sender had unread messages. */
async function storeText(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'live' | 'jobs'>,
  viewer: Viewer,
  text: { id: string; content: string; conversationId: string },
): Promise<Message> {
  const { conversationId } = text;
  const { readSeq, audience } = await seatFor(tx.orm, viewer, conversationId);
  const createdAt = deps.clock.now();
  const { seq, status, sosId } = await countUp(tx, conversationId, createdAt);
  refuseIf(denySendMessage({ status }));
  const row = { ...text, seq, kind: 'text' as const, senderId: viewer.id, createdAt };
  const message = await storeMessage(tx, row);
  tx.afterCommit(() => {
    recordMessage();
    deps.live.publish(audience, { type: 'message.created', message });
  });
  await readOwnText(tx, deps, { conversationId, memberId: viewer.id, seq, hadUnread: readSeq < seq - 1 });
  if (status === 'inactive') {
    await reactivate(tx, conversationId);
    await publishConversations(tx, deps, [conversationId]);
    await conversationChanged(tx, deps, sosId);
  }
  return message;
}

const messageById = preparedQuery((queries) =>
  queries
    .select()
    .from(messages)
    .where(eq(messages.id, sql.placeholder('id')))
    .prepare(),
);

/** Null when the id belongs to something else. */
function sentAgain(stored: MessageRow, viewer: Viewer, conversationId: string): Message | null {
  const same =
    (stored.kind === 'text' || stored.kind === 'deleted') &&
    stored.senderId === viewer.id &&
    stored.conversationId === conversationId;
  return same ? toMessage(stored, conversationId) : null;
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
  const { seq } = await countUp(tx, conversationId, createdAt);
  const line = { id: randomUUID(), conversationId, seq, kind, senderId, content: '', createdAt };
  const message = await storeMessage(tx, line);
  const audience = await activeMemberIds(tx.orm, conversationId);
  tx.afterCommit(() => deps.live.publish(audience, { type: 'message.created', message }));
  return seq;
}

const countedUp = preparedQuery((queries) =>
  queries
    .update(conversations)
    .set({ lastSeq: sql`${conversations.lastSeq} + 1`, updatedAt: sql`${sql.placeholder('now')}` })
    .where(eq(conversations.id, sql.placeholder('conversationId')))
    .returning({
      seq: conversations.lastSeq,
      status: conversations.status,
      sosId: conversations.sosRequestId,
    })
    .prepare(),
);

/** One statement takes the number and returns the state. */
async function countUp({ orm }: Tx, conversationId: string, now: number) {
  const [counted] = await countedUp(orm).all({ conversationId, now });
  if (!counted) throw new AppError('NOT_FOUND');
  return counted;
}

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

async function storeMessage({ orm }: Tx, row: MessageRow): Promise<Message> {
  await insertMessage(orm).run(row);
  return toMessage(row, row.conversationId);
}

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
