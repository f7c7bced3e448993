/** Longer words of letters and digits are keys. */
export const KEY_LENGTH = 24;
const OPAQUE_LENGTH = 16;
const YEAR = /^(?:19|20)\d{2}$/;
const PLAIN_WORD = /^(?:\p{Lu}?\p{Ll}*|\p{Lu}+)$/u;

/** Years do not count: « soldes-2024-2025 » has no significant digits. */
function significantDigits(word: string): number {
  return partsOf(word)
    .filter((part) => !YEAR.test(part))
    .join('')
    .replace(/\D/g, '').length;
}

function partsOf(word: string): string[] {
  return word.split(/[-_.~+\s]/);
}

export function isToken(word: string): boolean {
  const digits = significantDigits(word);
  return digits >= 6 || (word.length >= KEY_LENGTH && digits >= 3 && /[a-z]/i.test(word)) || isShuffled(word);
}

/** The word mixes cases without syllables: « wJalrXUtnFEMIKb », not « consentModeUpdated ». */
function isShuffled(word: string): boolean {
  if (word.length < 20) return false;
  const pieces = word.match(/[A-Z]?[a-z]+|[A-Z]+/g) ?? [];
  return pieces.length >= 5 && pieces.filter((piece) => !/[aeiouy]/i.test(piece)).length >= 3;
}

/** `before` is the previous part of the path. */
export function looksLikeKey(segment: string, before = ''): boolean {
  const digits = significantDigits(segment);
  if (digits >= 5 || segment.includes('@')) return true;
  if (
    digits >= 3 &&
    /^(?:commande|order|ticket|facture|invoice|client|customer|suivi|tracking)s?$/i.test(before)
  )
    return true;
  if (segment.length < OPAQUE_LENGTH) return false;
  const parts = partsOf(segment);
  const hasOddPart = parts.some((part) => part.length >= OPAQUE_LENGTH && !PLAIN_WORD.test(part));
  return digits >= 2 || hasOddPart || parts.some((part) => part.length >= KEY_LENGTH);
}
