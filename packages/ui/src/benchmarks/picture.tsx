import { cn } from '../kit/cn.ts';
import type { Shown } from './shown.ts';

const MIDDLE = 'h-6 w-1 rounded-full bg-primary';
const HALF = 'h-4 rounded-sm border border-primary bg-primary-soft';
const OWN = 'size-3.5 rotate-45 rounded-xs border-2 border-card bg-foreground';
const LEGEND = [
  ['La moitié du centre', `w-6 ${HALF}`],
  ['Le milieu', MIDDLE],
  ['Toi', OWN],
] as const;
const TREND_HEIGHT = 56;

/** The own mark is drawn here, on the device. The table below it has the same for screen readers. */
export function FigureBar({ shown: { cell, own }, step }: { shown: Shown; step: number }) {
  const { q1, centre, q3 } = cell;
  const at = scaleOf([q1, centre, q3, own], step);
  return (
    <div aria-hidden className="relative my-2 h-6">
      <span className="absolute inset-x-0 top-2.5 h-1 rounded-full bg-secondary" />
      {q1 !== null && q3 !== null && (
        <span
          className={cn('absolute top-1 min-w-1', HALF)}
          style={{ left: `${at(q1)}%`, right: `${100 - at(q3)}%` }}
        />
      )}
      <Mark at={at(centre)} className={MIDDLE} />
      {own !== null && <Mark at={at(own)} className={OWN} />}
    </div>
  );
}

function Mark({ at, className }: { at: number; className: string }) {
  return <span className={cn('absolute top-1/2 -translate-1/2', className)} style={{ left: `${at}%` }} />;
}

/** Draws the middle and one’s own figure from wave to wave, the oldest first. */
export function TrendLine({ trend, step }: { trend: readonly Shown[]; step: number }) {
  const oldest = trend.toReversed();
  const at = scaleOf(
    oldest.flatMap(({ cell, own }) => [cell.centre, own]),
    step,
  );
  const points = (values: readonly (number | null)[]) =>
    values.flatMap((value, index) =>
      value === null
        ? []
        : [[(100 * (index + 0.5)) / values.length, TREND_HEIGHT * (1 - at(value) / 100)] as const],
    );
  return (
    <svg
      aria-hidden
      width="100%"
      height={TREND_HEIGHT}
      viewBox={`0 0 100 ${TREND_HEIGHT}`}
      preserveAspectRatio="none"
      className="fill-none"
      strokeLinecap="round"
    >
      <Line points={points(oldest.map(({ cell }) => cell.centre))} className="stroke-primary" />
      <Line points={points(oldest.map(({ own }) => own))} className="stroke-foreground" />
    </svg>
  );
}

/** A line of no length with round ends is a dot, whatever the picture's width. */
function Line({ points, className }: { points: readonly (readonly [number, number])[]; className: string }) {
  return (
    <g className={className}>
      <polyline points={points.join(' ')} vectorEffect="non-scaling-stroke" strokeWidth={2} />
      <path
        d={points.map(([x, y]) => `M${x},${y}h0`).join('')}
        vectorEffect="non-scaling-stroke"
        strokeWidth={7}
      />
    </g>
  );
}

/** Gives how far a figure is from the start, in percent; equal figures are in the middle. */
function scaleOf(figures: readonly (number | null)[], step: number) {
  const known = figures.filter((value) => value !== null);
  const [least, most] = [Math.min(...known), Math.max(...known)];
  const span = 1.4 * Math.max(most - least, 4 * step);
  return (value: number) => 50 + (100 * (value - (least + most) / 2)) / span;
}

export function BarLegend() {
  return (
    <p
      aria-hidden
      className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-muted-foreground *:flex *:items-center *:gap-2"
    >
      {LEGEND.map(([text, className]) => (
        <span key={text}>
          <span className={className} />
          <span>{text}</span>
        </span>
      ))}
    </p>
  );
}
