export const focusTitleProps = { tabIndex: -1, 'data-focus-title': '' } as const;

/** Hidden elements do not take the focus. */
function takesFocus(element: HTMLElement): boolean {
  if (!element.hasAttribute('tabindex')) element.tabIndex = -1;
  dropCaret();
  element.focus({ preventScroll: true });
  return document.activeElement === element;
}

/**
 * A click leaves a caret in the text. When that text is removed, the browser moves the caret into the new
 * title, and a screen reader takes the title for read.
 */
function dropCaret(): void {
  const selection = document.getSelection();
  if (selection?.type === 'Caret') selection.removeAllRanges();
}

/** Focuses the last marked title, else that of the page. */
export function focusTitle(): void {
  const titles = document.querySelectorAll<HTMLElement>('[data-focus-title]');
  const title = [...titles].at(-1);
  if (!title || !takesFocus(title)) focusPage();
}

/** Focuses the page’s h1, else `main`. */
export function focusPage(): void {
  const titles = document.querySelectorAll<HTMLElement>('main h1');
  if ([...titles].some(takesFocus)) return;
  const page = document.querySelector<HTMLElement>('main');
  if (page) takesFocus(page);
}
