import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import {
  type RefObject,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { estimatedHeight } from './row-height.ts';
import type { TimelineEntry } from './timeline.ts';

/** Pixels that still count as being at the end. */
const AT_END = 32;
/** Pixels visible above « Nouveaux messages » on opening. */
const ABOVE_NEW = 56;
/** Pixels for the loader of history, and for « … écrit ». */
const PADDING_START = 12;
const PADDING_START_WITH_OLDER = 64;
const PADDING_END = 24;
const OVERSCAN = 6;
/**
 * Up to this length all messages are in the document, so that the browser’s search and a selection across
 * them work. Longer threads are virtualised.
 */
const VIRTUALIZE_ABOVE = 120;

type Ends = {
  last: number;
  lastIsMine: boolean;
  outgoing: string | undefined;
};

export type ThreadRows = ReturnType<typeof useRows>;

type Box = RefObject<HTMLDivElement | null>;

/** Opens at the first new message, follows the end only when already there. `hasNewBelow`: new messages below. */
export function useThreadScroll(entries: readonly TimelineEntry[], hasOlder: boolean, ends: Ends) {
  const box: Box = useRef(null);
  const content = useRef<HTMLDivElement>(null);
  const isFollowing = useRef(false);
  const top = useRef(0);
  const hasMeasured = useRef(false);
  // False until the first measure: what was not seen must not count as read.
  const [isAtEnd, setIsAtEnd] = useState(false);
  const [hasNewBelow, setHasNewBelow] = useState(false);
  const [root, setRoot] = useState<HTMLElement | null>(null);
  const rows = useRows(box, entries, hasOlder);

  const updatePosition = useCallback(() => {
    const element = box.current;
    if (!element) return;
    const isNearEnd = element.scrollHeight - element.scrollTop - element.clientHeight <= AT_END;
    // Content that grows does not end following; only scrolling up does.
    if (isNearEnd) isFollowing.current = true;
    else if (element.scrollTop < top.current) isFollowing.current = false;
    top.current = element.scrollTop;
    setIsAtEnd(isFollowing.current);
    if (isFollowing.current) setHasNewBelow(false);
  }, []);
  const scrollToEnd = useCallback(() => {
    isFollowing.current = true;
    rows.scrollToEnd();
    setIsAtEnd(true);
    setHasNewBelow(false);
  }, [rows]);

  const scrollToOpening = useEffectEvent(() => {
    const opensAt = entries.findIndex(({ startsNew }) => startsNew);
    isFollowing.current = opensAt < 0;
    if (opensAt < 0) rows.scrollToEnd();
    else rows.scrollToIndex(opensAt, { align: 'start' });
  });
  useLayoutEffect(() => {
    scrollToOpening();
    setRoot(box.current);
    // The rows are measured by then.
    const frame = requestAnimationFrame(() => {
      hasMeasured.current = true;
      updatePosition();
    });
    return () => cancelAnimationFrame(frame);
  }, [updatePosition]);
  // Rows lower than estimated can bring the end into view without a scroll event.
  const height = rows.getTotalSize();
  useLayoutEffect(() => {
    if (hasMeasured.current && height > 0) updatePosition();
  }, [height, updatePosition]);
  useFollowing(ends, isFollowing, scrollToEnd, setHasNewBelow);
  useKeepBottom(box, content, isFollowing, scrollToEnd, updatePosition);
  return { box, content, root, rows, isAtEnd, hasNewBelow, scrollToEnd, updatePosition };
}

/** Visible rows stay in place when others are added or measured above. */
function useRows(box: Box, entries: readonly TimelineEntry[], hasOlder: boolean) {
  const getItemKey = useCallback((index: number) => entries[index]?.key ?? index, [entries]);
  const estimateSize = rowEstimates(box, entries);
  const rows = useVirtualizer<HTMLDivElement, HTMLLIElement>({
    count: entries.length,
    getScrollElement: () => box.current,
    getItemKey,
    estimateSize,
    rangeExtractor,
    overscan: OVERSCAN,
    paddingStart: hasOlder ? PADDING_START_WITH_OLDER : PADDING_START,
    paddingEnd: PADDING_END,
    scrollPaddingStart: ABOVE_NEW,
    anchorTo: 'end',
    scrollEndThreshold: AT_END,
    // The first render is already at the opening position, not at the top.
    initialRect: { width: window.innerWidth, height: window.innerHeight },
    initialOffset: () => estimatedOpeningOffset(entries, estimateSize),
  });
  const first = entries[0]?.key;
  const formerFirst = useRef({ first, key: '' });
  useLayoutEffect(() => {
    if (formerFirst.current.first !== first)
      formerFirst.current = { first, key: formerFirst.current.first ?? '' };
    rows.shouldAdjustScrollPositionOnItemSizeChange = ({ key, start, end }, _delta, { scrollOffset }) => {
      // When older messages load, this row loses its day and name: keep its lower edge in place.
      if (key === formerFirst.current.key) return true;
      const isKnown = rows.itemSizeCache.has(key);
      return (isKnown ? end : start) < (scrollOffset ?? 0);
    };
  }, [first, rows]);
  return rows;
}

/** Read once per render: each `clientWidth` forces a layout. */
function rowEstimates(box: Box, entries: readonly TimelineEntry[]): (index: number) => number {
  let width: number | undefined;
  return (index) => {
    width ??= box.current?.clientWidth;
    return estimatedHeight(entries[index], width);
  };
}

/** In pixels, before anything is measured. */
function estimatedOpeningOffset(
  entries: readonly TimelineEntry[],
  estimateSize: (index: number) => number,
): number {
  const opensAt = entries.findIndex(({ startsNew }) => startsNew);
  const above = opensAt < 0 ? entries.length : opensAt;
  let height = PADDING_START_WITH_OLDER;
  for (let index = 0; index < above; index++) height += estimateSize(index);
  return Math.max(0, opensAt < 0 ? height + PADDING_END - window.innerHeight : height - ABOVE_NEW);
}

/** The focused row stays in the document, wherever one scrolls. */
function rangeExtractor(range: Range): number[] {
  if (range.count <= VIRTUALIZE_ABOVE) return Array.from({ length: range.count }, (_, index) => index);
  const near = defaultRangeExtractor(range);
  const focused = document.activeElement?.closest<HTMLElement>('[role="log"] [data-index]')?.dataset.index;
  const index = Number(focused);
  if (focused === undefined || near.includes(index) || index >= range.count) return near;
  return [...near, index].sort((a, b) => a - b);
}

function useFollowing(
  { last, lastIsMine, outgoing }: Ends,
  isFollowing: { current: boolean },
  scrollToEnd: () => void,
  setHasNewBelow: (hasNewBelow: boolean) => void,
): void {
  const seen = useRef({ last, outgoing });
  useLayoutEffect(() => {
    const before = seen.current;
    seen.current = { last, outgoing };
    const wrote = outgoing !== undefined && outgoing !== before.outgoing;
    if (wrote || (isFollowing.current && (last !== before.last || outgoing !== before.outgoing)))
      scrollToEnd();
    else if (last > before.last && !lastIsMine) setHasNewBelow(true);
  }, [last, lastIsMine, outgoing, isFollowing, scrollToEnd, setHasNewBelow]);
}

/**
 * Late fonts, a growing composer or a phone’s keyboard change heights: stay at the end, else keep the lowest
 * line in view.
 */
function useKeepBottom(
  box: Box,
  content: RefObject<HTMLElement | null>,
  isFollowing: { current: boolean },
  scrollToEnd: () => void,
  updatePosition: () => void,
): void {
  useEffect(() => {
    const element = box.current;
    if (!element || !content.current) return;
    let height = element.clientHeight;
    const observer = new ResizeObserver(() => {
      const lost = height - element.clientHeight;
      height = element.clientHeight;
      if (isFollowing.current) scrollToEnd();
      else if (lost !== 0) {
        element.scrollTop += lost;
        updatePosition();
      }
    });
    observer.observe(element);
    observer.observe(content.current);
    return () => observer.disconnect();
  }, [box, content, isFollowing, scrollToEnd, updatePosition]);
}
