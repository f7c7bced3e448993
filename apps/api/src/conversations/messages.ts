import { randomUUID } from 'node:crypto';
import type { Message, MessageKind, Quote } from '@guilde/contracts/conversations/rules.ts';
import { type FileRef, textOrFiles } from '@guilde/contracts/files/rules.ts';
import { beginning } from '@guilde/contracts/text.ts';
import { eq, getTableColumns, type Placeholder, sql } from 'drizzle-orm';
import { filesCiting } from '../files/files.ts';
import { iso } from '../platform/clock.ts';
import { preparedQuery, type Queries, type Tx } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import { activeMemberIds } from './conversations.ts';
import { conversations, messages } from './tables.ts';

const { id, seq, kind, senderId, content, createdAt, ...others } = getTableColumns(messages);
const { revision, editedAt, deletedByTeam, mentions, solutionBy, solutionConfirmed } = others;

/** SQL gives more than the excerpt, whose last letter or emoji must be whole. */
const EXCERPT = 200;
const READ = 2 * EXCERPT;

/** Selects what a message refers to; other tables are read only for messages that have references. */
export function referred(table: 'messages' | 'page') {
  // Drizzle omits the table of a column, but within the parentheses the column is another one.
  const of = (column: 'id' | 'reply_to' | 'revision') => sql.raw(`${table}.${column}`);
  return {
    quote: sql<Quote | null>`case when ${of('reply_to')} is not null then (select
    json_object('id', quoted.id, 'seq', quoted.seq, 'senderId', quoted.sender_id, 'kind', quoted.kind,
      'content', substr(quoted.content, 1, ${sql.raw(String(READ))}), 'files', json(${filesCiting('messageId', sql`quoted.id`)}))
    from messages as quoted where quoted.id = ${of('reply_to')}) end`.mapWith((json: string) =>
      toQuote(JSON.parse(json)),
    ),
    files: filesCiting('messageId', of('id')),
    reactions: sql<[emoji: string, memberId: string][] | null>`case when ${of('revision')} > 0 then (select
    json_group_array(json_array(emoji, member_id)) from
    (select emoji, member_id from message_reactions where message_id = ${of('id')} order by rowid)) end`.mapWith(
      JSON.parse,
    ),
  };
}

/** One statement reads all of a message. */
export const messageColumns = {
  ...{ id, seq, kind, senderId, content, createdAt },
  ...{ revision, editedAt, deletedByTeam, mentions, solutionBy, solutionConfirmed },
  ...referred('messages'),
};

export function toQuote({ files, ...read }: Omit<Quote, 'fileName'> & { files: FileRef[] | null }): Quote {
  const quote = { ...read, content: beginning(read.content, EXCERPT) };
  const [file] = files ?? [];
  if (!files || !file) return quote;
  if (file.kind === 'voice') return { ...quote, content: textOrFiles({ ...quote, files }) };
  return { ...quote, fileName: file.name };
}

type Plain = Pick<typeof messages.$inferSelect, 'id' | 'seq' | 'kind' | 'senderId' | 'content' | 'createdAt'>;
export type MessageRow = Plain &
  Pick<
    typeof messages.$inferSelect,
    'revision' | 'editedAt' | 'deletedByTeam' | 'mentions' | 'solutionBy' | 'solutionConfirmed'
  > & {
    quote: Quote | null;
    files: FileRef[] | null;
    reactions: [emoji: string, memberId: string][] | null;
  };

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

/** `row` comes from the table, or is a plain text that has just been stored. */
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
