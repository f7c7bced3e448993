/**
 * Screen readers join the words of two boxes in one link; an ordinary space collapses between grid items and
 * beside clamped lines.
 */
export function ScreenReaderSpace() {
  return <span className="sr-only">{'\u00a0'}</span>;
}
