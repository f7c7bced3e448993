import { randomUUID } from 'node:crypto';
import type { History, Message, MessageKind, Quote } from '@guilde/contracts/conversations.ts';
import type { historyQuery } from '@guilde/contracts/conversations-input.ts';
import { type FileRef, textOrFiles } from '@guilde/contracts/files.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { and, asc, desc, eq, getTableColumns, gt, lt, type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { filesCiting } from '../files/files.ts';
import { iso } from '../platform/clock.ts';
import { preparedQuery, type Queries, type Tx } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import { activeMemberIds, requireSeat } from './conversations.ts';
import { conversations, messages } from './tables.ts';

const { id, seq, kind, senderId, content, createdAt, ...others } = getTableColumns(messages);
const { revision, editedAt, deletedByTeam, mentions, solutionBy, solutionConfirmed } = others;

const EXCERPT = 200;

/** One statement reads a whole page. Other tables are asked only for messages that refer to them. */
export const messageColumns = {
  ...{ id, seq, kind, senderId, content, createdAt },
  ...{ revision, editedAt, deletedByTeam, mentions, solutionBy, solutionConfirmed },
  quote: sql<Quote | null>`case when messages.reply_to is not null then (select
    json_object('id', quoted.id, 'seq', quoted.seq, 'senderId', quoted.sender_id, 'kind', quoted.kind,
      'content', substr(quoted.content, 1, ${sql.raw(String(EXCERPT))}), 'files', json(${filesCiting('messageId', sql`quoted.id`)}))
    from messages as quoted where quoted.id = messages.reply_to) end`.mapWith(toQuote),
  files: filesCiting('messageId', sql`messages.id`),
  reactions: sql<[emoji: string, memberId: string][] | null>`case when messages.revision > 0 then (select
    json_group_array(json_array(emoji, member_id)) from
    (select emoji, member_id from message_reactions where message_id = messages.id order by rowid)) end`.mapWith(
    JSON.parse,
  ),
};

function toQuote(json: string): Quote {
  const { files, ...quote } = JSON.parse(json) as Omit<Quote, 'fileName'> & {
    files: FileRef[] | null;
  };
  const [file] = files ?? [];
  if (!files || !file) return quote;
  if (file.kind === 'voice') return { ...quote, content: textOrFiles({ ...quote, files }) };
  return { ...quote, fileName: file.name };
}

type Plain = Pick<typeof messages.$inferSelect, 'id' | 'seq' | 'kind' | 'senderId' | 'content' | 'createdAt'>;
type MessageRow = Plain &
  Pick<
    typeof messages.$inferSelect,
    'revision' | 'editedAt' | 'deletedByTeam' | 'mentions' | 'solutionBy' | 'solutionConfirmed'
  > & {
    quote: Quote | null;
    files: FileRef[] | null;
    reactions: [emoji: string, memberId: string][] | null;
  };

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
    // The literal one is that of the index.
    changed: page(sql`${messages.revision} > 0`, gt(messages.revision, at))
      .orderBy(asc(messages.revision))
      .prepare(),
  };
});

export async function historyFor(
  queries: Queries,
  viewer: Viewer,
  conversationId: string,
  { before, after, changedAfter, limit }: z.output<typeof historyQuery>,
): Promise<History> {
  // Read before the page, which may thus have later changes too, but misses none.
  const { revision } = await requireSeat(queries, viewer, conversationId);
  const { newest, before: earlier, after: later, changed } = pages(queries);
  const [query, at] =
    changedAfter !== undefined
      ? [changed, changedAfter]
      : after !== undefined
        ? [later, after]
        : before !== undefined
          ? [earlier, before]
          : [newest, 0];
  const rows = await query.all({ conversationId, limit: limit + 1, at });
  const page = rows.slice(0, limit).map((row) => toMessage(row, conversationId));
  const isRising = query === later || query === changed;
  return { messages: isRising ? page : page.reverse(), hasMore: rows.length > limit, revision };
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

/** `row`: of the table, or a plain text that has just been stored. */
export function toMessage(row: Plain & Partial<MessageRow>, conversationId: string): Message {
  const message: Message = {
    id: row.id,
    conversationId,
    seq: row.seq,
    kind: row.kind,
    senderId: row.senderId,
    content: row.content,
    createdAt: iso(row.createdAt),
  };
  if (row.quote) message.replyTo = row.quote;
  if (row.files) message.files = row.files;
  if (row.mentions?.length) message.mentions = row.mentions;
  return row.revision ? withChanges(message, row) : message;
}

function withChanges(message: Message, row: Partial<MessageRow>): Message {
  const changed: Message = { ...message, revision: row.revision };
  if (row.deletedByTeam) changed.deletedByTeam = true;
  if (row.editedAt) changed.editedAt = iso(row.editedAt);
  if (row.reactions?.length)
    changed.reactions = [...Map.groupBy(row.reactions, ([emoji]) => emoji)].map(([emoji, given]) => ({
      emoji,
      memberIds: given.map(([, memberId]) => memberId),
    }));
  if (typeof row.solutionConfirmed === 'boolean')
    changed.solution = { by: row.solutionBy ?? null, confirmed: row.solutionConfirmed };
  return changed;
}
