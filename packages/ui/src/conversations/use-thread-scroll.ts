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
import { type Jump, useJumpTo } from './jumps.ts';
import { estimatedHeight } from './row-height.ts';
import { seqOf, type TimelineEntry } from './timeline.ts';

/** This many pixels still count as being at the end. */
const AT_END = 32;
/** This many pixels are visible above « Nouveaux messages » on opening. */
const ABOVE_NEW = 56;
/** The padding has room for the loader of history, and for « … écrit ». */
const PADDING_START = 12;
const PADDING_START_WITH_OLDER = 64;
const PADDING_END = 24;
const PADDING_END_WITH_MORE = 64;
const MARKED_MS = 2500;
const OVERSCAN = 6;
/** Longer threads are virtualised; in shorter ones the browser’s search and selections see all messages. */
const VIRTUALIZE_ABOVE = 120;

/** `last`, `lastIsMine` and `outgoing` are about the newest messages, also while `isDetached`. */
type View = {
  hasOlder: boolean;
  isDetached: boolean;
  jump: Jump | null;
  showNewest: () => void;
  last: number;
  lastIsMine: boolean;
  outgoing: string | undefined;
};

export type ThreadRows = ReturnType<typeof useRows>;

type Box = RefObject<HTMLDivElement | null>;

/**
 * Opens at the target of a jump or at the first new message, and follows the end only when already there.
 * `goDown` goes back to where the jump was asked for, or to the end. `hold` keeps a row in the document.
 */
export function useThreadScroll(entries: readonly TimelineEntry[], view: View) {
  const { isDetached, jump, showNewest } = view;
  const box: Box = useRef(null);
  const content = useRef<HTMLDivElement>(null);
  const isFollowing = useRef(false);
  const top = useRef(0);
  const hasMeasured = useRef(false);
  // It is false until the first measure: what was not seen must not count as read.
  const [isAtEnd, setIsAtEnd] = useState(false);
  const [hasNewBelow, setHasNewBelow] = useState(false);
  const [root, setRoot] = useState<HTMLElement | null>(null);
  const held = useRef<string | null>(null);
  const rows = useRows(box, entries, view, held);
  const hold = useCallback((key: string) => {
    held.current = key;
  }, []);

  const updatePosition = useCallback(() => {
    const element = box.current;
    if (!element) return;
    const isAtBottom = element.scrollHeight - element.scrollTop - element.clientHeight <= AT_END;
    // Content that grows does not end following; only scrolling up does.
    if (isAtBottom && !isDetached) isFollowing.current = true;
    else if (isDetached || element.scrollTop < top.current) isFollowing.current = false;
    top.current = element.scrollTop;
    setIsAtEnd(isFollowing.current);
    if (isFollowing.current) setHasNewBelow(false);
  }, [isDetached]);
  const scrollToEnd = useCallback(() => {
    isFollowing.current = true;
    rows.scrollToEnd();
    setIsAtEnd(true);
    setHasNewBelow(false);
  }, [rows]);
  const stopFollowing = useCallback(() => {
    isFollowing.current = false;
  }, []);
  const goToEnd = useToEnd(isDetached, showNewest, scrollToEnd);

  const updateNow = useEffectEvent(updatePosition);
  const scrollToOpening = useEffectEvent(() => {
    const opensAt = openingIndex(entries, jump);
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
      updateNow();
    });
    return () => cancelAnimationFrame(frame);
  }, []);
  // Rows lower than estimated can bring the end into view without a scroll event.
  const height = rows.getTotalSize();
  useLayoutEffect(() => {
    if (hasMeasured.current && height > 0) updatePosition();
  }, [height, updatePosition]);
  const { marked, goBack } = useJumping(entries, jump, { box, rows, stopFollowing });
  const goDown = useCallback(() => {
    if (!goBack()) goToEnd();
  }, [goBack, goToEnd]);
  useFollowing(view, isFollowing, goToEnd, setHasNewBelow);
  useKeepBottom(box, content, isFollowing, scrollToEnd, updatePosition);
  return { box, content, root, rows, hold, isAtEnd, hasNewBelow, goDown, marked, updatePosition };
}

/** It scrolls once the newest messages are rendered. */
function useToEnd(isDetached: boolean, showNewest: () => void, scrollToEnd: () => void): () => void {
  const isLeaving = useRef(false);
  useLayoutEffect(() => {
    if (isDetached || !isLeaving.current) return;
    isLeaving.current = false;
    scrollToEnd();
  }, [isDetached, scrollToEnd]);
  return useCallback(() => {
    isLeaving.current = isDetached;
    if (isDetached) showNewest();
    else scrollToEnd();
  }, [isDetached, showNewest, scrollToEnd]);
}

function indexOfSeq(entries: readonly TimelineEntry[], seq: number): number {
  return entries.findIndex((entry) => seqOf(entry) === seq);
}

/** The index is -1 at the end. */
function openingIndex(entries: readonly TimelineEntry[], jump: Jump | null): number {
  const target = jump ? indexOfSeq(entries, jump.seq) : -1;
  return target >= 0 ? target : entries.findIndex(({ startsNew }) => startsNew);
}

/** Brings the target of each jump into the middle, with the focus, and marks it for a while. */
function useJumping(
  entries: readonly TimelineEntry[],
  jump: Jump | null,
  { box, rows, stopFollowing }: { box: Box; rows: ThreadRows; stopFollowing: () => void },
) {
  const jumpTo = useJumpTo();
  const [faded, setFaded] = useState<Jump | null>(null);
  const back = useRef<number | null>(null);
  const indexNow = useEffectEvent((seq: number) => indexOfSeq(entries, seq));
  const land = useEffectEvent(({ seq, from }: Jump) => {
    const index = indexOfSeq(entries, seq);
    if (index < 0) return;
    stopFollowing();
    back.current = from;
    rows.scrollToIndex(index, { align: 'center' });
  });
  useLayoutEffect(() => {
    if (!jump) return;
    land(jump);
    // The target is drawn by then.
    const frame = requestAnimationFrame(() =>
      box.current
        ?.querySelector<HTMLElement>(`[data-index="${indexNow(jump.seq)}"]`)
        ?.focus({ preventScroll: true }),
    );
    const timer = setTimeout(() => setFaded(jump), MARKED_MS);
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [box, jump]);
  const goBack = useCallback(() => {
    const from = back.current;
    back.current = null;
    if (from !== null) jumpTo(from);
    return from !== null;
  }, [jumpTo]);
  return { marked: jump && jump !== faded ? jump.seq : null, goBack };
}

function useRows(
  box: Box,
  entries: readonly TimelineEntry[],
  { hasOlder, isDetached, jump }: View,
  held: RefObject<string | null>,
) {
  const getItemKey = useCallback((index: number) => entries[index]?.key ?? index, [entries]);
  const estimateSize = rowEstimates(box, entries);
  const rows = useVirtualizer<HTMLDivElement, HTMLLIElement>({
    count: entries.length,
    getScrollElement: () => box.current,
    getItemKey,
    estimateSize,
    rangeExtractor: useCallback(
      (range: Range) =>
        rowsInDocument(
          range,
          entries.findIndex(({ key }) => key === held.current),
        ),
      [entries, held],
    ),
    overscan: OVERSCAN,
    paddingStart: hasOlder ? PADDING_START_WITH_OLDER : PADDING_START,
    paddingEnd: isDetached ? PADDING_END_WITH_MORE : PADDING_END,
    scrollPaddingStart: ABOVE_NEW,
    anchorTo: 'end',
    scrollEndThreshold: AT_END,
    // The first render is already at the opening position, not at the top.
    initialRect: { width: window.innerWidth, height: window.innerHeight },
    initialOffset: () => estimatedOpeningOffset(entries, openingIndex(entries, jump), estimateSize),
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

/** Each `clientWidth` forces a layout, so it is read once per render. */
function rowEstimates(box: Box, entries: readonly TimelineEntry[]): (index: number) => number {
  let width: number | undefined;
  return (index) => {
    width ??= box.current?.clientWidth;
    return estimatedHeight(entries[index], width);
  };
}

/** The offset is in pixels, before anything is measured. */
function estimatedOpeningOffset(
  entries: readonly TimelineEntry[],
  opensAt: number,
  estimateSize: (index: number) => number,
): number {
  const above = opensAt < 0 ? entries.length : opensAt;
  let height = PADDING_START_WITH_OLDER;
  for (let index = 0; index < above; index++) height += estimateSize(index);
  return Math.max(0, opensAt < 0 ? height + PADDING_END - window.innerHeight : height - ABOVE_NEW);
}

/** The held row stays, wherever one scrolls. */
function rowsInDocument(range: Range, held: number): number[] {
  if (range.count <= VIRTUALIZE_ABOVE) return Array.from({ length: range.count }, (_, index) => index);
  const visible = defaultRangeExtractor(range);
  return held < 0 || visible.includes(held) ? visible : [...visible, held].sort((a, b) => a - b);
}

function useFollowing(
  { last, lastIsMine, outgoing }: View,
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

/** Late fonts, the composer or a phone’s keyboard change heights: this keeps the lowest line in view. */
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
