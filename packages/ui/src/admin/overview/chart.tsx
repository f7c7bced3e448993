import type { AdminOverview } from '@guilde/contracts/admin/rules.ts';
import type { ReactNode } from 'react';
import { Bar, BarChart, CartesianGrid, LabelList, Line, LineChart, Tooltip, XAxis, YAxis } from 'recharts';

const dayAndMonth = new Intl.DateTimeFormat('fr-FR', { day: 'numeric', month: 'short', timeZone: 'UTC' });

type Days = AdminOverview['days'];

const HEIGHT = 204;
const HEIGHT_UNDER_LEGEND = 176;
const margin = { top: 18, right: 4, bottom: 0, left: 0 };
const ticks = { fill: 'var(--muted-foreground)', fontSize: 12 };
const edge = { stroke: 'var(--border)' };
const tooltip = {
  contentStyle: {
    background: 'var(--popover)',
    border: '1px solid var(--border)',
    borderRadius: 10,
    fontSize: 13,
    padding: '6px 10px',
  },
  labelStyle: { color: 'var(--muted-foreground)' },
  itemStyle: { color: 'var(--foreground)', padding: 0 },
  labelFormatter: (label: ReactNode) => (isDay(label) ? dayText(label) : label),
  isAnimationActive: false,
};

function isDay(label: ReactNode): label is string {
  return typeof label === 'string' && /^\d{4}-/.test(label);
}

const noAnimation = { isAnimationActive: false };
const chartProps = {
  responsive: true,
  accessibilityLayer: false,
  style: { width: '100%', height: HEIGHT },
  margin,
};
const dayAxis = {
  dataKey: 'day',
  tickFormatter: dayText,
  tick: ticks,
  tickLine: false,
  axisLine: edge,
  minTickGap: 40,
};
const countAxis = { allowDecimals: false, width: 28, tick: ticks, tickLine: false, axisLine: false };

export function LinesByDay({ days }: { days: Days }) {
  return (
    <LineChart data={days} {...chartProps} style={{ width: '100%', height: HEIGHT_UNDER_LEGEND }}>
      <CartesianGrid vertical={false} stroke="var(--border)" />
      <XAxis {...dayAxis} />
      <YAxis {...countAxis} />
      <Tooltip {...tooltip} cursor={edge} />
      <Line
        dataKey="posted"
        name="Lancés"
        type="linear"
        stroke="var(--foreground)"
        strokeWidth={2}
        dot={false}
        {...noAnimation}
      />
      <Line
        dataKey="resolved"
        name="Résolus"
        type="linear"
        stroke="var(--state-done)"
        strokeWidth={2}
        strokeDasharray="5 4"
        dot={false}
        {...noAnimation}
      />
    </LineChart>
  );
}

export function BarsByDay({ days }: { days: Days }) {
  return (
    <BarChart data={days} {...chartProps}>
      <CartesianGrid vertical={false} stroke="var(--border)" />
      <XAxis {...dayAxis} />
      <YAxis {...countAxis} />
      <Tooltip {...tooltip} cursor={{ fill: 'var(--muted)' }} />
      <Bar
        dataKey="members"
        name="Inscriptions"
        fill="var(--primary)"
        radius={[3, 3, 0, 0]}
        {...noAnimation}
      />
    </BarChart>
  );
}

export function BarsByWait({ buckets }: { buckets: AdminOverview['firstHelper']['buckets'] }) {
  return (
    <BarChart data={buckets} {...chartProps}>
      <XAxis dataKey="label" tick={ticks} tickLine={false} axisLine={edge} interval={0} />
      <Bar
        dataKey="count"
        name="SOS"
        fill="var(--primary)"
        radius={[4, 4, 0, 0]}
        maxBarSize={56}
        {...noAnimation}
      >
        <LabelList dataKey="count" position="top" fill="var(--foreground)" fontSize={12} />
      </Bar>
    </BarChart>
  );
}

/** Turns the calendar day « 2026-11-17 » into « 17 nov. ». */
export function dayText(day: string): string {
  return dayAndMonth
    .formatToParts(Date.parse(`${day}T00:00:00Z`))
    .map(({ type, value }) => (type === 'day' && value === '1' ? '1er' : value))
    .join('');
}
