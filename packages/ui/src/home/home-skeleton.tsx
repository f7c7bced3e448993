import { Skeleton, SkeletonGroup } from '../kit/skeleton.tsx';

export function HomeSkeleton() {
  return (
    <SkeletonGroup className="grid gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="grid content-start gap-8">
        <Block rows={['h-16', 'h-16 opacity-80', 'h-16 opacity-60', 'h-16 opacity-40']} />
      </div>
      <div className="grid content-start gap-8">
        <Block rows={['h-60']} />
        <Block rows={['h-20']} />
      </div>
    </SkeletonGroup>
  );
}

function Block({ rows }: { rows: string[] }) {
  return (
    <div className="grid gap-2">
      <Skeleton className="mb-2 h-6 w-40" />
      {rows.map((height) => (
        <Skeleton key={height} className={`rounded-lg ${height}`} />
      ))}
    </div>
  );
}
