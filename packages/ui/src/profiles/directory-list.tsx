import { DIRECTORY_PAGE, type DirectoryMember, type Specialty } from '@guilde/contracts/profiles/rules.ts';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useId } from 'react';
import { Button } from '../kit/button.tsx';
import { cn } from '../kit/cn.ts';
import { formatNumber, pluralWord } from '../kit/format.ts';
import { type useDirectory, useDirectoryMembers } from './directory-data.ts';
import { type DirectoryLine, type DirectorySection, pagesOf } from './directory-layout.ts';
import { DirectoryRow, DirectoryRowSkeleton } from './directory-row.tsx';
import type { DirectoryGeometry } from './use-directory-geometry.ts';

type MemberLine = Extract<DirectoryLine, { kind: 'member' }>;

const OVERSCAN = 6;

export function DirectoryList({
  head,
  geometry,
  scroller,
  faded,
}: {
  head: NonNullable<ReturnType<typeof useDirectory>['data']>;
  geometry: DirectoryGeometry;
  scroller: HTMLElement | null;
  faded: boolean;
}) {
  const { layout, heading, row, top } = geometry;
  const { lines, sections } = layout;
  // Another list may have as many lines of other heights: a changed function makes the virtualizer measure
  // again.
  const getItemKey = useCallback((index: number) => `${lines[index]?.section} ${index}`, [lines]);
  const virtualizer = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller,
    estimateSize: (index) => (lines[index]?.kind === 'heading' ? heading : row),
    getItemKey,
    overscan: OVERSCAN,
    scrollMargin: top,
  });
  const shown = virtualizer.getVirtualItems().flatMap(({ index }) => lines[index] ?? []);
  const { memberAt, failed, retry } = useDirectoryMembers(head, pagesOf(shown, DIRECTORY_PAGE));
  const members = Map.groupBy(
    shown.filter((one): one is MemberLine => one.kind === 'member'),
    ({ section }) => section,
  );
  const present = [...new Set(shown.map(({ section }) => section))];
  return (
    <div
      className={cn('relative transition-opacity duration-150', faded && 'opacity-60')}
      style={{ height: virtualizer.getTotalSize() }}
    >
      {present.map((number) => {
        const section = sections[number];
        if (!section) return null;
        return (
          <Section
            key={section.initial}
            section={section}
            geometry={geometry}
            lines={members.get(number) ?? []}
            named={head.named}
            memberAt={memberAt}
          />
        );
      })}
      {failed && <PartMissing onRetry={retry} />}
    </div>
  );
}

/** It is as high as all members of the initial, so that its sticky heading stays above them. */
function Section({
  section,
  geometry: { heading, row },
  lines,
  named,
  memberAt,
}: {
  section: DirectorySection;
  geometry: DirectoryGeometry;
  lines: MemberLine[];
  named: readonly Specialty[];
  memberAt: (place: number) => DirectoryMember | undefined;
}) {
  const headingId = useId();
  const { initial, count, offset, headingsAbove } = section;
  return (
    <div
      className="absolute inset-x-0"
      style={{
        top: headingsAbove * heading + offset * row,
        height: heading + count * row,
      }}
    >
      <h2
        id={headingId}
        className="sticky top-0 z-10 flex items-center gap-2 bg-background px-1 text-lg"
        style={{ height: heading }}
      >
        <span>{initial}</span>
        <span className="font-sans text-sm font-normal tracking-normal text-muted-foreground tabular-nums">
          <span>{formatNumber(count)}</span>
          <span className="sr-only">{` ${pluralWord(count, 'membre')}`}</span>
        </span>
      </h2>
      <ul aria-labelledby={headingId}>
        {lines.map(({ place }) => {
          const member = memberAt(place);
          return (
            <li
              key={place}
              aria-setsize={count}
              aria-posinset={place - offset + 1}
              className="absolute inset-x-0"
              style={{ top: heading + (place - offset) * row, height: row }}
            >
              {member ? <DirectoryRow member={member} named={named} /> : <DirectoryRowSkeleton />}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

function PartMissing({ onRetry }: { onRetry: () => void }) {
  return (
    <div className="pointer-events-none sticky top-[60%] z-20 flex justify-center">
      <p
        role="alert"
        className="pointer-events-auto flex items-center gap-3 rounded-lg border bg-popover px-4 py-2 text-sm shadow-soft"
      >
        Une partie de la liste n’a pas été chargée.
        <Button variant="link" onClick={onRetry}>
          Réessayer
        </Button>
      </p>
    </div>
  );
}
