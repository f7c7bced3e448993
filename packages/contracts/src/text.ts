/** No script puts more marks on a letter; putting an endless row of them in order takes time with its square. */
const MARKS_MAX = 8;
const ENDLESS_MARKS = new RegExp(`(\\p{M}{${MARKS_MAX}})\\p{M}+`, 'gu');

/** Unicode's composed or decomposed form, with a few marks at most on each letter, in linear time. */
export function normalized(text: string, form: 'NFC' | 'NFD'): string {
  return text.replace(ENDLESS_MARKS, '$1').normalize(form);
}

/**
 * Text folded for comparison: lower case, no accents, œ → oe, æ → ae.
 * SQLite's own folding leaves ligatures, so texts are folded before they are stored for search.
 */
export function foldText(text: string): string {
  const letters = text.toLowerCase().replaceAll('œ', 'oe').replaceAll('æ', 'ae');
  return normalized(letters, 'NFD').replace(/\p{Diacritic}/gu, '');
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
