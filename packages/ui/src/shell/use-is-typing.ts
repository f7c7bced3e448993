import { useEffect, useState } from 'react';

/** Returns whether a field with unsent text has the focus. */
export function useIsTyping(): boolean {
  const [isTyping, setIsTyping] = useState(false);
  useEffect(() => {
    const updateIsTyping = () => setIsTyping(holdsText(document.activeElement));
    // On `focusout` the next field does not have the focus yet.
    const updateAfterEvent = () => setTimeout(updateIsTyping);
    document.addEventListener('input', updateIsTyping);
    document.addEventListener('focusin', updateIsTyping);
    document.addEventListener('focusout', updateAfterEvent);
    updateIsTyping();
    return () => {
      document.removeEventListener('input', updateIsTyping);
      document.removeEventListener('focusin', updateIsTyping);
      document.removeEventListener('focusout', updateAfterEvent);
    };
  }, []);
  return isTyping;
}

const NOT_TEXT = new Set(['checkbox', 'radio', 'button', 'submit', 'file', 'range', 'color']);

function holdsText(element: Element | null): boolean {
  if (element instanceof HTMLTextAreaElement) return element.value !== '';
  return element instanceof HTMLInputElement && !NOT_TEXT.has(element.type) && element.value !== '';
}
