import { useEffect, useState } from 'react';

/** A field with unsent text has the focus. */
export function useIsTyping(): boolean {
  const [isTyping, setIsTyping] = useState(false);
  useEffect(() => {
    const look = () => setIsTyping(holdsText(document.activeElement));
    // On `focusout` the next field does not have the focus yet.
    const lookSoon = () => setTimeout(look);
    document.addEventListener('input', look);
    document.addEventListener('focusin', look);
    document.addEventListener('focusout', lookSoon);
    look();
    return () => {
      document.removeEventListener('input', look);
      document.removeEventListener('focusin', look);
      document.removeEventListener('focusout', lookSoon);
    };
  }, []);
  return isTyping;
}

const NOT_TEXT = new Set(['checkbox', 'radio', 'button', 'submit', 'file', 'range', 'color']);

function holdsText(element: Element | null): boolean {
  if (element instanceof HTMLTextAreaElement) return element.value !== '';
  return element instanceof HTMLInputElement && !NOT_TEXT.has(element.type) && element.value !== '';
}
