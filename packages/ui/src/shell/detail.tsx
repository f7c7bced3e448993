import { plainLine } from '@guilde/contracts/text.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { isRefusal } from '../api.ts';
import { Card } from '../kit/card.tsx';
import { Skeleton, SkeletonGroup } from '../kit/skeleton.tsx';
import { EmptyState } from '../kit/states.tsx';
import { LoadFailed } from './load-failed.tsx';
import { Page, PageHeader } from './page.tsx';

type DetailPageProps<T> = {
  query: Pick<UseQueryResult<T>, 'data' | 'error' | 'refetch' | 'isFetching'>;
  back: ReactNode;
  /** It is the title until that of the page is known. */
  section: string;
  missing: string;
  failed: string;
  description?: (one: T) => ReactNode;
  children: (one: T) => ReactNode;
};

/** Give it a key, so that each page starts at its top. */
export function DetailPage<T extends { title: string }>({
  query,
  back,
  section,
  missing,
  failed,
  description,
  children,
}: DetailPageProps<T>) {
  const { data, error } = query;
  const isMissing = isRefusal(error, 'NOT_FOUND');
  const one = isMissing ? undefined : data;
  return (
    <Page>
      <PageHeader
        title={one ? <span className="wrap-anywhere">{one.title}</span> : section}
        documentTitle={plainLine(one?.title ?? section)}
        description={one && description?.(one)}
        back={back}
      />
      {one && <div className="contents">{children(one)}</div>}
      {isMissing && (
        <EmptyState title={missing} icon={<SearchX />}>
          Il n’existe plus, ou le lien est incomplet.
        </EmptyState>
      )}
      {!one && !error && (
        <SkeletonGroup className="grid gap-4">
          <Skeleton className="w-1/2" />
          <Skeleton className="h-40 w-full" />
        </SkeletonGroup>
      )}
      {!data && error && !isMissing && <LoadFailed title={failed} query={query} />}
    </Page>
  );
}

/** The card says where things stand and what one can do; a phone shows it first. */
export function DetailColumns({ card, children }: { card: ReactNode; children: ReactNode }) {
  return (
    <div className="grid grid-cols-1 gap-x-10 gap-y-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <Card className="grid grid-cols-1 content-start gap-5 self-start wrap-anywhere lg:sticky lg:top-8 lg:col-start-2 lg:row-start-1">
        {card}
      </Card>
      <div className="grid grid-cols-1 content-start gap-8 lg:col-start-1 lg:row-start-1">{children}</div>
    </div>
  );
}
