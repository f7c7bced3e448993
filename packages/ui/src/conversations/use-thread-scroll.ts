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
const HEAD = 12;
const HEAD_WITH_OLDER = 64;
const FOOT = 24;
const OVERSCAN = 6;
/**
 * Up to this length all messages are in the document, so that the browser’s search and a selection across
 * them work. Longer threads are virtualised.
 */
const WHOLE_UP_TO = 120;

type Ends = {
  last: number;
  lastIsMine: boolean;
  outgoing: string | undefined;
};

export type ThreadRows = ReturnType<typeof useRows>;

type Box = RefObject<HTMLDivElement | null>;

/** Opens at the first new message, follows the end only when already there. `missed`: new messages below. */
export function useThreadScroll(entries: readonly TimelineEntry[], hasOlder: boolean, ends: Ends) {
  const box: Box = useRef(null);
  const content = useRef<HTMLDivElement>(null);
  const follows = useRef(false);
  const top = useRef(0);
  const hasLooked = useRef(false);
  // False until the first measure: what was not seen must not count as read.
  const [atEnd, setAtEnd] = useState(false);
  const [missed, setMissed] = useState(false);
  const [root, setRoot] = useState<HTMLElement | null>(null);
  const rows = useRows(box, entries, hasOlder);

  const look = useCallback(() => {
    const element = box.current;
    if (!element) return;
    const isAtEnd = element.scrollHeight - element.scrollTop - element.clientHeight <= AT_END;
    // Content that grows does not end following; only scrolling up does.
    if (isAtEnd) follows.current = true;
    else if (element.scrollTop < top.current) follows.current = false;
    top.current = element.scrollTop;
    setAtEnd(follows.current);
    if (follows.current) setMissed(false);
  }, []);
  const toEnd = useCallback(() => {
    follows.current = true;
    rows.scrollToEnd();
    setAtEnd(true);
    setMissed(false);
  }, [rows]);

  const land = useEffectEvent(() => {
    const opensAt = entries.findIndex(({ startsNew }) => startsNew);
    follows.current = opensAt < 0;
    if (opensAt < 0) rows.scrollToEnd();
    else rows.scrollToIndex(opensAt, { align: 'start' });
  });
  useLayoutEffect(() => {
    land();
    setRoot(box.current);
    // The rows are measured by then.
    const frame = requestAnimationFrame(() => {
      hasLooked.current = true;
      look();
    });
    return () => cancelAnimationFrame(frame);
  }, [look]);
  // Rows lower than estimated can bring the end into view without a scroll event.
  const height = rows.getTotalSize();
  useLayoutEffect(() => {
    if (hasLooked.current && height > 0) look();
  }, [height, look]);
  useFollowing(ends, follows, toEnd, setMissed);
  useKeptFoot(box, content, follows, toEnd, look);
  return { box, content, root, rows, atEnd, missed, toEnd, look };
}

/** Visible rows stay in place when others are added or measured above. */
function useRows(box: Box, entries: readonly TimelineEntry[], hasOlder: boolean) {
  const getItemKey = useCallback((index: number) => entries[index]?.key ?? index, [entries]);
  const estimateSize = estimatesOf(box, entries);
  const rows = useVirtualizer<HTMLDivElement, HTMLLIElement>({
    count: entries.length,
    getScrollElement: () => box.current,
    getItemKey,
    estimateSize,
    rangeExtractor,
    overscan: OVERSCAN,
    paddingStart: hasOlder ? HEAD_WITH_OLDER : HEAD,
    paddingEnd: FOOT,
    scrollPaddingStart: ABOVE_NEW,
    anchorTo: 'end',
    scrollEndThreshold: AT_END,
    // The first render is already at the opening position, not at the top.
    initialRect: { width: window.innerWidth, height: window.innerHeight },
    initialOffset: () => estimatedOpening(entries, estimateSize),
  });
  const first = entries[0]?.key;
  const joined = useRef({ first, key: '' });
  useLayoutEffect(() => {
    if (joined.current.first !== first) joined.current = { first, key: joined.current.first ?? '' };
    rows.shouldAdjustScrollPositionOnItemSizeChange = ({ key, start, end }, _delta, { scrollOffset }) => {
      // When older messages load, this row loses its day and name: keep its lower edge in place.
      if (key === joined.current.key) return true;
      const isKnown = rows.itemSizeCache.has(key);
      return (isKnown ? end : start) < (scrollOffset ?? 0);
    };
  }, [first, rows]);
  return rows;
}

/** Read once per render: each `clientWidth` forces a layout. */
function estimatesOf(box: Box, entries: readonly TimelineEntry[]): (index: number) => number {
  let width: number | undefined;
  return (index) => {
    width ??= box.current?.clientWidth;
    return estimatedHeight(entries[index], width);
  };
}

/** In pixels, before anything is measured. */
function estimatedOpening(
  entries: readonly TimelineEntry[],
  estimateSize: (index: number) => number,
): number {
  const opensAt = entries.findIndex(({ startsNew }) => startsNew);
  const above = opensAt < 0 ? entries.length : opensAt;
  let height = HEAD_WITH_OLDER;
  for (let index = 0; index < above; index++) height += estimateSize(index);
  return Math.max(0, opensAt < 0 ? height + FOOT - window.innerHeight : height - ABOVE_NEW);
}

/** The focused row stays in the document, wherever one scrolls. */
function rangeExtractor(range: Range): number[] {
  if (range.count <= WHOLE_UP_TO) return Array.from({ length: range.count }, (_, index) => index);
  const near = defaultRangeExtractor(range);
  const focused = document.activeElement?.closest<HTMLElement>('[role="log"] [data-index]')?.dataset.index;
  const index = Number(focused);
  if (focused === undefined || near.includes(index) || index >= range.count) return near;
  return [...near, index].sort((a, b) => a - b);
}

function useFollowing(
  { last, lastIsMine, outgoing }: Ends,
  follows: { current: boolean },
  toEnd: () => void,
  setMissed: (missed: boolean) => void,
): void {
  const seen = useRef({ last, outgoing });
  useLayoutEffect(() => {
    const before = seen.current;
    seen.current = { last, outgoing };
    const wrote = outgoing !== undefined && outgoing !== before.outgoing;
    if (wrote || (follows.current && (last !== before.last || outgoing !== before.outgoing))) toEnd();
    else if (last > before.last && !lastIsMine) setMissed(true);
  }, [last, lastIsMine, outgoing, follows, toEnd, setMissed]);
}

/**
 * Late fonts, a growing composer or a phone’s keyboard change heights: stay at the end, else keep the lowest
 * line in view.
 */
function useKeptFoot(
  box: Box,
  content: RefObject<HTMLElement | null>,
  follows: { current: boolean },
  toEnd: () => void,
  look: () => void,
): void {
  useEffect(() => {
    const element = box.current;
    if (!element || !content.current) return;
    let height = element.clientHeight;
    const observer = new ResizeObserver(() => {
      const lost = height - element.clientHeight;
      height = element.clientHeight;
      if (follows.current) toEnd();
      else if (lost !== 0) {
        element.scrollTop += lost;
        look();
      }
    });
    observer.observe(element);
    observer.observe(content.current);
    return () => observer.disconnect();
  }, [box, content, follows, toEnd, look]);
}
