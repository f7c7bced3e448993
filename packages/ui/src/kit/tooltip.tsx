import { type ReactNode, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';

const DELAY_MS = 300;
const GAP = 6;

/**
 * Shows a short text to the right of its one focusable child. It must not be the only place of an
 * information, because phones do not show it and screen readers read the child's own name. That of radix-ui,
 * on the side menu of each page, would add 16 kB to its scripts (docs/performance.md#weights).
 */
export function Tooltip({ text, children }: { text: ReactNode; children: ReactNode }) {
  const around = useRef<HTMLSpanElement>(null);
  const [place, setPlace] = useState<{ left: number; top: number } | null>(null);
  useEffect(() => {
    const element = around.current;
    const child = element?.firstElementChild;
    if (!element || !child) return;
    const stop = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const show = () => {
      const { right, top, height } = child.getBoundingClientRect();
      setPlace({ left: right + GAP, top: top + height / 2 });
    };
    const hide = () => {
      clearTimeout(timer);
      setPlace(null);
    };
    const on = <K extends keyof HTMLElementEventMap>(
      type: K,
      listener: (event: HTMLElementEventMap[K]) => void,
    ) => element.addEventListener(type, listener, { signal: stop.signal });
    on('pointerenter', ({ pointerType }) => {
      if (pointerType !== 'touch') timer = setTimeout(show, DELAY_MS);
    });
    on('focusin', () => {
      if (child.matches(':focus-visible')) show();
    });
    for (const type of ['pointerleave', 'pointerdown', 'focusout'] as const) on(type, hide);
    on('keydown', ({ key }) => {
      if (key === 'Escape') hide();
    });
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, []);
  return (
    <span ref={around} className="contents">
      {children}
      {place &&
        createPortal(
          <span
            role="tooltip"
            style={place}
            className="fixed z-50 max-w-64 -translate-y-1/2 animate-fade-in rounded-sm bg-foreground px-2.5 py-1.5 text-xs text-background"
          >
            {text}
          </span>,
          document.body,
        )}
    </span>
  );
}
