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

/** Closer than this to the end, in pixels, counts as being there. */
const AT_END = 32;
/** What stays visible above the « Nouveaux messages » line on opening, in pixels. */
const ABOVE_NEW = 56;
/** Above the first message and below the last, in pixels: room for what loads history and for « … écrit ». */
const HEAD = 12;
const HEAD_WITH_OLDER = 64;
const FOOT = 24;
/** Messages beyond the visible ones that are ready before one scrolls to them. */
const OVERSCAN = 6;
/**
 * A conversation as long as most is in the document as a whole, where the browser's own search and a selection across
 * many messages find it. Of a longer one only the messages near the window are.
 */
const WHOLE_UP_TO = 120;

type Ends = {
  /** Number of the newest stored message. */
  last: number;
  /** The newest message is the member's own. */
  lastIsMine: boolean;
  /** The newest message on its way. */
  outgoing: string | undefined;
};

/** The rows of a thread that exist, and where they stand. */
export type ThreadRows = ReturnType<typeof useRows>;

type Box = RefObject<HTMLDivElement | null>;

/**
 * Where a thread stands: it opens on what is new, follows the end only for who is there already, and does not move when
 * something is added above. `missed` says that something came below what is visible.
 */
export function useThreadScroll(entries: readonly TimelineEntry[], hasOlder: boolean, ends: Ends) {
  const box: Box = useRef(null);
  const content = useRef<HTMLDivElement>(null);
  const follows = useRef(false);
  const top = useRef(0);
  const hasLooked = useRef(false);
  // Not before one has looked: what has not been seen must not count as read.
  const [atEnd, setAtEnd] = useState(false);
  const [missed, setMissed] = useState(false);
  const [root, setRoot] = useState<HTMLElement | null>(null);
  const rows = useRows(box, entries, hasOlder);

  const look = useCallback(() => {
    const element = box.current;
    if (!element) return;
    const isAtEnd = element.scrollHeight - element.scrollTop - element.clientHeight <= AT_END;
    // What grows meanwhile is not somebody leaving the end: that takes scrolling up.
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
  // Rows that turn out lower than estimated can bring the end into sight without any scrolling.
  const height = rows.getTotalSize();
  useLayoutEffect(() => {
    if (hasLooked.current && height > 0) look();
  }, [height, look]);
  useFollowing(ends, follows, toEnd, setMissed);
  useKeptFoot(box, content, follows, toEnd, look);
  return { box, content, root, rows, atEnd, missed, toEnd, look };
}

/** Which rows exist, and where. What stands in the window stays there when others are added or measured above it. */
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
    // The first rows are drawn where they will stand, not at the top first.
    initialRect: { width: window.innerWidth, height: window.innerHeight },
    initialOffset: () => estimatedOpening(entries, estimateSize),
  });
  const first = entries[0]?.key;
  const joined = useRef({ first, key: '' });
  useLayoutEffect(() => {
    if (joined.current.first !== first) joined.current = { first, key: joined.current.first ?? '' };
    rows.shouldAdjustScrollPositionOnItemSizeChange = ({ key, start, end }, _delta, { scrollOffset }) => {
      // The first message loses its day and name when older ones join it: its lower edge stays where it is.
      if (key === joined.current.key) return true;
      const isKnown = rows.itemSizeCache.has(key);
      return (isKnown ? end : start) < (scrollOffset ?? 0);
    };
  }, [first, rows]);
  return rows;
}

/** The width is looked up once for all: each look makes the browser finish its layout. */
function estimatesOf(box: Box, entries: readonly TimelineEntry[]): (index: number) => number {
  let width: number | undefined;
  return (index) => {
    width ??= box.current?.clientWidth;
    return estimatedHeight(entries[index], width);
  };
}

/** Pixels from the top to where the thread opens, as long as nothing is measured. */
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

/** What has the focus stays in the document, wherever one scrolls. */
function rangeExtractor(range: Range): number[] {
  if (range.count <= WHOLE_UP_TO) return Array.from({ length: range.count }, (_, index) => index);
  const near = defaultRangeExtractor(range);
  const focused = document.activeElement?.closest<HTMLElement>('[role="log"] [data-index]')?.dataset.index;
  const index = Number(focused);
  if (focused === undefined || near.includes(index) || index >= range.count) return near;
  return [...near, index].sort((a, b) => a - b);
}

/** What is new below: one's own words and the end that one is looking at are followed, the rest is announced. */
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
 * Late fonts, a growing composer or a phone's keyboard change heights: who was at the end stays there, and who reads
 * keeps the lowest line in sight.
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
