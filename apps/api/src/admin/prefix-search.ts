import { foldText } from '@guilde/contracts/text.ts';

const WORDS_MAX = 6;

/** The FTS5 query for texts in which every searched word begins a word; no words match nothing. */
export function prefixQuery(q: string): string {
  const words = foldText(q)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .slice(0, WORDS_MAX);
  return words.length === 0 ? '""' : words.map((word) => `"${word}" *`).join(' ');
}
