import { count, gte, sql, sum } from 'drizzle-orm';
import type { Queries } from '../platform/database/db.ts';
import { aiCalls, sosSummaries } from './tables.ts';

/** Each call has one row with its cost in `ai_calls` (docs/specification.md#knowledge-base). */

const PARIS = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Europe/Paris',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});

export function monthStart(now: number): number {
  const { year, month } = inParis(now);
  const midnight = Date.UTC(year, month - 1, 1);
  return midnight - (inParis(midnight).asUtc - midnight);
}

function inParis(instant: number): { year: number; month: number; asUtc: number } {
  const parts = new Map(PARIS.formatToParts(instant).map(({ type, value }) => [type, Number(value)]));
  const at = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
  return {
    year: at('year'),
    month: at('month'),
    asUtc: Date.UTC(at('year'), at('month') - 1, at('day'), at('hour'), at('minute'), at('second')),
  };
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
