import { sql } from 'drizzle-orm';
import type { Queries } from '../platform/database/db.ts';
import { wordsOf } from '../platform/database/search.ts';

/** Shorter words are too similar to others. */
const LENGTHS = { min: 5, max: 24 };
const SPELT = new RegExp(`^[a-z]{${LENGTHS.min},${LENGTHS.max}}$`);
/** The limits count corrected words per search, and corrections of each. */
const MISSPELT_MAX = 3;
const CORRECTIONS_MAX = 3;

/** The words are folded; triggers copy them to `article_words`. */
export function correctableWords(text: string): string[] {
  return wordsOf(text)
    .map(({ word }) => word)
    .filter(isCorrectable);
}

export function isCorrectable(word: string): boolean {
  return SPELT.test(word);
}

/** Corrections are one insertion, deletion, substitution or transposition away, frequent ones first. */
export async function correctionsOf(
  queries: Queries,
  words: readonly string[],
): Promise<Map<string, string[]>> {
  const asked = words.filter(isCorrectable).slice(0, MISSPELT_MAX);
  if (asked.length === 0) return new Map();
  const keys = asked.flatMap((word) => spellings(word).map((spelling) => ({ word, spelling })));
  const rows = await queries.all<{ asked: string; word: string }>(sql`
    select distinct key.value ->> 'word' as asked, article_words.word as word, article_words.articles as articles
    from json_each(${JSON.stringify(keys)}) as key
    cross join article_spellings on article_spellings.spelling = key.value ->> 'spelling'
    join article_words on article_words.word = article_spellings.word
    order by article_words.articles desc, article_words.word`);
  return new Map(
    asked.map((one) => {
      const similarWords = rows
        .filter((row) => row.asked === one && isOneEditFrom(one, row.word))
        .map(({ word }) => word);
      return [one, similarWords.includes(one) ? [] : similarWords.slice(0, CORRECTIONS_MAX)];
    }),
  );
}

/** Words one edit apart share a variant without one letter. */
function spellings(word: string): string[] {
  const shorter = Array.from(word, (_, at) => word.slice(0, at) + word.slice(at + 1));
  return [...new Set([word, ...shorter])];
}

export function isOneEditFrom(one: string, other: string): boolean {
  let start = 0;
  while (start < one.length && one[start] === other[start]) start++;
  let end = 0;
  const most = Math.min(one.length, other.length) - start;
  while (end < most && one.at(-1 - end) === other.at(-1 - end)) end++;
  const [left, right] = [one.slice(start, one.length - end), other.slice(start, other.length - end)];
  const isSwapped = left.length === 2 && left[0] === right[1] && left[1] === right[0];
  return (left.length <= 1 && right.length <= 1) || (isSwapped && right.length === 2);
}
