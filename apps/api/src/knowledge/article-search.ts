import { AppError } from '@guilde/contracts/errors.ts';
import type { KnowledgePage, Reading } from '@guilde/contracts/knowledge.ts';
import type { knowledgeQuery } from '@guilde/contracts/knowledge-input.ts';
import { foldText } from '@guilde/contracts/text.ts';
import { desc, eq, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { preparedQueries, type Queries } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import { type CardRow, cardColumns, isListed, newestArticles, toCard } from './articles.ts';
import { type Concept, conceptsOf, markedWords, matchOfConcept, textOf, worthOf } from './search-query.ts';
import { correctionsOf } from './spelling.ts';
import { failedLast, worthWithStanding } from './standing.ts';
import { sosSummaries } from './tables.ts';

/** Candidates per word and in all, the newest first. */
const FOUND_MAX = 100;
const COMPARED_MAX = 100;
/** A share of the best score. */
const SHARE_MIN = 0.15;
/** The offset. */
const CURSOR = /^(\d{1,3})$/;

type Filters = z.output<typeof knowledgeQuery>;
type Found = { rows: Row[]; concepts: Concept[]; readings: Reading[] };
type Row = CardRow & { searchText: string; searchStems: string; concepts: string | null };

/** Without a search, the newest first. */
export async function listArticles(deps: Pick<Deps, 'db'>, filters: Filters): Promise<KnowledgePage> {
  return filters.q ? findArticles(deps.db.orm, filters) : newestArticles(deps, filters);
}

/**
 * Any word of a query, a synonym or a near spelling. One statement; two more when no article matches. Titles and rare
 * words rank higher.
 */
async function findArticles(queries: Queries, filters: Filters): Promise<KnowledgePage> {
  const { cursor, limit } = filters;
  const skipped = cursor ? readCursor(cursor) : 0;
  const { rows, concepts, readings } = await candidates(queries, filters);
  const ranked = rank(rows, concepts);
  const page = ranked.slice(skipped, skipped + limit);
  return {
    items: page.map((row) => toCard(row, markedWords(concepts, textOf(row)))),
    nextCursor: ranked.length > skipped + limit ? String(skipped + limit) : null,
    readings,
  };
}

async function candidates(queries: Queries, filters: Filters): Promise<Found> {
  const concepts = conceptsOf(filters.q);
  const rows = await read(queries, concepts, filters);
  const unknown = concepts.filter((_, at) => !rows.some((row) => isFoundBy(row, at)));
  const near = await correctionsOf(
    queries,
    unknown.map(({ typed }) => typed),
  );
  if (![...near.values()].some((words) => words.length > 0)) return { rows, concepts, readings: [] };
  const corrected = conceptsOf(filters.q, near);
  const found = await read(queries, corrected, filters);
  return { rows: found, concepts: corrected, readings: correctionsIn(found, near) };
}

/** As articles spell it. */
function correctionsIn(rows: readonly Row[], near: ReadonlyMap<string, string[]>): Reading[] {
  const written = new Map<string, string>();
  for (const { title, summary, keyPoints } of rows)
    for (const [word] of [title, summary, ...keyPoints.map(({ text }) => text)]
      .join('\n')
      .matchAll(/[\p{L}\p{M}]+/gu))
      if (!written.has(foldText(word))) written.set(foldText(word), word.toLowerCase());
  return [...near].flatMap(([typed, words]) => {
    const read = words.map((word) => written.get(word)).find((word) => word !== undefined);
    return read === undefined ? [] : [{ typed, read }];
  });
}

function isFoundBy({ concepts }: Row, at: number): boolean {
  return concepts?.split(',').includes(String(at)) ?? false;
}

/** A rare word counts more, and so does what held; what did not hold comes last. */
function rank(rows: readonly Row[], concepts: readonly Concept[]): Row[] {
  const worths = rows.map((row) => {
    const text = textOf(row);
    return concepts.map((concept, at) => worthOf(concept, text, isFoundBy(row, at)));
  });
  const weights = concepts.map((_, at) => {
    const having = worths.filter((worth) => (worth[at] ?? 0) > 0).length;
    return Math.log(1 + rows.length / Math.max(having, 1));
  });
  const ranked = rows
    .map((row, index) => ({
      row,
      worth: worthWithStanding(
        row,
        weights.reduce((sum, weight, at) => sum + weight * (worths[index]?.[at] ?? 0), 0),
      ),
    }))
    .sort((a, b) => b.worth - a.worth || b.row.position - a.row.position);
  const best = ranked[0]?.worth ?? 0;
  return ranked
    .filter(({ worth }) => worth >= SHARE_MIN * best)
    .map(({ row }) => row)
    .sort(failedLast);
}

type Shape = { concepts: number; ofCategory: boolean };

const candidatesOf = preparedQueries(
  ({ concepts, ofCategory }: Shape) => `${concepts} ${ofCategory}`,
  prepare,
);

async function read(queries: Queries, concepts: readonly Concept[], { category }: Filters): Promise<Row[]> {
  if (concepts.length === 0) return [];
  const matches = concepts.map(matchOfConcept);
  const select = candidatesOf(queries, { concepts: concepts.length, ofCategory: category !== 'all' });
  const byConcept = Object.fromEntries(matches.map((match, at) => [`concept${at}`, match]));
  return select.all({ ...byConcept, all: matches.join(' AND '), category });
}

/** The newest with all concepts and the newest with each, rare ones first. */
function prepare(queries: Queries, { concepts, ofCategory }: Shape) {
  const matching = (name: string, concept: SQL) => sql`select * from (
    select found, ${concept} as concept, 1.0 / count(*) over () as rarity from (
      select ${sosSummaries.position} as found from summaries_search
      cross join ${sosSummaries} on ${sosSummaries.position} = summaries_search.rowid
      where summaries_search match ${sql.placeholder(name)} and ${isListed}
      ${ofCategory ? sql`and ${eq(sosSummaries.category, sql.placeholder('category'))}` : sql``}
      order by summaries_search.rowid desc limit ${sql.raw(String(FOUND_MAX))}) as received)`;
  const each = Array.from({ length: concepts }, (_, at) => matching(`concept${at}`, sql.raw(String(at))));
  const ways = concepts === 1 ? each : [...each, matching('all', sql.raw('null'))];
  const ranked = sql`(select found, group_concat(concept) as concepts
    from (${sql.join(ways, sql` union all `)}) as ways
    group by found order by sum(rarity) desc, found desc limit ${sql.raw(String(COMPARED_MAX))}) as ranked`;
  return queries
    .select({
      ...cardColumns,
      searchText: sosSummaries.searchText,
      searchStems: sosSummaries.searchStems,
      concepts: sql<string | null>`ranked.concepts`,
    })
    .from(sosSummaries)
    .innerJoin(ranked, sql`ranked.found = ${sosSummaries.position}`)
    .orderBy(desc(sosSummaries.position))
    .prepare();
}

function readCursor(cursor: string): number {
  const [, skipped] = CURSOR.exec(cursor) ?? [];
  if (!skipped) throw new AppError('INVALID_INPUT', {}, { cursor: 'Recharge la liste.' });
  return Number(skipped);
}
