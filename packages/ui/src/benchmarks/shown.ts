import type { MetricId } from '@guilde/contracts/benchmarks/metrics.ts';
import type { BenchmarkCell, BenchmarkResults } from '@guilde/contracts/benchmarks/rules.ts';
import { cellLabel, isOfScope, type Scope } from './words.ts';

/** One wave is a point, and two are a line that says nothing. */
const TREND_MIN = 3;

export type Shown = { quarter: string; label: string; cell: BenchmarkCell; own: number | null };
type Trend = readonly [Shown, ...Shown[]];

/** Gives what the newest wave has of the scope, with earlier waves of the same shops when they make a trend. */
export function shownOf(waves: readonly BenchmarkResults[], id: MetricId, scope: Scope): Trend | null {
  const [newest, ...earlier] = waves.map(({ quarter, metrics }): Shown | null => {
    const results = metrics.find(({ metric }) => metric === id);
    const found = results && cellIn(results, scope);
    return found ? { quarter, ...found, own: results.own } : null;
  });
  if (!newest) return null;
  const same = earlier.filter((one) => one?.cell.key === newest.cell.key) as Shown[];
  return same.length + 1 < TREND_MIN ? [newest] : [newest, ...same];
}

const SEPARATED = { sector: 'les secteurs', band: 'les volumes' } as const;
const WANTED: Record<Scope, readonly (keyof typeof SEPARATED)[]> = {
  all: [],
  sector: ['sector'],
  band: ['band'],
  cross: ['sector', 'band'],
};

/** Where sectors, or bands, could not be told apart, each of them is the whole. */
function cellIn(
  { cells, ownCells }: BenchmarkResults['metrics'][number],
  scope: Scope,
): Pick<Shown, 'label' | 'cell'> | null {
  const isSeparate = (kind: Scope) => cells.some(({ key }) => isOfScope(key, kind));
  const wanted = WANTED[scope];
  const [first, second] = wanted.filter(isSeparate);
  const kind = second ? 'cross' : (first ?? 'all');
  const cell = cells.find(({ key }) => ownCells.includes(key) && isOfScope(key, kind));
  if (!cell) return null;
  const joined = wanted.filter((one) => !isSeparate(one)).map((one) => SEPARATED[one]);
  const label = cellLabel(cell.key);
  return {
    cell,
    label: joined.length > 0 ? `${label}\u00a0: ${joined.join(' et ')} n’y sont pas séparés.` : label,
  };
}
