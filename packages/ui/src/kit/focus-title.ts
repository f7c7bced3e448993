import { useRef } from 'react';

/** Marks the title of what a person is at: it can take the focus, and does when nothing else is left that could. */
export const focusTitleProps = { tabIndex: -1, 'data-focus-title': '' } as const;

/** Whether it took the focus: what is hidden cannot. */
function takesFocus(element: HTMLElement): boolean {
  if (!element.hasAttribute('tabindex')) element.tabIndex = -1;
  dropCaret();
  element.focus({ preventScroll: true });
  return document.activeElement === element;
}

/**
 * A click leaves a caret in the text, and the browser carries it along when that text goes: into the new title, before the
 * focus comes there. A screen reader takes the title for read then, and says nothing.
 */
function dropCaret(): void {
  const selection = document.getSelection();
  if (selection?.type === 'Caret') selection.removeAllRanges();
}

/** Moves the focus to the title of what is on the screen; to the page's own where none is marked. */
export function focusTitle(): void {
  const titles = document.querySelectorAll<HTMLElement>('[data-focus-title]');
  const title = [...titles].at(-1);
  if (!title || !takesFocus(title)) focusPage();
}

/** Moves the focus to the page's own title, or to the page as long as there is none. */
export function focusPage(): void {
  const titles = document.querySelectorAll<HTMLElement>('main h1');
  if ([...titles].some(takesFocus)) return;
  const page = document.querySelector<HTMLElement>('main');
  if (page) takesFocus(page);
}

/**
 * For a dialog: what had the focus when it opened has it again when it closes, and the title where that is gone. The library
 * knows only a trigger of its own.
 */
export function useFocusReturn() {
  const opener = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: () => {
      opener.current = document.activeElement;
    },
    onCloseAutoFocus: () => {
      // The focus is given back after the event that this answers.
      setTimeout(() => {
        if (document.activeElement !== document.body) return;
        if (opener.current instanceof HTMLElement) opener.current.focus();
        if (document.activeElement === document.body) focusTitle();
      });
    },
  };
}
