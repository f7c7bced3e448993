import { LifeBuoy, Plus } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import { Button } from '../kit/button.tsx';
import { cn } from '../kit/cn.ts';
import { useKeptScroll } from '../kit/kept-scroll.ts';
import { useMedia } from '../kit/use-media.ts';
import { paths } from '../paths.ts';
import { ResolveDialog } from '../ratings/resolve-dialog.tsx';
import { type AddressFilters, useAddressFilters } from '../shell/address-filters.ts';
import { PageTitle, useDocumentTitle } from '../shell/page.tsx';
import { useSos, useSosFeed } from './data.ts';
import { ALL_SOS, filterParams, filtersOf, type SosFilters } from './filters.ts';
import { SosDetailPane } from './sos-detail.tsx';
import { SosFeed } from './sos-feed.tsx';
import { SosFilterBar } from './sos-filters.tsx';

/** Nearer to the top than this, the reader is at the top, in pixels. */
const TOP = 80;

/** The feed, and beside it (over it on narrow windows) the SOS that is open. */
export function Component() {
  const { sosId } = useParams();
  const address = useAddressFilters(filtersOf, filterParams);
  const { filters } = address;
  const sos = useSos(sosId);
  const wide = useMedia('(min-width: 1024px)');
  const [resolving, setResolving] = useState(false);
  const page = useFocusBetweenPanes(sosId, wide);
  useDocumentTitle((sosId && sos.data?.title) || 'SOS');
  return (
    <div
      ref={page}
      className="relative flex h-[calc(100dvh-var(--shell-top)-var(--shell-bottom))] min-h-0 overflow-hidden"
    >
      <FeedPane address={address} selectedId={sosId} />
      {sosId ? (
        <SosDetailPane
          key={sosId}
          sosId={sosId}
          query={sos}
          listPath={paths.sos(filterParams(filters))}
          headingLevel={wide ? 2 : 1}
          onResolve={() => setResolving(true)}
        />
      ) : (
        <NothingOpen />
      )}
      {sosId && <ResolveDialog sosId={sosId} open={resolving} onOpenChange={setResolving} />}
    </div>
  );
}

function FeedPane({
  address,
  selectedId,
}: {
  address: AddressFilters<SosFilters>;
  selectedId: string | undefined;
}) {
  const { filters } = address;
  const feed = useSosFeed(filters);
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  const [atTop, setAtTop] = useState(true);
  useKeptScroll(scroller, `sos${JSON.stringify(filters)}`, feed.isSuccess && !feed.isPlaceholderData);
  return (
    <section
      ref={setScroller}
      aria-label="Liste des SOS"
      className={cn(
        'w-full overflow-y-auto overscroll-contain lg:w-88 lg:shrink-0 lg:border-r xl:w-md',
        selectedId && 'max-lg:invisible',
      )}
      onScroll={(event) => setAtTop(event.currentTarget.scrollTop < TOP)}
    >
      <div className="grid w-full max-w-3xl grid-cols-1 gap-4 px-page pt-page pb-8 lg:pr-4">
        <header className="flex items-center justify-between gap-4">
          <PageTitle>SOS</PageTitle>
          <Button asChild variant="hero">
            <Link to={paths.sosNew}>
              <Plus aria-hidden strokeWidth={1.75} />
              Lancer un SOS
            </Link>
          </Button>
        </header>
        <SosFilterBar {...address} />
        <div className="min-w-0">
          <SosFeed
            feed={feed}
            filters={filters}
            onClear={() => address.change(ALL_SOS)}
            selectedId={selectedId}
            scroller={scroller}
            atTop={atTop}
          />
        </div>
      </div>
    </section>
  );
}

/** Where one pane covers the other, the focus follows: into the detail, and back to the card it came from. */
function useFocusBetweenPanes(sosId: string | undefined, wide: boolean): RefObject<HTMLDivElement | null> {
  const page = useRef<HTMLDivElement>(null);
  const previous = useRef(sosId);
  useEffect(() => {
    const left = previous.current;
    previous.current = sosId;
    if (left === sosId) return;
    const target = sosId ? '[data-pane="detail"]' : `[data-sos="${left}"]`;
    if (!sosId || !wide) page.current?.querySelector<HTMLElement>(target)?.focus({ preventScroll: true });
  }, [sosId, wide]);
  return page;
}

/** Beside the list while nothing is chosen; narrow windows show the list alone. */
function NothingOpen() {
  return (
    <div className="hidden flex-1 flex-col items-center justify-center gap-2 p-8 text-center lg:flex">
      <span className="mb-2 flex size-14 items-center justify-center rounded-full bg-muted text-muted-foreground">
        <LifeBuoy aria-hidden strokeWidth={1.75} className="size-7" />
      </span>
      <p className="font-title text-lg font-bold tracking-tight">Choisis un SOS pour le lire</p>
      <p className="max-w-sm text-sm text-muted-foreground">
        Ton expérience peut débloquer un autre marchand en quelques minutes.
      </p>
      <Button asChild variant="link" className="mt-2">
        <Link to={paths.sos({ scope: 'matching' })}>Voir les SOS dans tes spécialités</Link>
      </Button>
    </div>
  );
}
