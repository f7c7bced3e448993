import { and, eq, gte, inArray, lt, sql, sum } from 'drizzle-orm';
import { isDuplicate } from '../platform/database/database-errors.ts';
import type { Queries, Tx } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import { recordAiCall } from '../platform/observe/metrics.ts';
import type { AiUsage } from '../platform/services/ai.ts';
import { aiCalls } from './tables.ts';

/**
 * What became of a call. `lost`: the process ended before the answer came. What broke off (`timeout`, `connection`,
 * `lost`) keeps the cost that was set aside, and counts among the paid calls of its job: nobody knows whether the
 * service counted it.
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

/** Answered by the service itself with an error: nothing was counted. */
const FREE: CallOutcome[] = ['rate-limited', 'unavailable', 'denied', 'rejected'];
/** Calls that were or may have been paid for one job: a job that keeps dying at work must not keep paying. */
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

/** The first instant of the month in Paris, in milliseconds. */
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

/** What has been spent or set aside since the beginning of the month in Paris, in dollars. */
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
 * Sets the most that a call can cost aside, before it is made; returns the call's id. Null when it would go beyond the
 * month's budget, or when the job has been paid for often enough: then no call may be made. Two jobs at once cannot
 * both take the last of the budget: looking and setting aside are one transaction.
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
    // Another worker has taken the job over and is at this very call.
    if (isDuplicate(error)) return null;
    throw error;
  }
}

/** Says what became of a call and, when the service told, what it used. */
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

/** Calls that an earlier attempt of the job left without an end: their process died. One that stops in order says so itself. */
export async function markLostCalls({ orm }: Pick<Tx, 'orm'>, jobId: string): Promise<void> {
  const lost = await orm
    .update(aiCalls)
    .set({ outcome: 'lost' })
    .where(and(ofJob(jobId), eq(aiCalls.outcome, 'started')))
    .returning({ cost: aiCalls.cost });
  for (const { cost } of lost) recordAiCall('lost', cost, 0);
}

/** What a job has used so far, in dollars and tokens; what was only set aside is not in it. */
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

/** A call's id begins with its job's: a range of the primary key. */
function ofJob(jobId: string) {
  return and(gte(aiCalls.id, `${jobId}:`), lt(aiCalls.id, `${jobId};`));
}
