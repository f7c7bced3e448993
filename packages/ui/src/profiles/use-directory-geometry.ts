import type { DirectoryInitial } from '@guilde/contracts/profiles.ts';
import { useLayoutEffect, useMemo, useState } from 'react';
import { useMedia } from '../kit/use-media.ts';
import { type DirectoryLayout, layoutOf } from './directory-layout.ts';

/** Heights in rem: those of people who read larger letters grow with them. */
const HEADING_REM = 2.75;
const ROW_REM = 5.75;
/** Where specialties stand beside the name. */
const WIDE_ROW_REM = 4.25;

export type DirectoryGeometry = {
  layout: DirectoryLayout;
  /** Heights of a heading and of a member's row, and where the list begins in what scrolls, in pixels. */
  heading: number;
  row: number;
  top: number;
};

/** Where everything of the directory stands in pixels. `above`: what scrolls away before the list begins. */
export function useDirectoryGeometry(
  initials: readonly DirectoryInitial[] | undefined,
  above: HTMLElement | null,
): DirectoryGeometry {
  const wide = useMedia('(min-width: 1024px)');
  const layout = useMemo(() => layoutOf(initials ?? []), [initials]);
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
  const top = useHeight(above);
  return useMemo(
    () => ({ layout, heading: HEADING_REM * rem, row: (wide ? WIDE_ROW_REM : ROW_REM) * rem, top }),
    [layout, wide, rem, top],
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
export function topOfSection({ layout, heading, row, top }: DirectoryGeometry, section: number): number {
  const { headingsAbove = 0, offset = 0 } = layout.sections[section] ?? {};
  return top + headingsAbove * heading + offset * row;
}
