/** Longest search text of a list, in UTF-16 units. */
export const SEARCH_MAX = 100;

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

/** Signs that turn the direction of what follows: with them a text looks like another. */
const TURNS = /[\u202a-\u202e\u2066-\u2069]/g;
const DIRECTION_MARKS = /[\u061c\u200e\u200f]/g;
/** What nobody sees, so that two names look the same; not what joins the parts of an emoji. */
const UNSEEN =
  /(?<!\p{Extended_Pictographic}\ufe0f?)\u200d|(?!\u200d|[\ufe00-\ufe0f])\p{Default_Ignorable_Code_Point}/gu;

/** A text of several lines as people write it: well-formed, without controls other than breaks and tabs, and turns. */
export function plainLines(text: string): string {
  return text
    .toWellFormed()
    .replace(/(?![\t\n\r])\p{Cc}/gu, '')
    .replace(TURNS, '');
}

/** A text fit for a heading, a title or a mail's subject: on one line, nothing that turns or cannot be seen. */
export function plainLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replace(TURNS, '')
    .replace(DIRECTION_MARKS, '')
    .replace(UNSEEN, '');
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
