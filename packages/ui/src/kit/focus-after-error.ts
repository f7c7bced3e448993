/** A field that gets the focus together with its error is read twice; after this delay it is read once. */
const ERROR_READ_MS = 150;

/** Call it after setting the field’s error. It does nothing when the focus has moved meanwhile. */
export function focusAfterError(focus: () => void): void {
  const before = document.activeElement;
  setTimeout(() => {
    const now = document.activeElement;
    // A button that is disabled while pending loses the focus to the body, or to the dialog around it.
    if (now === before || now?.matches('body, [role="dialog"], [role="alertdialog"]')) focus();
  }, ERROR_READ_MS);
}
