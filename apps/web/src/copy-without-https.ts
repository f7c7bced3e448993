/** A page without https can copy by the older command only, which asks for the text by an event. */
export function copyWithoutHttps(text: string): void {
  const onCopy = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  document.addEventListener('copy', onCopy, { once: true, capture: true });
  const isCopied = document.execCommand('copy');
  document.removeEventListener('copy', onCopy, { capture: true });
  if (!isCopied) throw new Error('The browser did not copy');
}
