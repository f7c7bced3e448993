import { foldText } from '@guilde/contracts/text.ts';

const WORDS_MAX = 6;

/** Every searched word begins a word (FTS5). Without words the query matches nothing. */
export function prefixQuery(q: string): string {
  const words = foldText(q)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .slice(0, WORDS_MAX);
  return words.length === 0 ? '""' : words.map((word) => `"${word}" *`).join(' ');
}
