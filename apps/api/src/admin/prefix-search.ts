import { foldText } from '@guilde/contracts/text.ts';

const WORDS_MAX = 6;

/** FTS5 query: every searched word begins a word. Without words it matches nothing. */
export function prefixQuery(q: string): string {
  const words = foldText(q)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .slice(0, WORDS_MAX);
  return words.length === 0 ? '""' : words.map((word) => `"${word}" *`).join(' ');
}
