import { isEnded, type Sos } from '@guilde/contracts/sos/rules.ts';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useMember } from '../auth/account.ts';
import { useKeyDown } from '../kit/use-key-down.ts';
import type { useSosFeed } from './data.ts';
import { cardsOf } from './feed.ts';

/** Returns the first SOS of others that needs help, the same until the reader opens one, then none. */
export function usePreview(
  sosId: string | undefined,
  { data, isSuccess, isPlaceholderData }: ReturnType<typeof useSosFeed>,
  list: string,
): string | undefined {
  const { id: memberId } = useMember();
  const [preview, setPreview] = useState<{ list: string; id: string | undefined } | null>(null);
  const [hasOpened, setHasOpened] = useState(false);
  if (sosId && !hasOpened) setHasOpened(true);
  if (!hasOpened && isSuccess && !isPlaceholderData && preview?.list !== list)
    setPreview({ list, id: firstToRead(cardsOf(data), memberId)?.id });
  return sosId || hasOpened ? undefined : preview?.id;
}

function firstToRead(cards: readonly Sos[], memberId: string): Sos | undefined {
  const waiting = cards.filter((sos) => !isEnded(sos));
  return waiting.find((sos) => sos.author?.id !== memberId) ?? waiting[0] ?? cards[0];
}

/** Goes back in history when one came from the list, which keeps its scroll position. */
export function useBackToList(listPath: string): () => void {
  const navigate = useNavigate();
  const fromFeed = (useLocation().state as { fromFeed?: boolean } | null)?.fromFeed === true;
  return () => {
    void (fromFeed ? navigate(-1) : navigate(listPath));
  };
}

/** Ignores an Escape that something above (a menu, a dialog, a search box) has handled. */
export function useEscape(close: (() => void) | null): void {
  useKeyDown((event) => {
    if (event.key === 'Escape' && !event.defaultPrevented) close?.();
  });
}

/** The focus returns to the card that was open, else to the list’s title. */
export function useFocusOnReturn(sosId: string | undefined): RefObject<HTMLDivElement | null> {
  const page = useRef<HTMLDivElement>(null);
  const previous = useRef(sosId);
  useEffect(() => {
    const left = previous.current;
    previous.current = sosId;
    if (sosId || !left) return;
    const find = (selector: string) => page.current?.querySelector<HTMLElement>(selector);
    (find(`[data-sos="${left}"]`) ?? find('[data-focus-title]'))?.focus({ preventScroll: true });
  }, [sosId]);
  return page;
}

/** Focuses the loaded title of a detail, except on the first page, which screen readers read entirely. */
export function useTitleFocus(isOpened: boolean, isReady: boolean): RefObject<HTMLElement | null> {
  const pane = useRef<HTMLElement>(null);
  const waits = useRef(false);
  const isFirst = useLocation().key === 'default';
  useEffect(() => {
    const element = pane.current;
    if (!isOpened || isFirst || !element) return;
    // The person has moved on while it loaded.
    if (waits.current && document.activeElement !== element) return;
    waits.current = true;
    const title = isReady ? element.querySelector<HTMLElement>('[data-focus-title]') : null;
    (title ?? element).focus({ preventScroll: true });
  }, [isOpened, isFirst, isReady]);
  return pane;
}
