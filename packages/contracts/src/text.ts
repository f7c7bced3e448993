/**
 * Text folded for comparison: lower case, no accents, œ → oe, æ → ae.
 * SQLite's own folding leaves ligatures, so texts are folded before they are stored for search.
 */
export function foldText(text: string): string {
  return text
    .toLowerCase()
    .replaceAll('œ', 'oe')
    .replaceAll('æ', 'ae')
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '');
}

/** First `max` characters on one line, ending with « … » when cut. */
export function excerpt(text: string, max: number): string {
  const beginning = onOneLine(text.slice(0, 2 * max));
  const line = beginning.length > max ? beginning : onOneLine(text);
  return line.length <= max ? line : `${line.slice(0, max - 1).trimEnd()}…`;
}

function onOneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
