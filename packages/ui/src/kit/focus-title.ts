/** Marks the title of what a person is at: it can take the focus, and does when nothing else is left that could. */
export const focusTitleProps = { tabIndex: -1, 'data-focus-title': '' } as const;

/** Moves the focus to the title of what is on the screen; to the page where none is marked. */
export function focusTitle(): void {
  const titles = document.querySelectorAll<HTMLElement>('[data-focus-title]');
  const title = [...titles].at(-1) ?? document.querySelector<HTMLElement>('main');
  title?.focus({ preventScroll: true });
}

/** After a dialog: what opened it may be gone with what was done there, and the focus would be lost to the page. */
export function keepFocusAfterClose(): void {
  // The focus is given back after the event that this answers.
  setTimeout(() => {
    if (document.activeElement === document.body) focusTitle();
  });
}
