import type { Told } from '@guilde/contracts/home/rules.ts';
import { useVirtualizer, type VirtualItem } from '@tanstack/react-virtual';
import { Bell } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Card } from '../kit/card.tsx';
import { EmptyState } from '../kit/states.tsx';
import { useScrollRestoration } from '../kit/use-scroll-restoration.ts';
import { PageHeader, ScrollingPage } from '../shell/page.tsx';
import { PagedList } from '../shell/paged-list.tsx';
import { useTold } from './told-data.ts';
import { ToldRow } from './told-row.tsx';

const ROW_PX = 80;
const OVERSCAN = 6;

export function Component() {
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  const told = useTold();
  useScrollRestoration(scroller, 'told', told.isSuccess);
  return (
    <ScrollingPage ref={setScroller} aria-label="Notifications" width="reading">
      <PageHeader
        title="Notifications"
        description="Ce que Guilde t’a dit depuis 90 jours, et ce qui n’a pas sonné."
      />
      <PagedList
        list={told}
        scroller={scroller}
        failed="Impossible de charger les notifications"
        empty={
          <EmptyState title="Aucune notification" icon={<Bell />}>
            Ce qui te concerne est conservé ici 90 jours.
          </EmptyState>
        }
      >
        {(items) => <ToldList items={items} scroller={scroller} />}
      </PagedList>
    </ScrollingPage>
  );
}

/** Whoever comes back finds the list where it was, because the rows are as high as they were. */
let measured: VirtualItem[] = [];

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
    initialMeasurementsCache: measured,
  });
  useEffect(
    () => () => {
      measured = virtualizer.measurementsCache;
    },
    [virtualizer],
  );
  return (
    <Card asChild className="relative overflow-hidden p-0 md:p-0">
      <ol ref={setList} style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, key, start }) => {
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
