import { randomUUID } from 'node:crypto';
import type { History, Message, MessageKind, Quote } from '@guilde/contracts/conversations.ts';
import type { historyQuery } from '@guilde/contracts/conversations-input.ts';
import { AppError } from '@guilde/contracts/errors.ts';
import { type FileRef, textOrFiles } from '@guilde/contracts/files.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { and, asc, desc, eq, getTableColumns, gt, lt, type Placeholder, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import type { z } from 'zod';
import { filesCiting, type ShownFile, toFileRefs } from '../files/files.ts';
import { iso } from '../platform/clock.ts';
import { preparedQuery, type Queries, type Tx } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import { activeMemberIds, isOwnSeat } from './conversations.ts';
import { conversations, messages, participants } from './tables.ts';

const { id, seq, kind, senderId, content, createdAt, ...others } = getTableColumns(messages);
const { revision, editedAt, deletedByTeam, mentions, solutionBy, solutionConfirmed } = others;

const EXCERPT = 200;

/** Of a message. Other tables are asked only for messages that refer to them. */
function referred(table: 'messages' | 'page') {
  // Drizzle leaves the table out of a column, which is another one inside the parentheses.
  const of = (column: 'id' | 'reply_to' | 'revision') => sql.raw(`${table}.${column}`);
  return {
    quote: sql<Quote | null>`case when ${of('reply_to')} is not null then (select
    json_object('id', quoted.id, 'seq', quoted.seq, 'senderId', quoted.sender_id, 'kind', quoted.kind,
      'content', substr(quoted.content, 1, ${sql.raw(String(EXCERPT))}), 'files', json(${filesCiting('messageId', sql`quoted.id`)}))
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

function toQuote({ files, ...quote }: Omit<Quote, 'fileName'> & { files: FileRef[] | null }): Quote {
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

const page = alias(messages, 'page');
const inPage = referred('page');
/** As one value: fifty rows of fifteen columns cost a quarter more. */
const pageRows = sql`json_group_array(json_object('id', ${page.id}, 'seq', ${page.seq}, 'kind', ${page.kind},
    'senderId', ${page.senderId}, 'content', ${page.content}, 'createdAt', ${page.createdAt}, 'revision', ${page.revision},
    'editedAt', ${page.editedAt}, 'deletedByTeam', ${page.deletedByTeam}, 'mentions', json(${page.mentions}),
    'solutionBy', ${page.solutionBy}, 'solutionConfirmed', ${page.solutionConfirmed}, 'quote', json(${inPage.quote}),
    'files', json(${inPage.files}), 'reactions', json(${inPage.reactions})))`;
/** As JSON has them. */
type PageRow = Omit<MessageRow, 'solutionConfirmed' | 'quote' | 'files'> & {
  solutionConfirmed: number | null;
  quote: Parameters<typeof toQuote>[0] | null;
  files: ShownFile[] | null;
};

function ofPage(row: PageRow): MessageRow {
  const { solutionConfirmed: confirmed, quote, files } = row;
  return {
    ...row,
    solutionConfirmed: confirmed === null ? null : confirmed === 1,
    quote: quote && toQuote(quote),
    files: files && toFileRefs(files),
  };
}

const pages = preparedQuery((queries) => {
  const query = (order: SQL, ...conditions: SQL[]) => {
    const isHere = and(eq(messages.conversationId, sql.placeholder('conversationId')), ...conditions);
    const rows = sql<MessageRow[]>`(select ${pageRows} from
      (select * from messages where ${isHere} order by ${order} limit ${sql.placeholder('limit')}) as page)`;
    return queries
      .select({
        revision: conversations.revision,
        rows: rows.mapWith((json: string) => (JSON.parse(json) as PageRow[]).map(ofPage)),
      })
      .from(participants)
      .innerJoin(conversations, eq(conversations.id, participants.conversationId))
      .where(isOwnSeat)
      .prepare();
  };
  const at = sql.placeholder('at');
  return {
    newest: query(desc(messages.seq)),
    before: query(desc(messages.seq), lt(messages.seq, at)),
    after: query(asc(messages.seq), gt(messages.seq, at)),
    // The literal one is that of the index.
    changed: query(asc(messages.revision), sql`${messages.revision} > 0`, gt(messages.revision, at)),
  };
});

/** Codes: NOT_FOUND without a seat. */
export async function historyFor(
  queries: Queries,
  viewer: Viewer,
  conversationId: string,
  { before, after, changedAfter, limit }: z.output<typeof historyQuery>,
): Promise<History> {
  const { newest, before: earlier, after: later, changed } = pages(queries);
  const [query, at] =
    changedAfter !== undefined
      ? [changed, changedAfter]
      : after !== undefined
        ? [later, after]
        : before !== undefined
          ? [earlier, before]
          : [newest, 0];
  const [found] = await query.all({ conversationId, viewerId: viewer.id, limit: limit + 1, at });
  if (!found) throw new AppError('NOT_FOUND');
  const { rows, revision } = found;
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
