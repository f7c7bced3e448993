import type { ReactNode } from 'react';
import { cn } from '../../kit/cn.ts';
import { formatNumber } from '../../kit/format.ts';

const HEIGHT = 180;
/** Room above the plot for what the pointer is on, and below it for the axis. */
const TOP = 24;
const BOTTOM = HEIGHT - 24;
const MAX_MARKS = 4;
/** Every seventh of the 30 days has its name under the axis, and neither the first nor the last. */
const DAYS_BETWEEN_NAMES = 7;
const FIRST_NAME = 2;

export type Series = { name: string; values: readonly number[]; className: string };

type ChartProps = { names: readonly string[] };

/** Draws one line for each series; `names` are the days, and each series has a value for each of them. */
export function LineChart({ names, series }: ChartProps & { series: readonly Series[] }) {
  const axis = axisUpTo(Math.max(...series.flatMap(({ values }) => values)));
  return (
    <Chart hasAxis>
      <CountAxis {...axis} />
      <DayNames names={names} />
      <Readings names={names} series={series} />
      <svg aria-hidden width="100%" height={HEIGHT} viewBox={`0 0 100 ${HEIGHT}`} preserveAspectRatio="none">
        {series.map(({ name, values, className }) => (
          <polyline
            key={name}
            points={values.map((value, at) => `${centre(at, names)},${heightOf(value, axis.top)}`).join(' ')}
            vectorEffect="non-scaling-stroke"
            strokeWidth={2}
            className={cn('pointer-events-none fill-none', className)}
          />
        ))}
      </svg>
    </Chart>
  );
}

/** Draws one bar for each day. */
export function DayBarChart({ names, series }: ChartProps & { series: Series }) {
  const axis = axisUpTo(Math.max(...series.values));
  return (
    <Chart hasAxis>
      <CountAxis {...axis} />
      <DayNames names={names} />
      <Readings names={names} series={[series]} />
      <Bars names={names} series={series} top={axis.top} />
    </Chart>
  );
}

/** Draws a few bars, each with its name below and its value above. */
export function BarChart({ names, series }: ChartProps & { series: Series }) {
  const { top } = axisUpTo(Math.max(...series.values));
  return (
    <Chart>
      <line x2="100%" y1={BOTTOM} y2={BOTTOM} className="stroke-border" />
      <Bars names={names} series={series} top={top} />
      {series.values.map((value, at) => (
        <g key={names[at]} textAnchor="middle">
          <text x={percent(centre(at, names))} y={heightOf(value, top) - 6} className="fill-foreground">
            {formatNumber(value)}
          </text>
          <AxisName x={percent(centre(at, names))}>{names[at]}</AxisName>
        </g>
      ))}
    </Chart>
  );
}

/** The frame around it has its name for screen readers. */
function Chart({ hasAxis, children }: { hasAxis?: boolean; children: ReactNode }) {
  return (
    <div className={cn(hasAxis && 'pl-8')}>
      <svg aria-hidden width="100%" height={HEIGHT} className="overflow-visible text-xs tabular-nums">
        {children}
      </svg>
    </div>
  );
}

function Bars({ names, series, top }: { names: readonly string[]; series: Series; top: number }) {
  const width = 70 / names.length;
  return series.values.map((value, at) => (
    <rect
      key={names[at]}
      x={percent(centre(at, names) - width / 2)}
      y={heightOf(value, top)}
      width={percent(width)}
      height={BOTTOM - heightOf(value, top)}
      rx={2}
      className={cn('pointer-events-none', series.className)}
    />
  ));
}

/** The value under the pointer is shown above the plot, where it hides nothing. */
function Readings({ names, series }: { names: readonly string[]; series: readonly Series[] }) {
  return names.map((name, at) => (
    <g key={name} className="group">
      <rect
        x={percent((100 * at) / names.length)}
        y={TOP}
        width={percent(100 / names.length)}
        height={BOTTOM - TOP}
        className="fill-transparent group-hover:fill-muted"
      />
      <text x="100%" y={12} textAnchor="end" className="invisible fill-foreground group-hover:visible">
        {`${name}\u00a0– ${series.map((one) => `${one.name}\u00a0: ${formatNumber(one.values[at] ?? 0)}`).join(', ')}`}
      </text>
    </g>
  ));
}

function CountAxis({ top, step }: Axis) {
  const marks = Array.from({ length: top / step + 1 }, (_, index) => index * step);
  return marks.map((mark) => (
    <g key={mark}>
      <line x2="100%" y1={heightOf(mark, top)} y2={heightOf(mark, top)} className="stroke-border" />
      <text x={-8} y={heightOf(mark, top) + 4} textAnchor="end" className="fill-muted-foreground">
        {formatNumber(mark)}
      </text>
    </g>
  ));
}

function DayNames({ names }: { names: readonly string[] }) {
  return names.map(
    (name, at) =>
      at % DAYS_BETWEEN_NAMES === FIRST_NAME && (
        <AxisName key={name} x={percent(centre(at, names))}>
          {name}
        </AxisName>
      ),
  );
}

function AxisName({ x, children }: { x: string; children: ReactNode }) {
  return (
    <text x={x} y={BOTTOM + 18} textAnchor="middle" className="fill-muted-foreground">
      {children}
    </text>
  );
}

type Axis = { top: number; step: number };

/** Returns the steps of an axis of whole numbers: 1, 2 or 5 times a power of ten, four of them at most. */
function axisUpTo(max: number): Axis {
  const power = 10 ** Math.max(0, Math.floor(Math.log10(max / MAX_MARKS)));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((one) => one * MAX_MARKS >= max) ?? power;
  return { step, top: Math.max(1, Math.ceil(max / step)) * step };
}

/** Returns the y coordinate of a value, in pixels. */
function heightOf(value: number, top: number): number {
  return BOTTOM - (value / top) * (BOTTOM - TOP);
}

/** Returns the x coordinate of the middle of a column, in per cent. */
function centre(at: number, names: readonly string[]): number {
  return ((at + 0.5) / names.length) * 100;
}

function percent(part: number): string {
  return `${part}%`;
}
