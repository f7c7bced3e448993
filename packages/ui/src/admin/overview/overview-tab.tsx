import type { AdminOverview } from '@guilde/contracts/admin/rules.ts';
import { Suspense } from 'react';
import { errorMessage } from '../../api.ts';
import { Skeleton, SkeletonGroup } from '../../kit/skeleton.tsx';
import { ErrorState } from '../../kit/states.tsx';
import { lazyPart } from '../../shell/lazy-screen.tsx';
import { useOverview } from '../data.ts';
import { CommunitySection } from './community.tsx';
import { OverviewFigures } from './figures.tsx';
import { OverviewOperation } from './operation.tsx';
import { OverviewQueue } from './queue.tsx';
import { SosByState } from './states.tsx';

const OverviewCharts = lazyPart(
  async () => (await import('./charts.tsx')).OverviewCharts,
  'Les graphiques n’ont pas pu être chargés',
);

export function OverviewTab() {
  const { data, error, refetch, isFetching } = useOverview();
  if (data) return <Overview overview={data} />;
  if (!error) return <OverviewSkeleton />;
  return (
    <ErrorState
      title="Impossible de charger la vue d’ensemble"
      onRetry={() => void refetch()}
      retrying={isFetching}
    >
      {errorMessage(error)}
    </ErrorState>
  );
}

function Overview({ overview }: { overview: AdminOverview }) {
  return (
    <div className="grid grid-cols-1 gap-6">
      <OverviewOperation operation={overview.operation} />
      <OverviewQueue queue={overview.queue} />
      <OverviewFigures overview={overview} />
      <SosByState sos={overview.sos} />
      <Suspense fallback={<ChartsSkeleton />}>
        <OverviewCharts overview={overview} />
      </Suspense>
      <CommunitySection />
    </div>
  );
}

function ChartsSkeleton() {
  return (
    <SkeletonGroup className="grid gap-4 lg:grid-cols-2 xl:grid-cols-3">
      {['sos', 'members', 'helper'].map((chart) => (
        <Skeleton key={chart} className="h-72 rounded-lg" />
      ))}
    </SkeletonGroup>
  );
}

function OverviewSkeleton() {
  return (
    <SkeletonGroup className="grid gap-6">
      <Skeleton className="h-20 rounded-lg" />
      <div className="grid gap-px sm:grid-cols-2 xl:grid-cols-3">
        {['members', 'activation', 'active', 'helper', 'resolution', 'ai'].map((figure) => (
          <Skeleton key={figure} className="h-28" />
        ))}
      </div>
      <Skeleton className="h-28 rounded-lg" />
    </SkeletonGroup>
  );
}
