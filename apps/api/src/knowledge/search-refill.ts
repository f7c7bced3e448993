import { and, eq, isNull } from 'drizzle-orm';
import type { Tx } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import { articleSearchFields } from './articles.ts';
import { sosSummaries } from './tables.ts';

/** So few at once that nobody who writes meanwhile waits long. */
const BATCH = 50;

/** Gives summaries that were stored before their words were kept all that a search needs; the others have it. */
export async function refillArticles({ db }: Pick<Deps, 'db'>): Promise<void> {
  let filled = BATCH;
  while (filled === BATCH) filled = await db.write(refillSome);
}

async function refillSome({ orm }: Tx): Promise<number> {
  const { position, title, summary, keyPoints, category, searchWords } = sosSummaries;
  const waiting = await orm
    .select({ position, title, summary, keyPoints, category })
    .from(sosSummaries)
    .where(isNull(searchWords))
    .limit(BATCH);
  for (const article of waiting)
    await orm
      .update(sosSummaries)
      .set(articleSearchFields(article))
      .where(and(eq(position, article.position), isNull(searchWords)));
  return waiting.length;
}
