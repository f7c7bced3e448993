import type { knowledgeQuery } from '@guilde/contracts/knowledge/input.ts';
import type { KnowledgePage, Reading } from '@guilde/contracts/knowledge/rules.ts';
import { foldText } from '@guilde/contracts/text.ts';
import { and, desc, eq, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { preparedQueries, type Queries } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import { readPositionCursor } from '../platform/paging.ts';
import { type CardRow, cardColumns, isListed, newestArticles, toCard } from './articles.ts';
import { failedLast, worthWithOutcome } from './last-outcome.ts';
import { COUNTED_MAX, isRare } from './rarity.ts';
import {
  type Concept,
  conceptsOf,
  isInTitle,
  isTelling,
  markedWords,
  matchOfConcept,
  SYNONYM_WORDS,
  similarSynonyms,
  textOf,
  worthOf,
} from './search-query.ts';
import { correctionsOf } from './spelling.ts';
import { sosSummaries } from './tables.ts';

/** The limits count candidates per word and in all, from the newest. */
const FOUND_MAX = 100;
const COMPARED_MAX = 100;
/** An article needs this share of the best score. */
const SHARE_MIN = 0.15;
/** An article needs more than this share of the significant words; `rare` is for one in its title. */
const ENOUGH = { usual: 1 / 2, rare: 1 / 4 };
/** One word is enough when the query has so few significant ones. */
const FEW = 2;

type Filters = z.output<typeof knowledgeQuery>;
type Found = { rows: Row[]; concepts: Concept[]; readings: Reading[] };
/** `concepts` counts the articles with each concept, `listed` all articles up to `COUNTED_MAX`. */
type Row = CardRow & {
  searchText: string;
  searchStems: string;
  concepts: Record<number, number>;
  listed: number;
};

export async function listArticles(deps: Pick<Deps, 'db'>, filters: Filters): Promise<KnowledgePage> {
  return filters.q ? findArticles(deps.db.orm, filters) : newestArticles(deps, filters);
}

/**
 * The query's words match as typed, as synonyms or misspelt. The search takes one statement, and two more
 * when no article matches.
 */
async function findArticles(queries: Queries, filters: Filters): Promise<KnowledgePage> {
  const { cursor, limit } = filters;
  const skipped = cursor ? readPositionCursor(cursor) : 0;
  const { rows, concepts, readings } = await candidates(queries, filters);
  const ranked = rank(rows, concepts);
  const page = ranked.slice(skipped, skipped + limit);
  return {
    items: page.map((row) => toCard(row, markedWords(concepts, textOf(row)))),
    nextCursor: ranked.length > skipped + limit ? String(skipped + limit) : null,
    readings: ranked.length === 0 ? [] : readings,
  };
}

async function candidates(queries: Queries, filters: Filters): Promise<Found> {
  const concepts = conceptsOf(filters.q);
  const rows = await read(queries, concepts, filters);
  const unknown = concepts.filter((_, at) => !rows.some((row) => isFoundBy(row, at)));
  const misspelt = unknown.map(({ typed }) => typed);
  const similarWords = await correctionsOf(queries, misspelt);
  for (const [word, found] of similarWords)
    if (found.length === 0) similarWords.set(word, similarSynonyms(word));
  if (![...similarWords.values()].some((words) => words.length > 0)) return { rows, concepts, readings: [] };
  const corrected = conceptsOf(filters.q, similarWords);
  const found = await read(queries, corrected, filters);
  return { rows: found, concepts: corrected, readings: correctionsIn(found, similarWords) };
}

/** A correction has the spelling of the articles, or else of a synonym. */
function correctionsIn(rows: readonly Row[], similarWords: ReadonlyMap<string, string[]>): Reading[] {
  const written = new Map<string, string>();
  for (const { title, summary, keyPoints } of rows)
    for (const [word] of [title, summary, ...keyPoints.map(({ text }) => text)]
      .join('\n')
      .matchAll(/[\p{L}\p{M}]+/gu))
      if (!written.has(foldText(word))) written.set(foldText(word), word.toLowerCase());
  return [...similarWords].flatMap(([typed, words]) => {
    const read = words
      .map((word) => written.get(word) ?? SYNONYM_WORDS.get(word))
      .find((word) => word !== undefined);
    return read === undefined ? [] : [{ typed, read }];
  });
}

function isFoundBy({ concepts }: Row, at: number): boolean {
  return at in concepts;
}

/** Rare words and solutions that worked count more; solutions that failed come last. */
function rank(rows: readonly Row[], concepts: readonly Concept[]): Row[] {
  const { weights, isRareAt } = weighed(rows, concepts);
  const telling = concepts.map((concept) => isTelling(concept) || !concepts.some(isTelling));
  const tellingWeight = sum(weights.filter((_, at) => telling[at]));
  const isFew = telling.filter(Boolean).length <= FEW;
  const ranked = rows
    .map((row) => {
      const text = textOf(row);
      const worths = concepts.map((concept, at) => worthOf(concept, text, isFoundBy(row, at)));
      const hasRare = worths.some((worth, at) => telling[at] && isInTitle(worth) && isRareAt(at));
      return {
        row,
        worth: worthWithOutcome(row, sum(weights.map((weight, at) => weight * (worths[at] ?? 0)))),
        share: sum(weights.filter((_, at) => telling[at] && worths[at])) / tellingWeight,
        enough: isFew ? 0 : hasRare ? ENOUGH.rare : ENOUGH.usual,
      };
    })
    .filter(({ share, enough }) => share > enough)
    .sort((a, b) => b.worth - a.worth || b.row.position - a.row.position);
  const best = ranked[0]?.worth ?? 0;
  return ranked
    .filter(({ worth }) => worth >= SHARE_MIN * best)
    .map(({ row }) => row)
    .sort(failedLast);
}

/** A word that no article has as typed weighs no more than the rarest one. */
function weighed(rows: readonly Row[], concepts: readonly Concept[]) {
  const listed = rows[0]?.listed ?? 0;
  const counts = concepts.map((_, at) => rows.find((row) => isFoundBy(row, at))?.concepts[at] ?? 0);
  const asTyped = counts.filter((count, at) => count > 0 && !concepts[at]?.isCorrected);
  const rarest = Math.min(...(asTyped.length > 0 ? asTyped : counts.filter((count) => count > 0)));
  return {
    weights: counts.map((count) => Math.log(1 + listed / Math.max(count, rarest))),
    isRareAt: (at: number) => !concepts[at]?.isCorrected && isRare(counts[at] ?? 0, listed),
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
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
  const rows = await select.all({ ...byConcept, all: matches.join(' AND '), category });
  return rows.map((row) => ({ ...row, concepts: JSON.parse(row.concepts) }));
}

/** The candidates are the newest with all concepts and the newest with each, from the rarest. */
function prepare(queries: Queries, { concepts, ofCategory }: Shape) {
  const searched = and(
    isListed,
    ofCategory ? eq(sosSummaries.category, sql.placeholder('category')) : undefined,
  );
  const matching = (name: string, concept: SQL) => sql`select * from (
    select found, ${concept} as concept, count(*) over () as articles from (
      select ${sosSummaries.position} as found from summaries_search
      cross join ${sosSummaries} on ${sosSummaries.position} = summaries_search.rowid
      where summaries_search match ${sql.placeholder(name)} and ${searched}
      order by summaries_search.rowid desc limit ${sql.raw(String(FOUND_MAX))}) as received)`;
  const each = Array.from({ length: concepts }, (_, at) => matching(`concept${at}`, sql.raw(String(at))));
  const branches = concepts === 1 ? each : [...each, matching('all', sql.raw('null'))];
  const ranked = sql`(select found,
    json_group_object(concept, articles) filter (where concept is not null) as concepts
    from (${sql.join(branches, sql` union all `)}) as branches
    group by found order by sum(1.0 / articles) desc, found desc limit ${sql.raw(String(COMPARED_MAX))}) as ranked`;
  return queries
    .select({
      ...cardColumns,
      searchText: sosSummaries.searchText,
      searchStems: sosSummaries.searchStems,
      concepts: sql<string>`ranked.concepts`,
      listed: sql<number>`(select count(*) from (
        select 1 from ${sosSummaries} where ${searched} limit ${sql.raw(String(COUNTED_MAX))}))`,
    })
    .from(sosSummaries)
    .innerJoin(ranked, sql`ranked.found = ${sosSummaries.position}`)
    .orderBy(desc(sosSummaries.position))
    .prepare();
}
