import type { AdminOverview } from '@guilde/contracts/admin/rules.ts';
import { Suspense } from 'react';
import { Skeleton, SkeletonGroup } from '../../kit/skeleton.tsx';
import { lazyPart } from '../../shell/lazy-screen.tsx';
import { LoadFailed } from '../../shell/load-failed.tsx';
import { useOverview } from '../data.ts';
import { CommunitySection } from './community.tsx';
import { OverviewFigures } from './figures.tsx';

const OverviewCharts = lazyPart(
  async () => (await import('./charts.tsx')).OverviewCharts,
  'Les graphiques n’ont pas pu être chargés',
);

export function OverviewTab() {
  const overview = useOverview();
  if (overview.data) return <Overview overview={overview.data} />;
  if (!overview.error) return <OverviewSkeleton />;
  return <LoadFailed title="Impossible de charger les chiffres" query={overview} />;
}

function Overview({ overview }: { overview: AdminOverview }) {
  return (
    <div className="grid grid-cols-1 gap-6">
      <OverviewFigures overview={overview} />
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
      <div className="grid gap-px sm:grid-cols-2 xl:grid-cols-4">
        {['members', 'activation', 'helper', 'resolution'].map((figure) => (
          <Skeleton key={figure} className="h-28" />
        ))}
      </div>
    </SkeletonGroup>
  );
}
