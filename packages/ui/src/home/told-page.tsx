import type { Told } from '@guilde/contracts/home/rules.ts';
import { useVirtualizer } from '@tanstack/react-virtual';
import { Bell } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Card } from '../kit/card.tsx';
import { InfiniteSentinel } from '../kit/infinite-list.tsx';
import { Skeleton, SkeletonGroup } from '../kit/skeleton.tsx';
import { EmptyState } from '../kit/states.tsx';
import { LoadFailed } from '../shell/load-failed.tsx';
import { Page, PageHeader } from '../shell/page.tsx';
import { useReadTold, useTold } from './told-data.ts';
import { ToldRow } from './told-row.tsx';

const ROW_PX = 80;
const OVERSCAN = 6;

export function Component() {
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  return (
    <section
      ref={setScroller}
      aria-label="Notifications"
      // Scrollable areas must be reachable by keyboard (WCAG 2.1.1).
      {...{ tabIndex: 0 }}
      className="h-[calc(100dvh-var(--shell-top)-var(--shell-banner)-var(--shell-bottom))] overflow-y-auto overscroll-contain focus-visible:-outline-offset-2"
    >
      <Page width="reading">
        <PageHeader
          title="Notifications"
          description="Ce que Guilde t’a dit depuis 90 jours, et ce qui n’a pas sonné."
        />
        <Content scroller={scroller} />
      </Page>
    </section>
  );
}

function Content({ scroller }: { scroller: HTMLElement | null }) {
  const told = useTold();
  const { data, error, refetch, isFetching } = told;
  const items = data?.pages.flatMap((page) => page.items);
  useReadOnceShown(items);
  if (error && !items)
    return (
      <LoadFailed title="Impossible de charger les notifications" query={{ error, refetch, isFetching }} />
    );
  if (!items)
    return (
      <SkeletonGroup>
        <Skeleton className="h-96 rounded-lg" />
      </SkeletonGroup>
    );
  if (items.length === 0)
    return (
      <EmptyState title="Aucune notification" icon={<Bell />}>
        Ce qui te concerne est conservé ici 90 jours.
      </EmptyState>
    );
  return (
    <>
      <ToldList items={items} scroller={scroller} />
      <InfiniteSentinel
        hasMore={told.hasNextPage}
        loading={told.isFetchingNextPage}
        root={scroller}
        onReach={() => void told.fetchNextPage()}
      />
    </>
  );
}

/** The marks stay until the page is left. */
function useReadOnceShown(items: Told[] | undefined): void {
  const { mutate } = useReadTold();
  const newest = items?.find(({ isUnread }) => isUnread)?.createdAt;
  useEffect(() => {
    if (newest) mutate(newest);
  }, [newest, mutate]);
}

/** Only rows in sight are in the document, however many are loaded. */
function ToldList({ items, scroller }: { items: Told[]; scroller: HTMLElement | null }) {
  const [list, setList] = useState<HTMLElement | null>(null);
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller,
    estimateSize: () => ROW_PX,
    getItemKey: (index) => items[index]?.id ?? index,
    overscan: OVERSCAN,
    scrollMargin: list?.offsetTop ?? 0,
  });
  const rows = virtualizer.getVirtualItems();
  return (
    <Card className="overflow-hidden p-0 md:p-0">
      <ol ref={setList} className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {rows.map(({ index, key, start }) => {
          const told = items[index];
          return (
            told && (
              <li
                key={key}
                ref={virtualizer.measureElement}
                data-index={index}
                aria-setsize={-1}
                aria-posinset={index + 1}
                className="absolute inset-x-0 border-b"
                style={{ top: start - virtualizer.options.scrollMargin }}
              >
                <ToldRow told={told} />
              </li>
            )
          );
        })}
      </ol>
    </Card>
  );
}
