import type { LastOutcome } from '@guilde/contracts/outcomes/rules.ts';
import { and, eq, isNotNull } from 'drizzle-orm';
import type { Tx } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import { sosSummaries } from './tables.ts';

/** A solution that worked ranks before one of a similar score, and one that failed after all others. */
const WORKED_BOOST = 1.25;

type Row = Pick<typeof sosSummaries.$inferSelect, 'outcomeAnswer' | 'outcomeDays'>;

export function lastOutcomeOf({ outcomeAnswer, outcomeDays }: Row): LastOutcome | null {
  return outcomeAnswer && outcomeDays ? { answer: outcomeAnswer, afterDays: outcomeDays } : null;
}

export function worthWithOutcome({ outcomeAnswer }: Row, worth: number): number {
  return outcomeAnswer === 'yes' ? worth * WORKED_BOOST : worth;
}

/** The sort must be stable. */
export function failedLast(a: Row, b: Row): number {
  return Number(a.outcomeAnswer === 'no') - Number(b.outcomeAnswer === 'no');
}

/** Updates the article of an SOS, if there is one. A null outcome means that there is no answer any more. */
export async function setLastOutcome({ orm }: Tx, sosId: string, outcome: LastOutcome | null): Promise<void> {
  await orm
    .update(sosSummaries)
    .set({ outcomeAnswer: outcome?.answer ?? null, outcomeDays: outcome?.afterDays ?? null })
    .where(eq(sosSummaries.sosRequestId, sosId));
}

/** The team reviews an article whose solution failed: it withdraws it, makes it again, or finds it good. */
export async function markForReview(
  { orm }: Tx,
  { clock }: Pick<Deps, 'clock'>,
  sosId: string,
): Promise<boolean> {
  const marked = await orm
    .update(sosSummaries)
    .set({ reviewSince: clock.now() })
    .where(and(eq(sosSummaries.sosRequestId, sosId), eq(sosSummaries.status, 'approved')))
    .returning({ id: sosSummaries.id });
  return marked.length > 0;
}

/** Resolves with false when nothing was to be reviewed. */
export async function markReviewed({ orm }: Tx, summaryId: string): Promise<boolean> {
  const reviewed = await orm
    .update(sosSummaries)
    .set({ reviewSince: null })
    .where(and(eq(sosSummaries.id, summaryId), isNotNull(sosSummaries.reviewSince)))
    .returning({ id: sosSummaries.id });
  return reviewed.length > 0;
}
