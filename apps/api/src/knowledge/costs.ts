import { parisInstant, parisLocal } from '@guilde/contracts/paris-time.ts';
import { count, gte, sql, sum } from 'drizzle-orm';
import type { Queries } from '../platform/database/db.ts';
import { aiCalls, sosSummaries } from './tables.ts';

/** Each call has one row with its cost in `ai_calls` (docs/specification.md#knowledge-base). */

/** Returns the beginning of the month in Paris, in milliseconds. */
export function monthStart(now: number): number {
  return parisInstant(`${parisLocal(now).slice(0, 7)}-01T00:00`);
}

/** The cost is in dollars and counts all calls, whatever became of their texts. */
export async function spent(queries: Queries, since = 0): Promise<{ cost: number; calls: number }> {
  const [row] = await queries
    .select({ cost: sum(aiCalls.cost).mapWith(Number), calls: count() })
    .from(aiCalls)
    .where(gte(aiCalls.createdAt, since));
  return { cost: row?.cost ?? 0, calls: row?.calls ?? 0 };
}

const ofSummary = (column: typeof aiCalls.cost | typeof aiCalls.inputTokens | typeof aiCalls.outputTokens) =>
  sql<
    number | null
  >`(select sum(${column}) from ${aiCalls} where ${aiCalls.sosRequestId} = ${sosSummaries.callsOf})`;

/** A query of `sosSummaries` uses these columns, which count all calls about its SOS. */
export const costColumns = {
  generationCost: sql<number>`coalesce(${ofSummary(aiCalls.cost)}, ${sosSummaries.generationCost})`,
  inputTokens: sql<number>`coalesce(${ofSummary(aiCalls.inputTokens)}, ${sosSummaries.inputTokens})`,
  outputTokens: sql<number>`coalesce(${ofSummary(aiCalls.outputTokens)}, ${sosSummaries.outputTokens})`,
};
