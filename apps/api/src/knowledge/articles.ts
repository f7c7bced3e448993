import { AppError } from '@guilde/contracts/errors.ts';
import {
  type Article,
  type ArticleCard,
  AVOIDED_AFTER_HOURS,
  type KeyPoint,
  KNOWLEDGE_TABS,
  type KnowledgeOverview,
  type KnowledgePage,
  type knowledgeQuery,
  RELATED_ARTICLES_MAX,
} from '@guilde/contracts/knowledge.ts';
import { optionLabel } from '@guilde/contracts/profiles.ts';
import { SOS_CATEGORIES, type SosCategory } from '@guilde/contracts/sos.ts';
import { and, count, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { iso, isoOrNull } from '../platform/clock.ts';
import { built, type Queries, type Tx } from '../platform/db.ts';
import type { Deps } from '../platform/deps.ts';
import { highlightsOf, matchesOf, searchFields } from '../platform/search.ts';
import { sosRequests } from '../sos/tables.ts';
import { resembling } from './resemblance.ts';
import { sosSummaries, suggestionOpenings } from './tables.ts';

const HOUR_MS = 3_600_000;
/** A search ranks so many of the newest articles that match, for each way of matching. */
const FOUND_MAX = 200;
/** Newest first: the last article's instant and position. By relevance: how many came before. */
const CURSOR = /^(\d{1,15})\.(\d{1,15})$/;
const SEARCH_CURSOR = /^(\d{1,3})$/;

type Filters = z.output<typeof knowledgeQuery>;

/** What members may read: approved, and listed for the public or for members. */
export const isListed: SQL | undefined = and(
  eq(sosSummaries.status, 'approved'),
  inArray(sosSummaries.privacyLevel, ['public', 'members']),
);

const cardColumns = {
  position: sosSummaries.position,
  id: sosSummaries.id,
  title: sosSummaries.title,
  category: sosSummaries.category,
  summary: sosSummaries.summary,
  keyPoints: sosSummaries.keyPoints,
  participantsCount: sosSummaries.participantsCount,
  createdAt: sosSummaries.createdAt,
};

type CardRow = { [Name in keyof typeof cardColumns]: (typeof cardColumns)[Name]['_']['data'] };

/** What an article is found by: title, summary, key points and category (specification, section 5). */
export function articleSearchFields(article: {
  title: string;
  summary: string;
  keyPoints: readonly Pick<KeyPoint, 'text'>[];
  category: SosCategory;
}): ReturnType<typeof searchFields> {
  const points = article.keyPoints.map(({ text }) => text);
  const label = optionLabel(SOS_CATEGORIES, article.category);
  return searchFields([article.title, article.summary, ...points, label].join('\n'));
}

/** A page of the knowledge base, in one statement: newest first, or what fits a search best. */
export async function listArticles(
  { db }: Pick<Deps, 'db'>,
  { q, category, cursor, limit }: Filters,
): Promise<KnowledgePage> {
  const skipped = q && cursor ? readSearchCursor(cursor) : 0;
  const rows = await pageOf(db.orm, { q, category, cursor }).all({
    category,
    ...(q ? matchesOf(q) : {}),
    ...(!q && cursor ? readCursor(cursor) : {}),
    skipped,
    limit: limit + 1,
  });
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  const next = q ? String(skipped + limit) : `${last?.createdAt}.${last?.position}`;
  return { items: page.map((row) => toCard(row, q)), nextCursor: last ? next : null };
}

type Shape = Pick<Filters, 'q' | 'category' | 'cursor'>;

const pages = built(() => new Map<string, ReturnType<typeof preparePage>>());

function pageOf(queries: Queries, shape: Shape): ReturnType<typeof preparePage> {
  const name = [shape.q !== '', shape.category !== 'all', shape.q === '' && Boolean(shape.cursor)].join();
  const known = pages(queries);
  const page = known.get(name) ?? preparePage(queries, shape);
  known.set(name, page);
  return page;
}

function preparePage(queries: Queries, { q, category, cursor }: Shape) {
  const select = queries.select(cardColumns).from(sosSummaries).$dynamic();
  const limit = sql.placeholder('limit');
  if (q) {
    return select
      .innerJoin(ranked(category !== 'all'), sql`ranked.found = ${sosSummaries.position}`)
      .orderBy(sql`ranked.way desc`, sql`ranked.score`, desc(sosSummaries.position))
      .limit(limit)
      .offset(sql.placeholder('skipped'))
      .prepare();
  }
  const { createdAt, position } = sosSummaries;
  return select
    .where(
      and(
        isListed,
        category === 'all' ? undefined : eq(sosSummaries.category, sql.placeholder('category')),
        cursor
          ? sql`(${createdAt}, ${position}) < (${sql.placeholder('createdAt')}, ${sql.placeholder('position')})`
          : undefined,
      ),
    )
    .orderBy(desc(createdAt), desc(position))
    .limit(limit)
    .prepare();
}

/** Words that stand there before beginnings before families of words; within each what SQLite finds most relevant. */
function ranked(ofCategory: boolean): SQL {
  const way = (rank: number, match: string) => sql`select * from (
    select ${sosSummaries.position} as found, ${sql.raw(String(rank))} as way, bm25(summaries_search, 4, 1) as score
    from summaries_search cross join ${sosSummaries} on ${sosSummaries.position} = summaries_search.rowid
    where summaries_search match ${sql.placeholder(match)} and ${isListed}
    ${ofCategory ? sql`and ${sosSummaries.category} = ${sql.placeholder('category')}` : sql``}
    order by summaries_search.rowid desc limit ${sql.raw(String(FOUND_MAX))})`;
  return sql`(select found, max(way) as way, min(score) as score
    from (${way(3, 'exact')} union all ${way(2, 'prefix')} union all ${way(1, 'all')}) as ways
    group by found) as ranked`;
}

function toCard(row: CardRow, q: string): ArticleCard {
  const { position: _position, createdAt, ...card } = row;
  const keyPoints = row.keyPoints.map(({ text }) => text);
  return {
    ...card,
    keyPoints,
    createdAt: iso(createdAt),
    highlights: q
      ? {
          title: highlightsOf(row.title, q),
          summary: highlightsOf(row.summary, q),
          keyPoints: keyPoints.map((text) => highlightsOf(text, q)),
        }
      : null,
  };
}

const byCategory = built((queries) =>
  queries
    .select({
      category: sosSummaries.category,
      count: count(),
      participants: sql<number>`sum(${sosSummaries.participantsCount})`,
      words: sql<number>`sum(${sosSummaries.wordCount})`,
    })
    .from(sosSummaries)
    .where(isListed)
    .groupBy(sosSummaries.category)
    .orderBy(desc(count()), sosSummaries.category)
    .prepare(),
);

/** Tabs and tiles, in one statement. */
export async function knowledgeOverview({ db }: Pick<Deps, 'db'>): Promise<KnowledgeOverview> {
  const rows = await byCategory(db.orm).all();
  const total = (of: (row: (typeof rows)[number]) => number) => rows.reduce((sum, row) => sum + of(row), 0);
  return {
    tabs: rows
      .slice(0, KNOWLEDGE_TABS)
      .map(({ category, count: articles }) => ({ category, count: articles })),
    summaries: total((row) => row.count),
    categories: rows.length,
    participants: total((row) => row.participants),
    thousandsOfWords: Math.round(total((row) => row.words) / 1000),
  };
}

/**
 * How many SOS an article made unnecessary: drafts while which somebody opened it, that are no SOS 24 hours later. A
 * draft that is posted after all no longer counts.
 */
const avoidedSos = sql<number>`(select count(*) from ${suggestionOpenings}
  where ${suggestionOpenings.summaryId} = ${sosSummaries.id} and ${suggestionOpenings.openedAt} <= ${sql.placeholder('openedBefore')}
  and not exists (select 1 from ${sosRequests} where ${sosRequests.id} = ${suggestionOpenings.draftId}))`;

const articleById = built((queries) =>
  queries
    .select({
      ...cardColumns,
      origin: sosSummaries.origin,
      reviewedAt: sosSummaries.moderatedAt,
      sosId: sosSummaries.sosRequestId,
      avoidedSos,
    })
    .from(sosSummaries)
    .where(and(eq(sosSummaries.id, sql.placeholder('id')), isListed))
    .prepare(),
);

/** An article with those that resemble it, in two statements. NOT_FOUND while it is not approved. */
export async function readArticle(
  { db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>,
  id: string,
): Promise<Article> {
  const openedBefore = clock.now() - AVOIDED_AFTER_HOURS * HOUR_MS;
  const [row] = await articleById(db.orm).all({ id, openedBefore });
  if (!row) throw new AppError('NOT_FOUND');
  const { reviewedAt, origin, sosId, avoidedSos: avoided, ...card } = row;
  const related = await resembling(
    db.orm,
    { ...row, description: row.summary },
    { purpose: 'read-next', max: RELATED_ARTICLES_MAX, except: id },
  );
  const { highlights: _highlights, ...shown } = toCard(card, '');
  return {
    ...shown,
    url: `${config.publicUrl}/knowledge/${id}`,
    origin,
    sosId,
    reviewedAt: isoOrNull(reviewedAt),
    avoidedSos: avoided,
    related: related.map(({ id: relatedId, title, category }) => ({ id: relatedId, title, category })),
  };
}

/** Lets everyone's knowledge base follow, once what this transaction did to an article is stored. */
export function publishKnowledgeChanged(tx: Pick<Tx, 'afterCommit'>, { live }: Pick<Deps, 'live'>): void {
  tx.afterCommit(() => live.publish('everyone', { type: 'knowledge.changed' }));
}

function readCursor(cursor: string): { createdAt: number; position: number } {
  const [, createdAt, position] = CURSOR.exec(cursor) ?? [];
  if (!createdAt || !position) throw reload();
  return { createdAt: Number(createdAt), position: Number(position) };
}

function readSearchCursor(cursor: string): number {
  const [, skipped] = SEARCH_CURSOR.exec(cursor) ?? [];
  if (!skipped) throw reload();
  return Number(skipped);
}

function reload(): AppError {
  return new AppError('INVALID_INPUT', {}, { cursor: 'Recharge la liste.' });
}
