import { AppError } from '@guilde/contracts/errors.ts';
import type { knowledgeQuery } from '@guilde/contracts/knowledge/input.ts';
import {
  type Article,
  type ArticleCard,
  AVOIDED_AFTER_HOURS,
  type CitedText,
  KNOWLEDGE_TABS,
  type KnowledgeOverview,
  type KnowledgePage,
  RELATED_ARTICLES_MAX,
} from '@guilde/contracts/knowledge/rules.ts';
import { optionLabel } from '@guilde/contracts/profiles/rules.ts';
import { SOS_CATEGORIES, type SosCategory } from '@guilde/contracts/sos/rules.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { and, count, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { events } from '../events/tables.ts';
import { iso, isoOrNull } from '../platform/clock.ts';
import { preparedQueries, preparedQuery, type Queries, type Tx } from '../platform/database/db.ts';
import { highlightsOf, type SearchedWord, searchFields } from '../platform/database/search.ts';
import type { Deps } from '../platform/deps.ts';
import { readNumbersCursor } from '../platform/paging.ts';
import { sosRequests } from '../sos/tables.ts';
import { lastOutcomeOf } from './last-outcome.ts';
import { findSimilar } from './similarity.ts';
import { correctableWords } from './spelling.ts';
import { articleConfirmations, sosSummaries, suggestionOpenings } from './tables.ts';
import { isOwnConfirmation, toWorked, workedColumns } from './worked.ts';

const HOUR_MS = 3_600_000;

type Filters = z.output<typeof knowledgeQuery>;

export const isListed: SQL | undefined = and(
  eq(sosSummaries.status, 'approved'),
  inArray(sosSummaries.privacyLevel, ['public', 'members']),
);

export const cardColumns = {
  position: sosSummaries.position,
  id: sosSummaries.id,
  title: sosSummaries.title,
  category: sosSummaries.category,
  summary: sosSummaries.summary,
  keyPoints: sosSummaries.keyPoints,
  participantsCount: sosSummaries.participantsCount,
  createdAt: sosSummaries.createdAt,
  outcomeAnswer: sosSummaries.outcomeAnswer,
  outcomeDays: sosSummaries.outcomeDays,
};

type CardColumns = typeof cardColumns;
type OutcomeColumns = Pick<CardColumns, 'outcomeAnswer' | 'outcomeDays'>;
export type CardRow = {
  [Name in keyof CardColumns]:
    | CardColumns[Name]['_']['data']
    | (Name extends keyof OutcomeColumns ? null : never);
};

/** The fields follow docs/specification.md#knowledge-base. */
export function articleSearchFields(article: {
  title: string;
  summary: string;
  keyPoints: readonly Pick<CitedText, 'text'>[];
  category: SosCategory;
}): ReturnType<typeof searchFields> & { searchWords: string[]; wordCount: number } {
  const points = article.keyPoints.map(({ text }) => text);
  const label = optionLabel(SOS_CATEGORIES, article.category);
  const text = [article.title, article.summary, ...points, label].join('\n');
  const own = [article.title, article.summary, ...points].join('\n');
  const wordCount = own.match(/[\p{L}\p{N}]+(?:[’'-][\p{L}\p{N}]+)*/gu)?.length ?? 0;
  return { ...searchFields(text), searchWords: correctableWords(text), wordCount };
}

export async function newestArticles(
  { db }: Pick<Deps, 'db'>,
  { category, cursor, limit }: Filters,
): Promise<KnowledgePage> {
  const [createdAt, position] = cursor ? readNumbersCursor(cursor) : [];
  const rows = await pageOf(db.orm, { category, cursor }).all({
    category,
    createdAt,
    position,
    limit: limit + 1,
  });
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return {
    items: page.map((row) => toCard(row)),
    nextCursor: last ? `${last.createdAt}.${last.position}` : null,
    readings: [],
  };
}

type Shape = Pick<Filters, 'category' | 'cursor'>;

const pageOf = preparedQueries(
  ({ category, cursor }: Shape) => [category !== 'all', Boolean(cursor)].join(),
  preparePage,
);

function preparePage(queries: Queries, { category, cursor }: Shape) {
  const { createdAt, position } = sosSummaries;
  return queries
    .select(cardColumns)
    .from(sosSummaries)
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
    .limit(sql.placeholder('limit'))
    .prepare();
}

export function toCard(row: CardRow, marked?: readonly SearchedWord[]): ArticleCard {
  const { id, title, category, summary, participantsCount, createdAt } = row;
  const keyPoints = row.keyPoints.map(({ text }) => text);
  return {
    id,
    title,
    category,
    summary,
    keyPoints,
    participantsCount,
    createdAt: iso(createdAt),
    standing: lastOutcomeOf(row),
    highlights: marked
      ? {
          title: highlightsOf(title, marked),
          summary: highlightsOf(summary, marked),
          keyPoints: keyPoints.map((text) => highlightsOf(text, marked)),
          category: highlightsOf(optionLabel(SOS_CATEGORIES, category), marked),
        }
      : null,
  };
}

const byCategory = preparedQuery((queries) =>
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

export async function knowledgeOverview({ db }: Pick<Deps, 'db'>): Promise<KnowledgeOverview> {
  const rows = await byCategory(db.orm).all();
  const categories = rows.map(({ category, count: articles }) => ({ category, count: articles }));
  const total = (of: (row: (typeof rows)[number]) => number) => rows.reduce((sum, row) => sum + of(row), 0);
  return {
    tabs: categories.slice(0, KNOWLEDGE_TABS),
    others: categories.slice(KNOWLEDGE_TABS),
    summaries: total((row) => row.count),
    categories: rows.length,
    participants: total((row) => row.participants),
    thousandsOfWords: Math.round(total((row) => row.words) / 1000),
  };
}

/** A member who opened it from a draft that is no SOS 24 hours later counts once. */
const avoidedSos = sql<number>`(select count(distinct ifnull(${suggestionOpenings.userId}, ${suggestionOpenings.draftId})) from ${suggestionOpenings}
  where ${suggestionOpenings.summaryId} = ${sosSummaries.id} and ${suggestionOpenings.openedAt} <= ${sql.placeholder('openedBefore')}
  and not exists (select 1 from ${sosRequests} where ${sosRequests.id} = ${suggestionOpenings.draftId}))`;

const articleById = preparedQuery((queries) =>
  queries
    .select({
      ...cardColumns,
      origin: sosSummaries.origin,
      reviewedAt: sosSummaries.moderatedAt,
      correctedAt: sosSummaries.correctedAt,
      importedDay: sosSummaries.importedDay,
      sosId: sosSummaries.sosRequestId,
      eventKind: events.kind,
      avoidedSos,
      worked: workedColumns,
    })
    .from(sosSummaries)
    .leftJoin(articleConfirmations, isOwnConfirmation)
    .leftJoin(events, eq(events.id, sosSummaries.eventId))
    .where(and(eq(sosSummaries.id, sql.placeholder('id')), isListed))
    .prepare(),
);

/** Takes two statements. Throws NOT_FOUND while the article is not approved. */
export async function readArticle(
  { db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>,
  viewer: Viewer,
  id: string,
): Promise<Article> {
  const openedBefore = clock.now() - AVOIDED_AFTER_HOURS * HOUR_MS;
  const [row] = await articleById(db.orm).all({ id, openedBefore, memberId: viewer.id });
  if (!row) throw new AppError('NOT_FOUND');
  const { reviewedAt, correctedAt, importedDay, origin, sosId, eventKind, worked, ...rest } = row;
  const { avoidedSos: avoided, ...card } = rest;
  const related = await findSimilar(
    db.orm,
    { ...row, description: row.summary },
    { purpose: 'read-next', max: RELATED_ARTICLES_MAX, except: id },
  );
  const { highlights: _highlights, ...shown } = toCard(card);
  return {
    ...shown,
    url: `${config.publicUrl}/knowledge/${id}`,
    origin,
    sosId,
    eventKind,
    reviewedAt: isoOrNull(reviewedAt),
    isCorrected: correctedAt !== null,
    importedYear: importedDay ? Number(importedDay.slice(0, 4)) : null,
    avoidedSos: avoided,
    worked: toWorked(worked),
    related: related.map(({ id: relatedId, title, category }) => ({ id: relatedId, title, category })),
  };
}

export function publishKnowledgeChanged(tx: Pick<Tx, 'afterCommit'>, { live }: Pick<Deps, 'live'>): void {
  tx.afterCommit(() => live.publish('everyone', { type: 'knowledge.changed' }));
}
