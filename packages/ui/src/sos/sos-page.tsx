import { plainLine } from '@guilde/contracts/text.ts';
import { LifeBuoy, Plus } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import { useMember } from '../auth/account.ts';
import { Button } from '../kit/button.tsx';
import { cn } from '../kit/cn.ts';
import { focusTitleProps } from '../kit/focus-title.ts';
import { useMedia } from '../kit/use-media.ts';
import { useScrollRestoration } from '../kit/use-scroll-restoration.ts';
import { paths } from '../paths.ts';
import { useResolveDialog } from '../ratings/use-resolve-dialog.tsx';
import { type AddressFilters, useAddressFilters } from '../shell/address-filters.ts';
import { lazyPart } from '../shell/lazy-screen.tsx';
import { PageTitle, useDocumentTitle } from '../shell/page.tsx';
import { useSos, useSosFeed } from './data.ts';
import { cardsOf } from './feed.ts';
import { ALL_SOS, filterParams, filtersOf, type SosFilters } from './filters.ts';
import { useBackToList, useEscape, useFocusOnReturn, usePreview } from './list-detail.ts';
import { SosFeed } from './sos-feed.tsx';
import { SosFilterBar } from './sos-filters.tsx';

/** The list is usable without them. */
const SosDetailPane = lazyPart(async () => (await import('./sos-detail.tsx')).SosDetailPane);
const GivenRatings = lazyPart(async () => (await import('../ratings/given-ratings.tsx')).GivenRatings);

const TOP = 80;

export function Component() {
  const { sosId } = useParams();
  const { id: memberId } = useMember();
  const address = useAddressFilters(filtersOf, filterParams);
  const { filters } = address;
  const feed = useSosFeed(filters);
  const wide = useMedia('(min-width: 1024px)');
  const preview = usePreview(sosId, feed, JSON.stringify(filters));
  const shownId = sosId ?? (wide ? preview : undefined);
  const sos = useSos(shownId);
  const resolvedAt = sos.data?.author?.id === memberId && sos.data.resolvedAt;
  const resolving = useResolveDialog(shownId);
  const listPath = paths.sos(filterParams(filters));
  const close = useBackToList(listPath);
  useEscape(sosId ? close : null);
  const page = useFocusOnReturn(sosId);
  useDocumentTitle(plainLine((sosId && sos.data?.title) || 'SOS'));
  return (
    <div
      ref={page}
      className="relative flex h-[calc(100dvh-var(--shell-top)-var(--shell-banner)-var(--shell-bottom))] min-h-0 overflow-hidden"
    >
      <FeedPane address={address} feed={feed} openId={sosId} shownId={shownId} />
      {shownId ? (
        <Suspense fallback={<div className="absolute inset-0 bg-background lg:static lg:flex-1" />}>
          <SosDetailPane
            key={shownId}
            sosId={shownId}
            query={sos}
            back={sosId ? { to: listPath, go: close } : null}
            headingLevel={wide ? 2 : 1}
            onResolve={resolving.ask}
          >
            {/* Without a boundary of its own it would hide the page while it loads. */}
            <Suspense>{resolvedAt && <GivenRatings sosId={shownId} resolvedAt={resolvedAt} />}</Suspense>
          </SosDetailPane>
        </Suspense>
      ) : (
        <NothingOpen hasChoice={cardsOf(feed.data).length > 0} />
      )}
      <Suspense>{resolving.dialog}</Suspense>
    </div>
  );
}

type FeedPaneProps = {
  address: AddressFilters<SosFilters>;
  feed: ReturnType<typeof useSosFeed>;
  /** `openId` is the SOS in the address, `shownId` the one beside the list. */
  openId: string | undefined;
  shownId: string | undefined;
};

function FeedPane({ address, feed, openId, shownId }: FeedPaneProps) {
  const { filters } = address;
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  const [isAtTop, setIsAtTop] = useState(true);
  useScrollRestoration(scroller, `sos${JSON.stringify(filters)}`, feed.isSuccess && !feed.isPlaceholderData);
  return (
    <section
      ref={setScroller}
      aria-label="Liste des SOS"
      className={cn(
        'w-full overflow-y-auto overscroll-contain lg:w-88 lg:shrink-0 lg:border-r xl:w-md',
        openId && 'max-lg:invisible',
      )}
      onScroll={(event) => setIsAtTop(event.currentTarget.scrollTop < TOP)}
    >
      <div className="grid w-full max-w-3xl grid-cols-1 gap-4 px-page pt-page pb-8 lg:pr-4">
        <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <PageTitle {...focusTitleProps}>SOS</PageTitle>
          <Button asChild variant="hero">
            <Link to={paths.sosNew}>
              <Plus />
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
            openId={openId}
            shownId={shownId}
            scroller={scroller}
            isAtTop={isAtTop}
          />
        </div>
      </div>
    </section>
  );
}

function NothingOpen({ hasChoice }: { hasChoice: boolean }) {
  if (!hasChoice) return <div className="hidden flex-1 lg:flex" />;
  return (
    <div className="hidden flex-1 flex-col items-center justify-center gap-2 p-8 text-center lg:flex">
      <span className="mb-2 flex size-14 items-center justify-center rounded-full bg-muted text-muted-foreground">
        <LifeBuoy className="size-7" />
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
