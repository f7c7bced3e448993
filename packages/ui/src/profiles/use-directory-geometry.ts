import type { DirectoryInitial } from '@guilde/contracts/profiles.ts';
import { useLayoutEffect, useMemo, useState } from 'react';
import { useMedia } from '../kit/use-media.ts';
import { type DirectoryLayout, layoutOf } from './directory-layout.ts';

/** Heights in rem: those of people who read larger letters grow with them. */
const HEADING_REM = 2.75;
const LINE_REM = 7.5;

export type DirectoryGeometry = {
  layout: DirectoryLayout;
  columns: number;
  /** Heights of a heading and of a line of cards, and where the list begins in what scrolls, in pixels. */
  heading: number;
  line: number;
  top: number;
};

/** Where everything of the directory stands in pixels. `above`: what scrolls away before the list begins. */
export function useDirectoryGeometry(
  initials: readonly DirectoryInitial[] | undefined,
  above: HTMLElement | null,
): DirectoryGeometry {
  const wide = useMedia('(min-width: 1280px)');
  // From 768 px on the side menu takes its part.
  const medium = useMedia('(min-width: 640px) and (max-width: 767px), (min-width: 960px)');
  const columns = wide ? 3 : medium ? 2 : 1;
  const layout = useMemo(() => layoutOf(initials ?? [], columns), [initials, columns]);
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
  const top = useHeight(above);
  return useMemo(
    () => ({ layout, columns, heading: HEADING_REM * rem, line: LINE_REM * rem, top }),
    [layout, columns, rem, top],
  );
}

function useHeight(element: HTMLElement | null): number {
  const [height, setHeight] = useState(0);
  useLayoutEffect(() => {
    if (!element) return;
    const measure = () => setHeight(element.offsetHeight);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [element]);
  return height;
}

/** Where an initial begins in what scrolls, in pixels. */
export function topOfSection({ layout, heading, line, top }: DirectoryGeometry, section: number): number {
  const { headingsAbove = 0, cardLinesAbove = 0 } = layout.sections[section] ?? {};
  return top + headingsAbove * heading + cardLinesAbove * line;
}
