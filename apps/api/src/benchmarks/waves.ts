import { METRICS } from '@guilde/contracts/benchmarks/metrics.ts';
import { BENCHMARK_PEOPLE, BENCHMARK_REMINDER_DAYS } from '@guilde/contracts/benchmarks/rules.ts';
import { and, asc, count, eq, gt, gte, isNull, lte } from 'drizzle-orm';
import type { Tx } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import { communitySettingsOf } from '../settings/community.ts';
import { currentWave, storeWave } from './answers.ts';
import { tellMembers } from './notices.ts';
import { publishWave } from './publication.ts';
import { benchmarkAnswers, benchmarkWaves } from './tables.ts';

const DAY_MS = 86_400_000;

type WaveDeps = Pick<Deps, 'db' | 'clock' | 'jobs' | 'config'>;

/** Each step takes place once, whoever runs it, and however often. */
export async function followWaves(deps: WaveDeps): Promise<void> {
  const { db, clock } = deps;
  if (!(await communitySettingsOf(db.orm)).benchmarks) return;
  const now = clock.now();
  await db.write(async (tx) => {
    const wave = await currentWave(tx.orm, now);
    if (wave && now < wave.closesAt && (await storeWave(tx, wave)))
      await tellMembers(tx, deps, { what: 'open', quarter: wave.quarter });
    await remind(tx, deps, now);
    if (wave?.publishedAt === null) await noteShort(tx, wave.quarter);
  });
  const due = await db.orm
    .select({ quarter: benchmarkWaves.quarter })
    .from(benchmarkWaves)
    .where(and(isNull(benchmarkWaves.publishedAt), lte(benchmarkWaves.publishesAt, now)))
    .orderBy(asc(benchmarkWaves.opensAt));
  for (const { quarter } of due) await publishWave(deps, quarter);
}

async function remind(tx: Tx, deps: WaveDeps, now: number): Promise<void> {
  const due = await tx.orm
    .update(benchmarkWaves)
    .set({ remindedAt: now })
    .where(
      and(
        isNull(benchmarkWaves.remindedAt),
        lte(benchmarkWaves.closesAt, now + BENCHMARK_REMINDER_DAYS * DAY_MS),
        gt(benchmarkWaves.closesAt, now),
      ),
    )
    .returning({ quarter: benchmarkWaves.quarter });
  for (const { quarter } of due) await tellMembers(tx, deps, { what: 'closing', quarter });
}

/** Nobody's figure is read, and the team, which asks for missing answers, sees no count of a metric. */
async function noteShort(tx: Tx, quarter: string): Promise<void> {
  const enough = await tx.orm
    .select({ metric: benchmarkAnswers.metric })
    .from(benchmarkAnswers)
    .where(eq(benchmarkAnswers.quarter, quarter))
    .groupBy(benchmarkAnswers.metric)
    .having(gte(count(), BENCHMARK_PEOPLE));
  const short = METRICS.map(({ id }) => id).filter((id) => enough.every(({ metric }) => metric !== id));
  await tx.orm.update(benchmarkWaves).set({ short }).where(eq(benchmarkWaves.quarter, quarter));
}
