import { and, asc, eq, gt, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import { namesCited } from '../files/citing.ts';
import { preparedQuery, type Queries } from '../platform/database/db.ts';
import { type SearchedWord, wordsOf } from '../platform/database/search.ts';
import type { Deps } from '../platform/deps.ts';
import { conversations, messageIndexes, messages } from './tables.ts';

/** Small, so that a message waits for some milliseconds at most. */
const BATCH = 50;
const CONVERSATIONS = 50;
/** Of the numbers of rows in the full-text index: a conversation's number, then the message's. */
const PLACES = 2 ** 24;

/** `seq`: texts up to it are in the index; `revision`: so are changes. */
export type Indexed = { number: number; seq: number; revision: number };

export function rowOf({ number }: Pick<Indexed, 'number'>, seq: number): number {
  return number * PLACES + seq;
}

/** In SQL, as `rowOf` the other way round. */
export function seqOfRow(row: SQL, number: SQL): SQL {
  return sql`${row} - ${number} * ${sql.raw(String(PLACES))}`;
}

/**
 * Each word bears its conversation's number, so that a search reads only words of the searcher's own conversations
 * (docs/adr/0032-search-in-conversations.md).
 */
function wordsIn(text: string, number: number): string {
  const words = new Set<string>();
  for (const { word, stems } of wordsOf(text)) {
    words.add(`${number}w${word}`);
    for (const stem of stems) words.add(`${number}s${stem}`);
  }
  return [`${number}t`, ...words].join(' ');
}

/** For FTS5: texts of one conversation with all these words; all its texts without any. */
export function matchIn({ number }: Pick<Indexed, 'number'>, searched: readonly SearchedWord[]): string {
  if (searched.length === 0) return `"${number}t"`;
  return searched
    .map(({ word, stems }) => {
      const begun = word.length === 1 ? `"${number}w${word}"` : `"${number}w${word}" *`;
      return `(${[begun, ...stems.map((stem) => `"${number}s${stem}"`)].join(' OR ')})`;
    })
    .join(' AND ');
}

const due = preparedQuery((queries) => {
  const behind = (...conditions: SQL[]) =>
    queries
      .select({ id: conversations.id })
      .from(conversations)
      .leftJoin(messageIndexes, eq(messageIndexes.conversationId, conversations.id))
      .where(
        and(
          ...conditions,
          or(
            isNull(messageIndexes.number),
            gt(conversations.lastSeq, messageIndexes.seq),
            gt(conversations.revision, messageIndexes.revision),
          ),
        ),
      )
      .limit(CONVERSATIONS)
      .prepare();
  return { active: behind(eq(conversations.status, 'active')), all: behind() };
});

/**
 * What is not in the index yet is searched as it stands, so that a message costs nothing more when it is sent. `which`:
 * `all` looks at every conversation, for those that have ended.
 */
export async function indexMessages(deps: Pick<Deps, 'db'>, which: 'active' | 'all'): Promise<void> {
  for (;;) {
    const behind = await due(deps.db.orm)[which].all({});
    for (const { id } of behind) while (await indexSome(deps, id));
    if (behind.length < CONVERSATIONS) return;
  }
}

/** False once there is nothing left, or somebody else does it. */
async function indexSome({ db }: Pick<Deps, 'db'>, conversationId: string): Promise<boolean> {
  const indexed = await indexOf(db.orm, conversationId);
  if (!indexed) return false;
  // Read before the texts: what changes after it is read again.
  const { revision: upTo, ...before } = indexed;
  const [added, changed] = await Promise.all([
    textsWhere(db.orm, conversationId, gt(messages.seq, before.seq), messages.seq),
    textsWhere(
      db.orm,
      conversationId,
      sql`${messages.revision} > 0 and ${messages.revision} > ${before.indexedRevision}`,
      messages.revision,
    ),
  ]);
  const seq = added.at(-1)?.seq ?? before.seq;
  const revision = changed.length < BATCH ? upTo : (changed.at(-1)?.revision ?? upTo);
  const rows = [...new Map([...added, ...changed].map((row) => [row.seq, row])).values()];
  const isMine = await db.write(async ({ orm }) => {
    const [claimed] = await orm
      .update(messageIndexes)
      .set({ seq, revision: Math.max(revision, before.indexedRevision) })
      .where(
        and(
          eq(messageIndexes.number, before.number),
          eq(messageIndexes.seq, before.seq),
          eq(messageIndexes.revision, before.indexedRevision),
        ),
      )
      .returning({ number: messageIndexes.number });
    if (!claimed) return false;
    const texts = rows
      .filter(({ kind }) => kind === 'text')
      .map((row) => [rowOf(before, row.seq), wordsIn(`${row.content}\n${row.fileNames}`, before.number)]);
    const former = JSON.stringify(rows.map((row) => rowOf(before, row.seq)));
    await Promise.all([
      orm.run(sql`delete from messages_search where rowid in (select value from json_each(${former}))`),
      orm.run(sql`insert into messages_search (rowid, words)
        select value ->> 0, value ->> 1 from json_each(${JSON.stringify(texts)})`),
    ]);
    return true;
  });
  return isMine && (added.length === BATCH || changed.length === BATCH);
}

async function indexOf(queries: Queries, conversationId: string) {
  await queries.insert(messageIndexes).values({ conversationId }).onConflictDoNothing();
  const [found] = await queries
    .select({
      number: messageIndexes.number,
      seq: messageIndexes.seq,
      indexedRevision: messageIndexes.revision,
      revision: conversations.revision,
    })
    .from(messageIndexes)
    .innerJoin(conversations, eq(conversations.id, messageIndexes.conversationId))
    .where(inArray(messageIndexes.conversationId, [conversationId]));
  return found;
}

function textsWhere(
  queries: Queries,
  conversationId: string,
  isWanted: SQL,
  order: typeof messages.seq | typeof messages.revision,
) {
  return queries
    .select({
      seq: messages.seq,
      kind: messages.kind,
      content: messages.content,
      revision: messages.revision,
      fileNames: namesCited,
    })
    .from(messages)
    .where(and(eq(messages.conversationId, conversationId), isWanted))
    .orderBy(asc(order))
    .limit(BATCH);
}
