import { and, eq, gte, lt } from 'drizzle-orm';
import { isDuplicate } from '../platform/database/database-errors.ts';
import type { Tx } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import { recordAiCall } from '../platform/observe/metrics.ts';
import type { AiUsage } from '../platform/services/ai.ts';
import { monthStart, spent } from './costs.ts';
import { aiCalls } from './tables.ts';

/**
 * `timeout`, `connection` and `lost` (the process ended) keep the reserved cost, because the service may have
 * charged.
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

/** The service answered these calls with an error and charges nothing. */
const FREE: CallOutcome[] = ['rate-limited', 'unavailable', 'denied', 'rejected'];
/** The limit bounds the cost of a job that keeps crashing. */
const PAID_PER_JOB = 3;

type Call = {
  jobId: string;
  attempt: number;
  sosId: string;
  model: string;
  worstCost: number;
  budget: number;
};

/**
 * One transaction reserves the highest cost, so that parallel jobs cannot exceed the budget. Returns the
 * call's id, or null when the month's budget or the job's calls are used up.
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
      if ((await spent(orm, monthStart(now))).cost + worstCost > budget) return null;
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

/** Ids begin with the job's id, so this is a range of the primary key. */
function ofJob(jobId: string) {
  return and(gte(aiCalls.id, `${jobId}:`), lt(aiCalls.id, `${jobId};`));
}
