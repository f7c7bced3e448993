import { useRef } from 'react';
import { focusTitle } from './focus-title.ts';

/** A menu disappears with the choice that opened the dialog, but its button stays. */
function openerOf(focused: Element | null): Element | null {
  const buttonId = focused?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  return buttonId ? document.getElementById(buttonId) : focused;
}

/** Returns the focus to its former element, else to the title: the library knows only its own trigger. */
export function useFocusReturn() {
  const opener = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: () => {
      opener.current = openerOf(document.activeElement);
    },
    onCloseAutoFocus: () => {
      // The library moves the focus after this event.
      setTimeout(() => {
        if (document.activeElement !== document.body) return;
        if (opener.current instanceof HTMLElement) opener.current.focus();
        if (document.activeElement === document.body) focusTitle();
      });
    },
  };
}
