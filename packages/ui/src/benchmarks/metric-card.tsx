import type { Metric } from '@guilde/contracts/benchmarks/metrics.ts';
import { PEOPLE_BANDS, quarterLabel } from '@guilde/contracts/benchmarks/rules.ts';
import { optionLabel } from '@guilde/contracts/profiles/rules.ts';
import { Badge } from '../kit/badge.tsx';
import { Card } from '../kit/card.tsx';
import { FigureBar } from './figure-bar.tsx';
import { figure } from './figures.ts';
import type { Shown } from './shown.ts';
import { WaysOn } from './ways-on.tsx';
import { cellLabel, position } from './words.ts';

/** `trend` has a row for each wave, the newest first. */
export function MetricCard({ metric, trend }: { metric: Metric; trend: readonly [Shown, ...Shown[]] }) {
  const [{ cell, own }] = trend;
  return (
    <Card asChild className="grid grid-cols-1 content-start gap-3">
      <section aria-labelledby={`metric-${metric.id}`}>
        <div className="flex flex-wrap items-start justify-between gap-2">
          <h2 id={`metric-${metric.id}`} className="text-base">
            {metric.label}
          </h2>
          <Badge tone="outline">{optionLabel(PEOPLE_BANDS, cell.people)}</Badge>
        </div>
        <FigureBar cell={cell} own={own} step={metric.step} />
        <p className="text-sm font-medium">
          {own === null ? 'Ton chiffre de cette vague est effacé.' : position(own, cell)}
        </p>
        <Figures metric={metric} trend={trend} label={cellLabel(cell.key)} />
        <div className="-mx-2 -mb-2 border-t pt-2">
          <WaysOn metric={metric} />
        </div>
      </section>
    </Card>
  );
}

function Figures({ metric, trend, label }: { metric: Metric; trend: readonly Shown[]; label: string }) {
  const shown = (value: number | null) => (value === null ? '–' : figure(metric, value));
  return (
    <table className="w-full table-fixed text-right text-sm tabular-nums">
      <caption className="pb-2 text-left text-muted-foreground">{label}</caption>
      <thead className="text-xs text-muted-foreground">
        <tr className="*:pb-1 *:font-normal">
          <th scope="col" className="text-left">
            Vague
          </th>
          <th scope="col">
            <span className="max-sm:sr-only">Quart </span>inf.
          </th>
          <th scope="col">Milieu</th>
          <th scope="col">
            <span className="max-sm:sr-only">Quart </span>sup.
          </th>
          <th scope="col">Toi</th>
        </tr>
      </thead>
      <tbody>
        {trend.map(({ quarter, cell, own }) => (
          <tr key={quarter} className="border-t *:py-1.5 *:whitespace-nowrap">
            <th scope="row" className="text-left font-normal">
              {quarterLabel(quarter)}
            </th>
            <td>{shown(cell.q1)}</td>
            <td className="font-medium">{shown(cell.centre)}</td>
            <td>{shown(cell.q3)}</td>
            <td className="font-medium">{shown(own)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
