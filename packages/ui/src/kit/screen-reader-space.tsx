/** Screen readers join the words of two boxes in one link, and an ordinary space collapses there. */
export function ScreenReaderSpace() {
  return <span className="sr-only">{'\u00a0'}</span>;
}
