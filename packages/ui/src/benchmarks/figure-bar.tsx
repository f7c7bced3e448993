import type { BenchmarkCell } from '@guilde/contracts/benchmarks/rules.ts';
import { cn } from '../kit/cn.ts';

type Props = { cell: BenchmarkCell; own: number | null; step: number };

const MIDDLE = 'h-6 w-1 rounded-full bg-primary';
const HALF = 'h-4 rounded-sm border border-primary bg-primary-soft';
const OWN = 'size-3.5 rotate-45 rounded-xs border-2 border-card bg-foreground';

/** The own mark is drawn here, on the device. The table below it has the same for screen readers. */
export function FigureBar({ cell: { q1, centre, q3 }, own, step }: Props) {
  const shown = [q1, centre, q3, own].filter((value) => value !== null);
  const span = Math.max(Math.max(...shown) - Math.min(...shown), 4 * step);
  const from = Math.min(...shown) - span / 5;
  const width = (value: number) => `${(value / (span * 1.4)) * 100}%`;
  return (
    <div aria-hidden className="relative my-2 h-6">
      <span className="absolute inset-x-0 top-2.5 h-1 rounded-full bg-secondary" />
      {q1 !== null && q3 !== null && (
        <span
          className={cn('absolute top-1 min-w-1', HALF)}
          style={{ left: width(q1 - from), width: width(q3 - q1) }}
        />
      )}
      <Mark at={width(centre - from)} className={MIDDLE} />
      {own !== null && <Mark at={width(own - from)} className={OWN} />}
    </div>
  );
}

function Mark({ at, className }: { at: string; className: string }) {
  return <span className={cn('absolute top-1/2 -translate-1/2', className)} style={{ left: at }} />;
}

export function BarLegend() {
  return (
    <p
      aria-hidden
      className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-muted-foreground *:flex *:items-center *:gap-2"
    >
      <span>
        <span className={cn('w-6', HALF)} />
        La moitié du centre
      </span>
      <span>
        <span className={MIDDLE} />
        Le milieu
      </span>
      <span>
        <span className={OWN} />
        Toi
      </span>
    </p>
  );
}
