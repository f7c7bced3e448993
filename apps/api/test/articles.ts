import { randomUUID } from 'node:crypto';
import { articleSearchFields } from '../src/knowledge/articles.ts';
import { sosSummaries } from '../src/knowledge/tables.ts';
import type { Deps } from '../src/platform/deps.ts';

type Row = typeof sosSummaries.$inferInsert;

/** Stores a summary as if moderation had approved it, and returns its id. */
export async function storeArticle(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  values: Partial<Omit<Row, 'searchText' | 'searchStems' | 'searchWords'>> & { title: string },
): Promise<string> {
  const now = clock.now();
  const article = {
    id: randomUUID(),
    summary: 'Ce que la conversation a appris.',
    keyPoints: [],
    category: 'other' as const,
    status: 'approved' as const,
    privacyLevel: 'members' as const,
    participantsCount: 3,
    sourceMessageCount: 12,
    wordCount: 400,
    origin: 'local' as const,
    generationTimeMs: 20,
    generationCost: 0,
    moderatedAt: now,
    createdAt: now,
    updatedAt: now,
    ...values,
  };
  await db.orm.insert(sosSummaries).values({ ...articleSearchFields(article), ...article });
  return article.id;
}
