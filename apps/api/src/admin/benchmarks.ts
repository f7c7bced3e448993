import { METRICS } from '@guilde/contracts/benchmarks/metrics.ts';
import type { BenchmarkCounts } from '@guilde/contracts/benchmarks/rules.ts';
import { desc, inArray } from 'drizzle-orm';
import { benchmarkCells, benchmarkWaves } from '../benchmarks/tables.ts';
import { isoOrNull } from '../platform/clock.ts';
import type { Deps } from '../platform/deps.ts';

const WAVES = 8;

/** Numbers of each wave, nobody's answer. */
export async function benchmarkCounts({ db }: Pick<Deps, 'db'>): Promise<BenchmarkCounts> {
  const waves = await db.orm.select().from(benchmarkWaves).orderBy(desc(benchmarkWaves.opensAt)).limit(WAVES);
  const cells = await db.orm
    .selectDistinct({ quarter: benchmarkCells.quarter, metric: benchmarkCells.metric })
    .from(benchmarkCells)
    .where(
      inArray(
        benchmarkCells.quarter,
        waves.map(({ quarter }) => quarter),
      ),
    );
  return {
    waves: waves.map(({ quarter, answered, publishedAt, unusual }) => {
      const published = cells.filter((cell) => cell.quarter === quarter).map(({ metric }) => metric);
      const short = METRICS.map(({ id }) => id).filter((id) => !published.includes(id));
      return {
        ...{ quarter, answered, unusual },
        publishedAt: isoOrNull(publishedAt),
        short: publishedAt === null ? [] : short,
      };
    }),
  };
}
