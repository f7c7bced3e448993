import type { Metric } from '@guilde/contracts/benchmarks/metrics.ts';
import { PEOPLE_BANDS, quarterLabel } from '@guilde/contracts/benchmarks/rules.ts';
import { optionLabel } from '@guilde/contracts/profiles/rules.ts';
import { Link } from 'react-router-dom';
import { Badge } from '../kit/badge.tsx';
import { Button } from '../kit/button.tsx';
import { Card } from '../kit/card.tsx';
import { paths } from '../paths.ts';
import { figure } from './figures.ts';
import { FigureBar, TrendLine } from './picture.tsx';
import type { Shown } from './shown.ts';
import { position, trendText } from './words.ts';

/** `trend` has a row for each wave, the newest first. */
export function MetricCard({ metric, trend }: { metric: Metric; trend: readonly [Shown, ...Shown[]] }) {
  const [shown] = trend;
  return (
    <Card asChild className="grid grid-cols-1 content-start gap-3">
      <section aria-labelledby={`metric-${metric.id}`}>
        <div className="flex flex-wrap items-start justify-between gap-2">
          <h2 id={`metric-${metric.id}`} className="text-base">
            {metric.label}
          </h2>
          <Badge tone="outline">{optionLabel(PEOPLE_BANDS, shown.cell.people)}</Badge>
        </div>
        <FigureBar shown={shown} step={metric.step} />
        <p className="text-sm font-medium">
          {shown.own === null ? 'Ton chiffre de cette vague est effacé.' : position(shown.own, shown.cell)}
        </p>
        {trend.length > 1 && (
          <>
            <TrendLine trend={trend} step={metric.step} />
            <p className="text-sm">{trendText(metric, trend)}</p>
          </>
        )}
        <Figures metric={metric} trend={trend} label={shown.label} />
        <div className="-mx-2 -mb-2 border-t pt-2">
          <NextSteps metric={metric} />
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
          {['inf.', 'Milieu', 'sup.', 'Toi'].map((title) => (
            <th key={title} scope="col">
              {title.endsWith('.') && <span className="max-sm:sr-only">Quart </span>}
              <span>{title}</span>
            </th>
          ))}
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

/** The SOS begins with the category and without the figure. */
export function NextSteps({ metric: { label, about } }: { metric: Metric }) {
  const steps = [
    { title: 'Lire des résumés', to: paths.articlesAbout(about) },
    { title: 'Lancer un SOS', to: paths.sosAbout(about) },
  ];
  return (
    <div className="flex flex-wrap gap-x-1">
      {steps.map(({ title, to }) => (
        <Button key={title} asChild variant="ghost" size="sm">
          <Link to={to} aria-label={`${title}\u00a0: ${label}`}>
            {title}
          </Link>
        </Button>
      ))}
    </div>
  );
}
