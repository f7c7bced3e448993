/**
 * Between two boxes of one link, whose words are read as one otherwise: an ordinary space disappears between the items
 * of a grid and beside clamped lines.
 */
export function SpokenSpace() {
  return <span className="sr-only">{'\u00a0'}</span>;
}
