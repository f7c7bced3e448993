import type { NotificationEntry } from '@guilde/contracts/home/rules.ts';
import { useVirtualizer, type VirtualItem } from '@tanstack/react-virtual';
import { Bell } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Card } from '../kit/card.tsx';
import { EmptyState } from '../kit/states.tsx';
import { useScrollRestoration } from '../kit/use-scroll-restoration.ts';
import { PageHeader, ScrollingPage } from '../shell/page.tsx';
import { PagedList } from '../shell/paged-list.tsx';
import { NotificationRow } from './notification-row.tsx';
import { useNotifications } from './notifications-data.ts';

const ROW_PX = 80;
const OVERSCAN = 6;

export function Component() {
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  const notifications = useNotifications();
  useScrollRestoration(scroller, 'notifications', notifications.isSuccess);
  return (
    <ScrollingPage ref={setScroller} aria-label="Notifications" width="reading">
      <PageHeader
        title="Notifications"
        description="Ce que Guilde t’a dit depuis 90 jours, et ce qui n’a pas sonné."
      />
      <PagedList
        list={notifications}
        scroller={scroller}
        failed="Impossible de charger les notifications"
        empty={
          <EmptyState title="Aucune notification" icon={<Bell />}>
            Ce qui te concerne est conservé ici 90 jours.
          </EmptyState>
        }
      >
        {(items) => <NotificationList items={items} scroller={scroller} />}
      </PagedList>
    </ScrollingPage>
  );
}

/** Whoever comes back finds the list where it was, because the rows are as high as they were. */
let measured: VirtualItem[] = [];

/** Only rows in sight are in the document, however many are loaded. */
function NotificationList({ items, scroller }: { items: NotificationEntry[]; scroller: HTMLElement | null }) {
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
          const entry = items[index];
          return (
            entry && (
              <li
                key={key}
                ref={virtualizer.measureElement}
                data-index={index}
                aria-setsize={-1}
                aria-posinset={index + 1}
                className="absolute inset-x-0 border-b"
                style={{ top: start - virtualizer.options.scrollMargin }}
              >
                <NotificationRow entry={entry} />
              </li>
            )
          );
        })}
      </ol>
    </Card>
  );
}
