import { METRICS, type Metric } from '@guilde/contracts/benchmarks/metrics.ts';
import { type BenchmarkResults, type Benchmarks, PEOPLE_BANDS } from '@guilde/contracts/benchmarks/rules.ts';
import { optionLabel } from '@guilde/contracts/profiles/rules.ts';
import { ChartColumn } from 'lucide-react';
import { useState } from 'react';
import { Card } from '../kit/card.tsx';
import { RadioChips } from '../kit/chips.tsx';
import { toOptions } from '../kit/options.ts';
import { Skeleton, SkeletonGroup } from '../kit/skeleton.tsx';
import { EmptyState } from '../kit/states.tsx';
import { LoadFailed } from '../shell/load-failed.tsx';
import { useEraseOwnFigures, useResults } from './data.ts';
import { EraseButton } from './erase-button.tsx';
import { MetricCard, NextSteps } from './metric-card.tsx';
import { BarLegend } from './picture.tsx';
import { shownOf } from './shown.ts';
import { SCOPES, type Scope } from './words.ts';

const WAVES_MAX = 4;

export function ResultsTab({ benchmarks, next }: { benchmarks: Benchmarks; next: string }) {
  const queries = useResults(benchmarks.published.slice(0, WAVES_MAX));
  const { mutateAsync: erase } = useEraseOwnFigures();
  const [newest] = queries;
  if (!newest)
    return (
      <EmptyState title="Aucun repère publié." icon={<ChartColumn />}>
        {next}
      </EmptyState>
    );
  if (newest.isError && !newest.data)
    return <LoadFailed title="Impossible de charger les repères" query={newest} />;
  if (!newest.data)
    return (
      <SkeletonGroup className="grid gap-4 lg:grid-cols-2">
        <Skeleton className="h-52 w-full" />
        <Skeleton className="h-52 w-full" />
      </SkeletonGroup>
    );
  return (
    <div className="grid grid-cols-1 gap-5">
      <Results waves={queries.flatMap(({ data }) => (data ? [data] : []))} />
      {benchmarks.hasFigures && (
        <EraseButton
          label="Effacer mes chiffres enregistrés"
          title="Effacer tes chiffres enregistrés ?"
          description="Les repères restent, et ton évolution disparaît."
          done="Chiffres effacés"
          onErase={() => erase()}
        />
      )}
    </div>
  );
}

function Results({ waves }: { waves: readonly BenchmarkResults[] }) {
  const [scope, setScope] = useState<Scope>('all');
  const all = METRICS.map((metric) => ({ metric, trend: shownOf(waves, metric.id, scope) }));
  const missing = all.filter(({ trend }) => trend === null).map(({ metric }) => metric);
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <RadioChips
          label="Avec qui te comparer"
          className="flex-wrap"
          options={toOptions(SCOPES)}
          value={scope}
          onChange={setScope}
        />
        {missing.length < METRICS.length && <BarLegend />}
      </div>
      <div className="grid grid-cols-1 gap-4 empty:hidden lg:grid-cols-2">
        {all.map(
          ({ metric, trend }) => trend && <MetricCard key={metric.id} metric={metric} trend={trend} />,
        )}
      </div>
      {missing.length > 0 && <Missing metrics={missing} results={waves[0]} />}
    </>
  );
}

type MissingProps = { metrics: readonly Metric[]; results: BenchmarkResults | undefined };

function Missing({ metrics, results }: MissingProps) {
  return (
    <Card asChild className="divide-y p-0 md:p-0">
      <ul>
        {metrics.map((metric) => (
          <li
            key={metric.id}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 px-4 py-3 md:px-5"
          >
            <div className="min-w-0 flex-1 basis-64 text-sm">
              <h2 className="font-sans text-sm font-medium tracking-normal">{metric.label}</h2>
              <p className="text-muted-foreground">
                {reasonOf(results?.metrics.find((one) => one.metric === metric.id))}
              </p>
            </div>
            <div className="-mx-3">
              <NextSteps metric={metric} />
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** Only who gave a figure sees those of the others. */
function reasonOf(result: BenchmarkResults['metrics'][number] | undefined): string {
  if (!result || result.isGiven || result.people === null)
    return 'Pas assez de boutiques pour un repère honnête ce trimestre.';
  return `Réponds à cet indicateur pour voir le repère. Publié avec ${optionLabel(PEOPLE_BANDS, result.people)}.`;
}
