/** A rare word is in a tenth of the articles at most, and in this many. */
const RARE = { share: 1 / 10, max: 20 };

/** Beyond, the number of articles makes no difference. */
export const COUNTED_MAX = RARE.max / RARE.share;

/** `found` counts the articles with the word, `listed` all, at most `COUNTED_MAX`. */
export function isRare(found: number, listed: number): boolean {
  return found > 0 && found <= listed * RARE.share;
}
