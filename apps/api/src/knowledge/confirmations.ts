import { AppError, refuseIf } from '@guilde/contracts/errors.ts';
import { denyConfirmation, type Worked } from '@guilde/contracts/knowledge/rules.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { and, asc, eq, sql } from 'drizzle-orm';
import { iso } from '../platform/clock.ts';
import { preparedQuery, type Queries } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import { isListed } from './articles.ts';
import { articleConfirmations, sosSummaries } from './tables.ts';
import { isOwnConfirmation, toWorked, workedColumns } from './worked.ts';

const workedOf = preparedQuery((queries) =>
  queries
    .select(workedColumns)
    .from(sosSummaries)
    .leftJoin(articleConfirmations, isOwnConfirmation)
    .where(and(eq(sosSummaries.id, sql.placeholder('summaryId')), isListed))
    .prepare(),
);

/** @throws ARTICLE_OWN, and NOT_FOUND while the article is not approved. */
export function confirmArticle(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  viewer: Viewer,
  summaryId: string,
  worked: boolean,
): Promise<Worked> {
  return db.write(async ({ orm }) => {
    const before = await readWorked(orm, viewer, summaryId);
    if (worked) refuseIf(denyConfirmation(before));
    const row = { summaryId, userId: viewer.id };
    if (worked)
      await orm
        .insert(articleConfirmations)
        .values({ ...row, createdAt: clock.now() })
        .onConflictDoNothing();
    else
      await orm
        .delete(articleConfirmations)
        .where(
          and(eq(articleConfirmations.summaryId, summaryId), eq(articleConfirmations.userId, viewer.id)),
        );
    return readWorked(orm, viewer, summaryId);
  });
}

async function readWorked(queries: Queries, viewer: Viewer, summaryId: string): Promise<Worked> {
  const [row] = await workedOf(queries).all({ summaryId, memberId: viewer.id });
  if (!row) throw new AppError('NOT_FOUND');
  return toWorked(row);
}

/** The title is null while the article is not listed. */
export async function confirmationsOf(queries: Queries, memberId: string) {
  const rows = await queries
    .select({ article: sosSummaries.title, createdAt: articleConfirmations.createdAt })
    .from(articleConfirmations)
    .leftJoin(sosSummaries, and(eq(sosSummaries.id, articleConfirmations.summaryId), isListed))
    .where(eq(articleConfirmations.userId, memberId))
    .orderBy(asc(articleConfirmations.createdAt));
  return rows.map(({ article, createdAt }) => ({ article, createdAt: iso(createdAt) }));
}
