import { METRICS } from '@guilde/contracts/benchmarks/metrics.ts';
import type { BenchmarkResults } from '@guilde/contracts/benchmarks/rules.ts';
import { AppError } from '@guilde/contracts/errors.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { and, asc, eq, gt } from 'drizzle-orm';
import type { Deps } from '../platform/deps.ts';
import {
  benchmarkAnswers,
  benchmarkCells,
  benchmarkFigures,
  benchmarkParts,
  benchmarkWaves,
} from './tables.ts';

/** Who gave a figure sees those of the others. @throws NOT_FOUND before its publication */
export async function waveResults(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  viewer: Viewer,
  quarter: string,
): Promise<BenchmarkResults> {
  const own = (table: typeof benchmarkAnswers | typeof benchmarkParts | typeof benchmarkFigures) =>
    and(eq(table.quarter, quarter), eq(table.memberId, viewer.id));
  const [[wave], cells, parts, kept, answers] = await Promise.all([
    db.orm.select().from(benchmarkWaves).where(eq(benchmarkWaves.quarter, quarter)),
    db.orm
      .select()
      .from(benchmarkCells)
      .where(eq(benchmarkCells.quarter, quarter))
      .orderBy(asc(benchmarkCells.metric), asc(benchmarkCells.key)),
    db.orm.select().from(benchmarkParts).where(own(benchmarkParts)),
    db.orm.select().from(benchmarkFigures).where(own(benchmarkFigures)),
    db.orm
      .select()
      .from(benchmarkAnswers)
      .where(and(own(benchmarkAnswers), gt(benchmarkAnswers.erasedAt, clock.now()))),
  ]);
  if (!wave || wave.publishedAt === null) throw new AppError('NOT_FOUND');
  const metrics = METRICS.map(({ id: metric }) => {
    const all = cells.filter((cell) => cell.metric === metric);
    const given = [...parts, ...kept].find((row) => row.metric === metric);
    return {
      metric,
      isGiven: given !== undefined,
      people: all.find(({ key }) => key === 'all')?.people ?? null,
      cells: given ? all.map(({ quarter: _quarter, metric: _metric, ...cell }) => cell) : [],
      ownCells: given?.cells ?? [],
      own: [...answers, ...kept].find((row) => row.metric === metric)?.value ?? null,
    };
  });
  return { quarter, metrics };
}
