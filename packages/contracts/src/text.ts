/** The length is in UTF-16 units. */
export const SEARCH_MAX = 100;

/** No script needs more marks on a letter, and normalisation sorts them in quadratic time. */
const MARKS_MAX = 8;
const ENDLESS_MARKS = new RegExp(`(\\p{M}{${MARKS_MAX}})\\p{M}+`, 'gu');

export function normalized(text: string, form: 'NFC' | 'NFD'): string {
  return text.replace(ENDLESS_MARKS, '$1').normalize(form);
}

/**
 * Folds to lower case without accents or ligatures (œ → oe, æ → ae). The search stores this, since SQLite's
 * folding keeps ligatures.
 */
export function foldText(text: string): string {
  const letters = text.toLowerCase().replaceAll('œ', 'oe').replaceAll('æ', 'ae');
  return normalized(letters, 'NFD').replace(/\p{Diacritic}/gu, '');
}

/** Characters that change the writing direction make a text look like another. */
const TURNS = /[\u202a-\u202e\u2066-\u2069]/g;
const DIRECTION_MARKS = /[\u061c\u200e\u200f]/g;
/**
 * Invisible characters make two names look the same; those that join the parts of an emoji are not among
 * them.
 */
const UNSEEN =
  /(?<!\p{Extended_Pictographic}\ufe0f?)\u200d|(?!\u200d|[\ufe00-\ufe0f])\p{Default_Ignorable_Code_Point}/gu;

/** Composes letters (NFC), so that what two keyboards write alike is the same text everywhere. */
export function composed(text: string): string {
  return normalized(text.toWellFormed(), 'NFC');
}

/** Makes several lines well-formed, without changes of direction and controls except breaks and tabs. */
export function plainLines(text: string): string {
  return composed(text)
    .replace(/(?![\t\n\r])\p{Cc}/gu, '')
    .replace(TURNS, '');
}

/** Makes one line, as for a mail's subject, also without invisible characters. */
export function plainLine(text: string): string {
  return composed(text)
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replace(TURNS, '')
    .replace(DIRECTION_MARKS, '')
    .replace(UNSEEN, '');
}

const GRAPHEMES = new Intl.Segmenter('fr');
/** No letter or emoji that a person writes has more UTF-16 units. */
const GRAPHEME_MAX = 64;

/** Gives the longest beginning of at most `max` UTF-16 units that cuts no letter or emoji. */
export function beginning(text: string, max: number): string {
  if (text.length <= max) return text;
  const next = GRAPHEMES.segment(text.slice(0, max + GRAPHEME_MAX)).containing(max);
  return text.slice(0, next?.index ?? max);
}

/** Gives the longest end of at most `max` UTF-16 units that cuts no letter or emoji. */
export function ending(text: string, max: number): string {
  const from = text.length - max;
  if (from <= 0) return text;
  const cut = GRAPHEMES.segment(text).containing(from);
  return text.slice(cut && cut.index < from ? cut.index + cut.segment.length : from);
}

/** Ends with « … » when cut; `max`, in UTF-16 units, includes it. */
export function shortened(text: string, max: number): string {
  return text.length <= max ? text : `${beginning(text, max - 1).trimEnd()}…`;
}

/** The excerpt is one line, and ends with « … » when cut. */
export function excerpt(text: string, max: number): string {
  const start = onOneLine(beginning(text, 2 * max));
  return shortened(start.length > max ? start : onOneLine(text), max);
}

/** No-break spaces stay, as before « ? ». */
function onOneLine(text: string): string {
  return text.replace(/[^\S\u00a0\u202f]+/g, ' ').trim();
}
