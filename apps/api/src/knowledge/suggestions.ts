import { AppError } from '@guilde/contracts/errors.ts';
import type { openingInput, suggestionsInput } from '@guilde/contracts/knowledge/input.ts';
import { SUGGESTIONS_MAX, type Suggestion } from '@guilde/contracts/knowledge/rules.ts';
import { SOS_EXCERPT_MAX } from '@guilde/contracts/sos/rules.ts';
import { excerpt } from '@guilde/contracts/text.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { and, asc, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { iso } from '../platform/clock.ts';
import type { Queries } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import { isListed } from './articles.ts';
import { lastOutcomeOf } from './last-outcome.ts';
import { findSimilar } from './similarity.ts';
import { sosSummaries, suggestionOpenings } from './tables.ts';

export async function suggestArticles(
  { db }: Pick<Deps, 'db'>,
  draft: z.output<typeof suggestionsInput>,
): Promise<Suggestion[]> {
  const articles = await findSimilar(db.orm, draft, { purpose: 'answer', max: SUGGESTIONS_MAX });
  return articles.map((article) => {
    const { id, title, category, summary, participantsCount, createdAt } = article;
    return {
      ...{ id, title, category, participantsCount },
      excerpt: excerpt(summary, SOS_EXCERPT_MAX),
      createdAt: iso(createdAt),
      standing: lastOutcomeOf(article),
    };
  });
}

/** Counts once per draft. Throws NOT_FOUND while the article is not approved. */
export function countOpening(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  viewer: Viewer,
  summaryId: string,
  { draftId }: z.output<typeof openingInput>,
): Promise<{ ok: true }> {
  return db.write(async ({ orm }) => {
    const [article] = await orm
      .select({ id: sosSummaries.id })
      .from(sosSummaries)
      .where(and(eq(sosSummaries.id, summaryId), isListed));
    if (!article) throw new AppError('NOT_FOUND');
    await orm
      .insert(suggestionOpenings)
      .values({ draftId, summaryId, userId: viewer.id, openedAt: clock.now() })
      .onConflictDoNothing();
    return { ok: true };
  });
}

/** The title is null while the article is not listed. */
export async function openingsOf(queries: Queries, memberId: string) {
  const rows = await queries
    .select({ article: sosSummaries.title, openedAt: suggestionOpenings.openedAt })
    .from(suggestionOpenings)
    .leftJoin(sosSummaries, and(eq(sosSummaries.id, suggestionOpenings.summaryId), isListed))
    .where(eq(suggestionOpenings.userId, memberId))
    .orderBy(asc(suggestionOpenings.openedAt));
  return rows.map(({ article, openedAt }) => ({ article, openedAt: iso(openedAt) }));
}
