import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { Link } from 'react-router-dom';
import { Button } from '../kit/button.tsx';
import { Card } from '../kit/card.tsx';
import { cn } from '../kit/cn.ts';
import { InfiniteSentinel } from '../kit/infinite-list.tsx';
import { Skeleton, SkeletonGroup } from '../kit/skeleton.tsx';
import { EmptyState } from '../kit/states.tsx';
import { LoadFailed } from './load-failed.tsx';

type PagedListProps<T> = {
  list: UseInfiniteQueryResult<InfiniteData<{ items: T[] }>>;
  failed: string;
  /** It is the button that loads the next page. */
  more?: string;
  /** The list scrolls in it, instead of with the page. */
  scroller?: Element | null;
  empty: ReactNode;
  children: (items: T[]) => ReactNode;
};

export function PagedList<T extends { id: string }>({
  list,
  failed,
  more,
  scroller,
  empty,
  children,
}: PagedListProps<T>) {
  if (list.isPending)
    return (
      <SkeletonGroup className="grid gap-3">
        <Skeleton className="h-24 w-full" />
        <Skeleton className="h-24 w-full" />
      </SkeletonGroup>
    );
  // An item may have moved to the next page while that was loading.
  const items = (list.data?.pages ?? []).flatMap((page) =>
    page.items.map((item): [string, T] => [item.id, item]),
  );
  if (list.isError && items.length === 0) return <LoadFailed title={failed} query={list} />;
  if (items.length === 0) return empty;
  return (
    <div className={cn('grid grid-cols-1 gap-6', list.isPlaceholderData && 'opacity-60')}>
      <div className="contents">{children([...new Map(items).values()])}</div>
      <InfiniteSentinel
        hasMore={list.hasNextPage}
        loading={list.isFetchingNextPage}
        onReach={() => void list.fetchNextPage()}
        root={scroller ?? null}
        {...(more && { label: more })}
      />
    </div>
  );
}

type EmptyListProps = {
  title: string;
  icon: ReactNode;
  text: string;
  action: ReactNode;
  /** With filters there may be more without them. */
  filtered: { text: string; button: string; onClear: () => void } | false;
};

export function EmptyList({ title, icon, text, action, filtered }: EmptyListProps) {
  const clear = filtered && (
    <Button variant="outline" onClick={filtered.onClear}>
      {filtered.button}
    </Button>
  );
  return (
    <EmptyState title={title} icon={icon} action={clear || action}>
      {filtered ? filtered.text : text}
    </EmptyState>
  );
}

export function Rows({ children }: { children: ReactNode }) {
  return (
    <Card asChild className="divide-y overflow-hidden p-0 md:p-0">
      <ul>{children}</ul>
    </Card>
  );
}

type LinkedRowProps = {
  to: string;
  title: string;
  facts: readonly (string | null | undefined | false)[];
  isStruck?: boolean;
  /** It stands before the title. */
  lead?: ReactNode;
  badge?: ReactNode;
  children?: ReactNode;
};

/** The whole row leads to the page; its accessible name is the title, and the rest describes it. */
export function LinkedRow({ to, title, facts, isStruck, lead, badge, children }: LinkedRowProps) {
  const id = useId();
  return (
    <li className="relative flex gap-4 px-4 py-3 transition-colors duration-150 hover:bg-muted md:px-5">
      {lead && (
        <p id={`${id}-lead`} className="w-16 shrink-0 text-sm tabular-nums">
          {lead}
        </p>
      )}
      <div className="grid min-w-0 flex-1 gap-2">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1.5">
          <div className="grid min-w-0 flex-1 basis-48 gap-0.5">
            <Link
              to={to}
              aria-describedby={`${id}-lead ${id} ${id}-badge`}
              className={cn(
                'line-clamp-2 font-medium wrap-anywhere outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-ring',
                isStruck && 'text-muted-foreground line-through',
              )}
            >
              {title}
            </Link>
            <p id={id} className="text-sm wrap-anywhere text-muted-foreground">
              {/* A line ends with the dot, and none begins with it. */}
              {facts.filter(Boolean).join('\u00a0· ')}
            </p>
          </div>
          <span id={`${id}-badge`} className="empty:hidden">
            {badge}
          </span>
        </div>
        {children}
      </div>
    </li>
  );
}
