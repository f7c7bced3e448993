import type { BenchmarkCounts } from '@guilde/contracts/benchmarks/rules.ts';
import { desc } from 'drizzle-orm';
import { benchmarkWaves } from '../benchmarks/tables.ts';
import { isoOrNull } from '../platform/clock.ts';
import type { Deps } from '../platform/deps.ts';

const WAVES = 8;

/** Returns counts of each wave, and nobody's answer. */
export async function benchmarkCounts({ db }: Pick<Deps, 'db'>): Promise<BenchmarkCounts> {
  const { quarter, answered, publishedAt, unusual, short } = benchmarkWaves;
  const waves = await db.orm
    .select({ quarter, answered, publishedAt, unusual, short })
    .from(benchmarkWaves)
    .orderBy(desc(benchmarkWaves.opensAt))
    .limit(WAVES);
  return { waves: waves.map((wave) => ({ ...wave, publishedAt: isoOrNull(wave.publishedAt) })) };
}
