import { AppError } from '@guilde/contracts/errors.ts';
import { legalInForce } from '@guilde/contracts/information/legal.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { asc, eq } from 'drizzle-orm';
import { iso } from '../platform/clock.ts';
import type { Queries, Tx } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import { legalAcceptances, members } from './tables.ts';

export async function acceptInForce(tx: Tx, userId: string, now: number): Promise<void> {
  const { number: revision, terms, privacy } = legalInForce(now);
  await tx.orm
    .insert(legalAcceptances)
    .values({ userId, revision, terms, privacy, acceptedAt: now })
    .onConflictDoNothing();
  await tx.orm.update(members).set({ acceptedRevision: revision }).where(eq(members.id, userId));
}

/** @throws TERMS_REVISION_PASSED when a newer revision is in force. */
export function acceptLegal(
  { db, clock, live }: Pick<Deps, 'db' | 'clock' | 'live'>,
  viewer: Viewer,
  revision: number,
): Promise<void> {
  const now = clock.now();
  if (revision !== legalInForce(now).number) throw new AppError('TERMS_REVISION_PASSED');
  return db.write(async (tx) => {
    await acceptInForce(tx, viewer.id, now);
    tx.afterCommit(() => live.publish([viewer.id], { type: 'account.changed' }));
  });
}

type Acceptance = { terms: string; privacy: string; acceptedAt: string };

export async function acceptancesOf(queries: Queries, userId: string): Promise<Acceptance[]> {
  const rows = await queries
    .select()
    .from(legalAcceptances)
    .where(eq(legalAcceptances.userId, userId))
    .orderBy(asc(legalAcceptances.revision));
  return rows.map(({ terms, privacy, acceptedAt }) => ({ terms, privacy, acceptedAt: iso(acceptedAt) }));
}
