import type { Sos } from '@guilde/contracts/sos/rules.ts';
import { ArrowUp, LifeBuoy, Plus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { useMember } from '../auth/account.ts';
import { announce } from '../kit/announcer.tsx';
import { Button } from '../kit/button.tsx';
import { cn } from '../kit/cn.ts';
import { plural } from '../kit/format.ts';
import { InfiniteSentinel } from '../kit/infinite-list.tsx';
import { Skeleton, SkeletonGroup } from '../kit/skeleton.tsx';
import { EmptyState } from '../kit/states.tsx';
import { useAnnouncedResults } from '../kit/use-announced-results.ts';
import { scrollAnchor } from '../kit/use-scroll-restoration.ts';
import { paths } from '../paths.ts';
import { LoadFailed } from '../shell/load-failed.tsx';
import type { useSosFeed } from './data.ts';
import { arrivalsAbove, cardsOf } from './feed.ts';
import { ALL_SOS, filterParams, type SosFilters } from './filters.ts';
import { SosCard } from './sos-card.tsx';

type FeedQuery = ReturnType<typeof useSosFeed>;

export type SosFeedProps = {
  feed: FeedQuery;
  filters: SosFilters;
  onClear: () => void;
  /** `openId` is the SOS in the address, `shownId` the one beside the list. */
  openId: string | undefined;
  shownId: string | undefined;
  scroller: Element | null;
  isAtTop: boolean;
};

export function SosFeed({ feed, filters, onClear, openId, shownId, scroller, isAtTop }: SosFeedProps) {
  const cards = cardsOf(feed.data);
  const { shown, waiting } = useArrivals(cards, isAtTop);
  const isKnown = feed.isSuccess && !feed.isPlaceholderData;
  useAnnouncedResults(filters.q, isKnown ? cards.length : null, feed.hasNextPage);
  useAnnouncedArrivals(!feed.data || feed.isPlaceholderData ? null : cards, JSON.stringify(filters), isAtTop);
  if (feed.isPending) return <FeedSkeleton />;
  if (feed.isError && cards.length === 0) {
    return <LoadFailed title="Impossible de charger les SOS" query={feed} />;
  }
  if (shown.length === 0) return <EmptyFeed filters={filters} onClear={onClear} />;
  const params = filterParams(filters);
  return (
    <>
      <ArrivalsPill count={waiting} onReveal={() => scroller?.scrollTo({ top: 0, behavior: 'smooth' })} />
      <ul className={cn('grid grid-cols-1 gap-2', feed.isPlaceholderData && 'opacity-60')}>
        {shown.map((sos) => (
          <li key={sos.id} {...scrollAnchor(sos.id)} className="animate-fade-in">
            <SosCard
              sos={sos}
              to={paths.sosDetail(sos.id, params)}
              selected={sos.id === shownId}
              replace={openId !== undefined}
            />
          </li>
        ))}
      </ul>
      <InfiniteSentinel
        hasMore={feed.hasNextPage}
        loading={feed.isFetchingNextPage}
        onReach={() => void feed.fetchNextPage()}
        root={scroller}
        label="Afficher les SOS suivants"
      />
    </>
  );
}

/** Arrivals wait until the reader is at the top again. */
function useArrivals(cards: Sos[], isAtTop: boolean): { shown: Sos[]; waiting: number } {
  const { id: memberId } = useMember();
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());
  const arrivals = new Set(isAtTop ? [] : arrivalsAbove(cards, seen, memberId).map((sos) => sos.id));
  const shown = cards.filter((sos) => !arrivals.has(sos.id));
  if (shown.length !== seen.size || shown.some((sos) => !seen.has(sos.id))) {
    setSeen(new Set(shown.map((sos) => sos.id)));
  }
  return { shown, waiting: arrivals.size };
}

/** Announces new SOS to screen readers; further down the button counts them. */
function useAnnouncedArrivals(cards: Sos[] | null, list: string, isAtTop: boolean): void {
  const { id: memberId } = useMember();
  const known = useRef<{ list: string; ids: ReadonlySet<string> } | null>(null);
  useEffect(() => {
    if (!cards) return;
    const before = known.current;
    known.current = { list, ids: new Set(cards.map((sos) => sos.id)) };
    if (!isAtTop || before?.list !== list) return;
    const others = cards.filter(({ author }) => author?.id !== memberId);
    for (const { title } of before.ids.size === 0 ? others : arrivalsAbove(cards, before.ids, memberId))
      announce(`Nouveau SOS\u00a0: ${title}`);
  }, [cards, list, isAtTop, memberId]);
}

function ArrivalsPill({ count, onReveal }: { count: number; onReveal: () => void }) {
  return (
    <output className="sticky top-2 z-10 flex h-0 justify-center">
      {count > 0 && (
        <Button size="sm" className="animate-pop-in rounded-full shadow-soft" onClick={onReveal}>
          <ArrowUp />
          <span>{plural(count, 'nouveau SOS', 'nouveaux SOS')}</span>
        </Button>
      )}
    </output>
  );
}

function EmptyFeed({ filters, onClear }: Pick<SosFeedProps, 'filters' | 'onClear'>) {
  const filtered = Object.keys(filterParams(filters)).length > 0;
  return (
    <EmptyState
      title="Aucun SOS trouvé"
      icon={<LifeBuoy />}
      action={
        filtered ? (
          <Button variant="outline" onClick={onClear}>
            Voir tous les SOS
          </Button>
        ) : (
          <Button asChild>
            <Link to={paths.sosNew}>
              <Plus />
              Lancer un SOS
            </Link>
          </Button>
        )
      }
    >
      {emptyText(filters, filtered)}
    </EmptyState>
  );
}

function emptyText(filters: SosFilters, filtered: boolean): string {
  if (!filtered) return 'Aucun SOS pour l’instant. Lance le premier.';
  const onlyScope = (scope: SosFilters['scope']) =>
    filters.scope === scope && Object.keys(filterParams({ ...filters, scope: ALL_SOS.scope })).length === 0;
  if (onlyScope('mine')) return 'Tu n’as encore lancé aucun SOS. Dès que tu bloques, lance le premier.';
  if (onlyScope('unhelped')) return 'Chaque SOS ouvert a déjà quelqu’un pour aider.';
  if (onlyScope('matching')) return 'Aucun SOS ouvert ne correspond à tes spécialités.';
  return 'Rien ne correspond à ces filtres. Élargis la recherche, ou reviens à la liste complète.';
}

const skeletonRows = ['w-3/4', 'w-2/3', 'w-4/5', 'w-1/2'];

function FeedSkeleton() {
  return (
    <SkeletonGroup className="grid gap-2">
      {skeletonRows.map((width) => (
        <div key={width} className="grid gap-3 rounded-lg border bg-card p-4">
          <div className="flex justify-between">
            <Skeleton className="h-6 w-24 rounded-full" />
            <Skeleton className="h-6 w-20 rounded-full" />
          </div>
          <Skeleton className={cn('h-5', width)} />
          <Skeleton className="w-full" />
          <div className="flex items-center gap-2">
            <Skeleton className="size-6 rounded-full" />
            <Skeleton className="w-40" />
          </div>
        </div>
      ))}
    </SkeletonGroup>
  );
}
