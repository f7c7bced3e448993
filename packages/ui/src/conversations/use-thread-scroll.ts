import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** Closer than this to the end, in pixels, counts as being there. */
const AT_END = 32;
/** What stays visible above the « Nouveaux messages » line on opening. */
const ABOVE_NEW = 56;

/** Marks the line on which a thread opens. */
export const newLineMark = { 'data-new-line': '' };

type Ends = {
  /** Number of the oldest message shown; 0 without any. */
  first: number;
  /** Number of the newest stored message. */
  last: number;
  /** The newest message is the member's own. */
  lastIsMine: boolean;
  /** The newest message on its way. */
  outgoing: string | undefined;
};

/**
 * Where a thread stands: it opens on what is new, follows the end only for who is there already, and does not move when
 * something is added above. `missed` says that something came below what is visible.
 */
export function useThreadScroll(ends: Ends) {
  const box = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const follows = useRef(false);
  const top = useRef(0);
  // Not before one has looked: what has not been seen must not count as read.
  const [atEnd, setAtEnd] = useState(false);
  const [missed, setMissed] = useState(false);
  const [root, setRoot] = useState<HTMLElement | null>(null);

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
    if (box.current) scrollToEnd(box.current);
    look();
  }, [look]);

  useLayoutEffect(() => {
    if (box.current) land(box.current);
    setRoot(box.current);
    look();
  }, [look]);
  useFollowing(ends, follows, toEnd, setMissed);
  useStayingAtEnd(box, content, follows);
  const hold = useHeldPosition(box, ends.first);
  return { box, content, root, atEnd, missed, toEnd, look, hold };
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

/** Late fonts, a growing composer or a phone's keyboard change heights: who was at the end stays there. */
function useStayingAtEnd(
  box: { current: HTMLElement | null },
  content: { current: HTMLElement | null },
  follows: { current: boolean },
): void {
  useEffect(() => {
    const observer = new ResizeObserver(() => {
      if (follows.current && box.current) scrollToEnd(box.current);
    });
    for (const element of [box.current, content.current]) if (element) observer.observe(element);
    return () => observer.disconnect();
  }, [box, content, follows]);
}

/**
 * Call the result just before something is added above: the first visible line then stays where it is. Its lower edge
 * counts: a message that is no longer the first of its author loses the name above it.
 */
function useHeldPosition(box: { current: HTMLElement | null }, first: number): () => void {
  const held = useRef<{ element: Element; bottom: number } | null>(null);
  useLayoutEffect(() => {
    if (first === 0 || !held.current || !box.current) return;
    scrollBy(box.current, held.current.element.getBoundingClientRect().bottom - held.current.bottom);
    held.current = null;
  }, [first, box]);
  return useCallback(() => {
    const edge = box.current?.getBoundingClientRect().top ?? 0;
    const lines = box.current?.querySelectorAll('[data-message]') ?? [];
    const element = [...lines].find((line) => line.getBoundingClientRect().bottom > edge);
    held.current = element ? { element, bottom: element.getBoundingClientRect().bottom } : null;
  }, [box]);
}

function scrollToEnd(element: HTMLElement): void {
  element.scrollTop = element.scrollHeight;
}

function scrollBy(element: HTMLElement, pixels: number): void {
  element.scrollTop += pixels;
}

/** On what is new, else at the end. */
function land(element: HTMLElement): void {
  const mark = element.querySelector<HTMLElement>('[data-new-line]');
  if (mark) element.scrollTop = Math.max(0, mark.offsetTop - ABOVE_NEW);
  else scrollToEnd(element);
}
