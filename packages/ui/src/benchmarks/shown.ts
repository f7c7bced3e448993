import type { MetricId } from '@guilde/contracts/benchmarks/metrics.ts';
import type { BenchmarkCell, BenchmarkResults } from '@guilde/contracts/benchmarks/rules.ts';
import { isOfScope, type Scope } from './words.ts';

/** One wave is a point, and two are a line that says nothing. */
const TREND_MIN = 3;

export type Shown = { quarter: string; cell: BenchmarkCell; own: number | null };

/** Gives what the newest wave has of the scope, with earlier waves when they make a trend; null without it. */
export function shownOf(
  waves: readonly BenchmarkResults[],
  id: MetricId,
  scope: Scope,
): readonly [Shown, ...Shown[]] | null {
  const rows = waves.flatMap(({ quarter, metrics }): Shown[] => {
    const results = metrics.find(({ metric }) => metric === id);
    const cell = results?.cells.find(({ key }) => results.ownCells.includes(key) && isOfScope(key, scope));
    return results && cell ? [{ quarter, cell, own: results.own }] : [];
  });
  const [newest, ...earlier] = rows;
  if (!newest || newest.quarter !== waves[0]?.quarter) return null;
  return rows.length < TREND_MIN ? [newest] : [newest, ...earlier];
}
