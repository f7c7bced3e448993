import { and, eq, gte, inArray, lt, sql, sum } from 'drizzle-orm';
import { isDuplicate } from '../platform/database/database-errors.ts';
import type { Queries, Tx } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import { recordAiCall } from '../platform/observe/metrics.ts';
import type { AiUsage } from '../platform/services/ai.ts';
import { aiCalls } from './tables.ts';

/**
 * `lost`: the process ended before the answer. `timeout`, `connection` and `lost` keep the reserved cost, because the
 * service may have charged.
 */
export type CallOutcome =
  | 'started'
  | 'answered'
  | 'refused'
  | 'cut'
  | 'malformed'
  | 'wrong-language'
  | 'ungrounded'
  | 'timeout'
  | 'connection'
  | 'lost'
  | 'rate-limited'
  | 'unavailable'
  | 'denied'
  | 'rejected';

/** The service answered with an error. */
const FREE: CallOutcome[] = ['rate-limited', 'unavailable', 'denied', 'rejected'];
/** Limits the cost of a job that keeps crashing. */
const PAID_PER_JOB = 3;

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

/** In milliseconds. */
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

/** In dollars, with reserved costs. */
export async function spentThisMonth(queries: Queries, now: number): Promise<number> {
  const [row] = await queries
    .select({ spent: sum(aiCalls.cost).mapWith(Number) })
    .from(aiCalls)
    .where(gte(aiCalls.createdAt, monthStart(now)));
  return row?.spent ?? 0;
}

type Call = {
  jobId: string;
  attempt: number;
  sosId: string;
  model: string;
  worstCost: number;
  budget: number;
};

/**
 * Returns the call's id; null when the month's budget or the job's calls are used up. Reserves the highest cost in
 * one transaction, so that parallel jobs cannot exceed the budget.
 */
export async function reserveCost(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  call: Call,
): Promise<string | null> {
  const { jobId, attempt, sosId, model, worstCost, budget } = call;
  try {
    return await db.write(async ({ orm }) => {
      const now = clock.now();
      const earlier = await orm
        .select({ id: aiCalls.id, outcome: aiCalls.outcome })
        .from(aiCalls)
        .where(ofJob(jobId));
      const paid = earlier.filter(({ outcome }) => !FREE.includes(outcome as CallOutcome));
      if (paid.length >= PAID_PER_JOB) return null;
      if ((await spentThisMonth(orm, now)) + worstCost > budget) return null;
      const id = `${jobId}:${attempt}:${earlier.length}`;
      await orm.insert(aiCalls).values({ id, sosRequestId: sosId, model, cost: worstCost, createdAt: now });
      return id;
    });
  } catch (error) {
    // Another worker makes this call.
    if (isDuplicate(error)) return null;
    throw error;
  }
}

export async function settleCost(
  { orm }: Pick<Tx, 'orm'>,
  id: string,
  result: { outcome: CallOutcome; use: AiUsage | null; durationMs: number },
): Promise<void> {
  const { outcome, use, durationMs } = result;
  const used = use
    ? { inputTokens: use.inputTokens, outputTokens: use.outputTokens, cost: use.cost }
    : FREE.includes(outcome)
      ? { cost: 0 }
      : {};
  const [settled] = await orm
    .update(aiCalls)
    .set({ outcome, durationMs, ...used })
    .where(eq(aiCalls.id, id))
    .returning({ cost: aiCalls.cost });
  recordAiCall(outcome, settled?.cost ?? 0, durationMs);
}

export async function markLostCalls({ orm }: Pick<Tx, 'orm'>, jobId: string): Promise<void> {
  const lost = await orm
    .update(aiCalls)
    .set({ outcome: 'lost' })
    .where(and(ofJob(jobId), eq(aiCalls.outcome, 'started')))
    .returning({ cost: aiCalls.cost });
  for (const { cost } of lost) recordAiCall('lost', cost, 0);
}

/** `cost` in dollars, without reserved costs. */
export async function usedByJob(
  queries: Queries,
  jobId: string,
): Promise<{ cost: number; inputTokens: number; outputTokens: number }> {
  const [row] = await queries
    .select({
      cost: sql<number>`coalesce(sum(${aiCalls.cost}), 0)`,
      inputTokens: sql<number>`coalesce(sum(${aiCalls.inputTokens}), 0)`,
      outputTokens: sql<number>`coalesce(sum(${aiCalls.outputTokens}), 0)`,
    })
    .from(aiCalls)
    .where(and(ofJob(jobId), inArray(aiCalls.outcome, ANSWERED)));
  return row ?? { cost: 0, inputTokens: 0, outputTokens: 0 };
}

const ANSWERED: CallOutcome[] = ['answered', 'refused', 'cut', 'malformed', 'wrong-language', 'ungrounded'];

/** Ids begin with the job's id, so this is a range of the primary key. */
function ofJob(jobId: string) {
  return and(gte(aiCalls.id, `${jobId}:`), lt(aiCalls.id, `${jobId};`));
}
