import type { DirectoryInitial } from '@guilde/contracts/profiles/rules.ts';
import { useLayoutEffect, useMemo, useState } from 'react';
import { useMedia } from '../kit/use-media.ts';
import { type DirectoryLayout, layoutOf } from './directory-layout.ts';

/** Heights are in rem, because they grow with the reader’s font size. */
const HEADING_REM = 2.75;
const ROW_REM = 5.75;
const WIDE_ROW_REM = 4.25;

export type DirectoryGeometry = {
  layout: DirectoryLayout;
  /** Values are in pixels; `top` is where the list begins in the scrolling element. */
  heading: number;
  row: number;
  top: number;
};

/** Takes and returns pixels. `above` is the part that scrolls away before the list. */
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

export function topOfSection({ layout, heading, row, top }: DirectoryGeometry, section: number): number {
  const { headingsAbove = 0, offset = 0 } = layout.sections[section] ?? {};
  return top + headingsAbove * heading + offset * row;
}
