import { setTimeout as sleep } from 'node:timers/promises';
import { and, eq, gt, isNull, or, type SQL, sql } from 'drizzle-orm';
import { namesCited } from '../files/citing.ts';
import { preparedQuery } from '../platform/database/db.ts';
import { type SearchedWord, wordsOf } from '../platform/database/search.ts';
import type { Deps } from '../platform/deps.ts';
import { conversations, messageIndexes, messages } from './tables.ts';

/** The limit counts texts and changes per transaction, so that a message waits some milliseconds at most. */
const BATCH = 100;
const CONVERSATIONS = 100;
/** The job rests three times as long as a batch took, which leaves three quarters of the time to others. */
const RESTS = 3;
/** The row numbers of the full-text index consist of a conversation's number and the message's. */
const PLACES = 2 ** 24;

/** The index has the texts up to `seq` and the changes up to `revision`. */
export type Indexed = { number: number; seq: number; revision: number };

function rowOf(number: SQL, seq: typeof messages.seq) {
  return sql<number>`${number} * ${sql.raw(String(PLACES))} + ${seq}`;
}

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

/** The FTS5 query matches the conversation's texts with all these words, or all texts without any. */
export function matchIn({ number }: Pick<Indexed, 'number'>, searched: readonly SearchedWord[]): string {
  if (searched.length === 0) return `"${number}t"`;
  return searched
    .map(({ word, stems }) => {
      const begun = word.length === 1 ? `"${number}w${word}"` : `"${number}w${word}" *`;
      return `(${[begun, ...stems.map((stem) => `"${number}s${stem}"`)].join(' OR ')})`;
    })
    .join(' AND ');
}

/** The first two say what the index has, null for nothing; the others what the conversation has. */
type Behind = {
  id: string;
  number: number | null;
  seq: number | null;
  lastSeq: number;
  indexedRevision: number | null;
  revision: number;
};
type Step = Indexed & { conversationId: string; toSeq: number; toRevision: number };

const behindQueries = preparedQuery((queries) => {
  const behind = (...conditions: SQL[]) =>
    queries
      .select({
        id: conversations.id,
        number: messageIndexes.number,
        seq: messageIndexes.seq,
        lastSeq: conversations.lastSeq,
        indexedRevision: messageIndexes.revision,
        revision: conversations.revision,
      })
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
 * Messages that are not indexed yet are searched as they stand, so that sending costs nothing more. `all`
 * also checks ended conversations. The call ends when another worker indexes, or with `signal`.
 */
export async function indexMessages(
  deps: Pick<Deps, 'db'>,
  which: 'active' | 'all',
  signal?: AbortSignal,
): Promise<void> {
  while (!signal?.aborted) {
    // This is read before the texts, so that a later change is read again.
    const behind = await behindQueries(deps.db.orm)[which].all({});
    const unknown = behind.filter(({ number }) => number === null).map(({ id }) => id);
    if (unknown.length > 0) await beginIndexes(deps, unknown);
    for (const steps of batchesOf(behind)) {
      const begun = performance.now();
      if (!(await indexBatch(deps, steps))) return;
      await sleep(RESTS * (performance.now() - begun), undefined, { signal }).catch(() => undefined);
      if (signal?.aborted) return;
    }
    if (behind.length < CONVERSATIONS && unknown.length === 0) return;
  }
}

async function beginIndexes({ db }: Pick<Deps, 'db'>, conversationIds: string[]): Promise<void> {
  // The id comes from the table, since the conversation may be gone by now.
  await db.orm.run(sql`insert into message_indexes (conversation_id)
    select id from conversations where id in (select value from json_each(${JSON.stringify(conversationIds)}))
    on conflict do nothing`);
}

/** Each step has BATCH texts and changes at most; sequence numbers and revisions have no gaps. */
function batchesOf(behind: readonly Behind[]): Step[][] {
  const batches: Step[][] = [];
  let left = 0;
  for (const { id, number, seq, lastSeq, indexedRevision, revision } of behind) {
    if (number === null || seq === null || indexedRevision === null) continue;
    for (let at = { seq, revision: indexedRevision }; at.seq < lastSeq || at.revision < revision; ) {
      if (left === 0) {
        batches.push([]);
        left = BATCH;
      }
      const toSeq = Math.max(at.seq, Math.min(lastSeq, at.seq + left));
      left -= toSeq - at.seq;
      const toRevision = Math.max(at.revision, Math.min(revision, at.revision + left));
      left -= toRevision - at.revision;
      batches.at(-1)?.push({ conversationId: id, number, ...at, toSeq, toRevision });
      at = { seq: toSeq, revision: toRevision };
    }
  }
  return batches;
}

const steps = sql`json_each(${sql.placeholder('steps')}) as step`;
const step = (name: keyof Step) => sql.raw(`step.value ->> '${name}'`);

const stepQueries = preparedQuery((queries) => {
  const texts = (isInStep: SQL) =>
    queries
      .select({
        row: rowOf(step('number'), messages.seq),
        number: sql<number>`${step('number')}`,
        kind: messages.kind,
        content: messages.content,
        fileNames: namesCited,
      })
      .from(steps)
      .crossJoin(messages)
      .where(sql`${messages.conversationId} = ${step('conversationId')} and ${isInStep}`);
  return texts(sql`${messages.seq} > ${step('seq')} and ${messages.seq} <= ${step('toSeq')}`)
    .unionAll(
      // The index has this literal condition.
      texts(
        sql`${messages.revision} > 0 and ${messages.revision} > ${step('revision')} and ${messages.revision} <= ${step('toRevision')}`,
      ),
    )
    .prepare();
});

/** Resolves with false when another worker does it. */
async function indexBatch({ db }: Pick<Deps, 'db'>, batch: readonly Step[]): Promise<boolean> {
  const json = JSON.stringify(batch);
  const found = await stepQueries(db.orm).all({ steps: json });
  const texts = new Map(
    found.map(({ row, number, kind, content, fileNames }) => [
      row,
      { number, words: kind === 'text' ? wordsIn(`${content}\n${fileNames}`, number) : null },
    ]),
  );
  return db.write(async ({ orm }) => {
    const claimed = await orm.all<{ number: number }>(sql`update message_indexes
      set seq = ${step('toSeq')}, revision = ${step('toRevision')} from json_each(${json}) as step
      where message_indexes.number = ${step('number')} and message_indexes.seq = ${step('seq')} and message_indexes.revision = ${step('revision')}
      returning message_indexes.number`);
    const mine = new Set(claimed.map(({ number }) => number));
    const rows = [...texts].filter(([, { number }]) => mine.has(number));
    const former = JSON.stringify(rows.map(([row]) => row));
    const added = JSON.stringify(rows.flatMap(([row, { words }]) => (words ? { row, words } : [])));
    await Promise.all([
      orm.run(sql`delete from messages_search where rowid in (select value from json_each(${former}))`),
      orm.run(sql`insert into messages_search (rowid, words)
        select value ->> 'row', value ->> 'words' from json_each(${added})`),
    ]);
    return mine.size > 0;
  });
}
