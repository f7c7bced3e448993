/**
 * Replaces the characters from `start` to `end` of the field as if a person had typed the text: the caret is behind it,
 * `input` is fired, and Ctrl + Z takes it back. Only `execCommand` puts a change into the history of the browser; where
 * it is missing or refuses, the text is changed without the history.
 */
export function typeText(
  field: HTMLTextAreaElement,
  text: string,
  [start, end]: [start: number, end: number],
): void {
  field.focus({ preventScroll: true });
  field.setSelectionRange(start, end);
  if (document.execCommand?.('insertText', false, text)) return;
  field.setRangeText(text, start, end, 'end');
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
