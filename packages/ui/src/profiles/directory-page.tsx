import { UsersRound } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '../kit/button.tsx';
import { plural } from '../kit/format.ts';
import { SkeletonGroup } from '../kit/skeleton.tsx';
import { EmptyState } from '../kit/states.tsx';
import { useScrollRestoration } from '../kit/use-scroll-restoration.ts';
import { useAddressFilters } from '../shell/address-filters.ts';
import { LoadFailed } from '../shell/load-failed.tsx';
import { PageTitle, useDocumentTitle } from '../shell/page.tsx';
import { useDirectory } from './directory-data.ts';
import { DirectoryFilterBar } from './directory-filter-bar.tsx';
import { directoryFiltersOf, directorySearch, EVERYBODY, isFiltered } from './directory-filters.ts';
import { DirectoryInitials } from './directory-initials.tsx';
import { DirectoryList } from './directory-list.tsx';
import { DirectoryRowSkeleton } from './directory-row.tsx';
import { type DirectoryGeometry, topOfSection, useDirectoryGeometry } from './use-directory-geometry.ts';

const INITIALS_WORTH_A_BAR = 3;

/** Scrollable areas must be reachable by keyboard (WCAG 2.1.1). */
const scrollable = { tabIndex: 0 };

export function Component() {
  useDocumentTitle('Annuaire');
  const address = useAddressFilters(directoryFiltersOf, directorySearch);
  const { filters } = address;
  const directory = useDirectory(filters);
  const head = directory.data;
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  const [above, setAbove] = useState<HTMLElement | null>(null);
  const geometry = useDirectoryGeometry(head?.initials, above);
  useScrollRestoration(
    scroller,
    `directory${JSON.stringify(filters)}`,
    head !== undefined && !directory.isPlaceholderData,
  );
  const current = useCurrentSection(scroller, geometry);
  const initials = head?.initials ?? [];
  return (
    <div className="relative flex h-[calc(100dvh-var(--shell-top)-var(--shell-banner)-var(--shell-bottom))] min-h-0">
      <section
        ref={setScroller}
        aria-label="Membres"
        {...scrollable}
        className="relative w-full overflow-y-auto overscroll-contain [overflow-anchor:none] focus-visible:-outline-offset-2"
      >
        <div className="w-full max-w-[73.5rem] pl-page pr-10 md:pr-14">
          <div ref={setAbove} className="grid grid-cols-1 gap-4 pt-page pb-3">
            <header className="flex flex-wrap items-baseline justify-between gap-x-4">
              <PageTitle>Annuaire</PageTitle>
              <output className="text-sm text-muted-foreground tabular-nums">
                {head && countText(head.total, isFiltered(head.filters))}
              </output>
            </header>
            <DirectoryFilterBar {...address} />
          </div>
          <DirectoryBody
            directory={directory}
            geometry={geometry}
            scroller={scroller}
            onClear={() => address.change(EVERYBODY)}
          />
        </div>
      </section>
      {initials.length >= INITIALS_WORTH_A_BAR && (
        <DirectoryInitials
          initials={initials}
          current={current}
          onJump={(section) =>
            scroller?.scrollTo({ top: topOfSection(geometry, section), behavior: 'instant' })
          }
          className="absolute inset-y-2 right-0.5 z-20 md:left-[min(calc(100%-3rem),71rem)] md:right-auto"
        />
      )}
    </div>
  );
}

function DirectoryBody({
  directory,
  geometry,
  scroller,
  onClear,
}: {
  directory: ReturnType<typeof useDirectory>;
  geometry: DirectoryGeometry;
  scroller: HTMLElement | null;
  onClear: () => void;
}) {
  const { data: head, error, isPlaceholderData, isFetching, refetch } = directory;
  if (!head) {
    if (!error) return <DirectorySkeleton />;
    return <LoadFailed title="Impossible de charger l’annuaire" query={{ error, refetch, isFetching }} />;
  }
  if (head.total === 0) return <Nobody filtered={isFiltered(head.filters)} onClear={onClear} />;
  const { heading, row } = geometry;
  return (
    <div className="-mx-1 pb-6">
      <DirectoryList
        key={[heading, row].join()}
        head={head}
        geometry={geometry}
        scroller={scroller}
        faded={isPlaceholderData}
      />
    </div>
  );
}

function countText(total: number, filtered: boolean): string {
  return filtered ? plural(total, 'membre trouvé', 'membres trouvés') : plural(total, 'membre');
}

function useCurrentSection(scroller: HTMLElement | null, geometry: DirectoryGeometry): number {
  const [current, setCurrent] = useState(0);
  useEffect(() => {
    if (!scroller) return;
    const updateCurrent = () => {
      const isPassed = (section: number) => topOfSection(geometry, section) <= scroller.scrollTop + 1;
      setCurrent(
        Math.max(
          0,
          geometry.layout.sections.findLastIndex((_, section) => isPassed(section)),
        ),
      );
    };
    updateCurrent();
    scroller.addEventListener('scroll', updateCurrent, { passive: true });
    return () => scroller.removeEventListener('scroll', updateCurrent);
  }, [scroller, geometry]);
  return current;
}

function Nobody({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  return (
    <EmptyState
      title={filtered ? 'Aucun membre trouvé' : 'Aucun membre pour l’instant'}
      icon={<UsersRound />}
      action={
        filtered && (
          <Button variant="outline" onClick={onClear}>
            Réinitialiser les filtres
          </Button>
        )
      }
    >
      {filtered
        ? 'Essaie le début d’un nom, une spécialité ou un outil, ou retire un filtre.'
        : 'Les membres dont le profil est complet apparaissent ici.'}
    </EmptyState>
  );
}

const skeletons = Array.from({ length: 12 }, (_, index) => index);

function DirectorySkeleton() {
  return (
    <SkeletonGroup className="grid pt-11">
      {skeletons.map((one) => (
        <div key={one} className="h-23 lg:h-17">
          <DirectoryRowSkeleton />
        </div>
      ))}
    </SkeletonGroup>
  );
}
