import type { ReactNode } from 'react';
import { errorMessage } from '../api.ts';
import { SectionHeader } from '../kit/card.tsx';
import { Skeleton, SkeletonGroup } from '../kit/skeleton.tsx';
import { ErrorState } from '../kit/states.tsx';

type Query<T> = {
  data: T[] | undefined;
  error: Error | null;
  refetch: () => Promise<unknown>;
  isFetching: boolean;
};

type Props<T> = {
  title: string;
  description: string;
  empty: string;
  query: Query<T>;
  create: ReactNode;
  row: (item: T) => ReactNode;
};

export function AdminSection<T>({ title, description, empty, query, create, row }: Props<T>) {
  const { data, error, refetch, isFetching } = query;
  return (
    <section aria-label={title}>
      <SectionHeader title={title}>{create}</SectionHeader>
      <p className="mb-3 text-sm text-muted-foreground">{description}</p>
      {data ? (
        <div className="overflow-hidden rounded-lg border bg-card">
          {data.length === 0 ? (
            <p className="px-4 py-3 text-sm text-muted-foreground">{empty}</p>
          ) : (
            <ul className="divide-y">{data.map(row)}</ul>
          )}
        </div>
      ) : error ? (
        <ErrorState onRetry={() => void refetch()} retrying={isFetching}>
          {errorMessage(error)}
        </ErrorState>
      ) : (
        <SkeletonGroup>
          <Skeleton className="h-16 w-full" />
        </SkeletonGroup>
      )}
    </section>
  );
}
