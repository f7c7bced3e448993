import { foldText } from '@guilde/contracts/text.ts';
import emojis from './emojis.txt?raw';

export type Emoji = { emoji: string; name: string };

const FOUND_MAX = 8;

/**
 * Each line of the text has an emoji, its name with « - » for spaces, and further words. They are those that shopkeepers
 * write; a keyboard has all others.
 */
const known = emojis
  .trim()
  .split('\n')
  .map((line) => {
    const [emoji = '', name = '', ...words] = line.split(' ');
    const shown = name.replaceAll('-', ' ');
    return { emoji, name: shown, words: foldText([shown, ...words].join(' ')).split(/[^\p{L}]+/u) };
  });

/** The text may begin any word of a name; an equal name comes first, then those that begin with it. */
export function emojisOf(typed: string): Emoji[] {
  const word = foldText(typed);
  const rank = ({ name, words }: (typeof known)[number]) =>
    foldText(name) === word ? 2 : Number(words[0]?.startsWith(word));
  return known
    .filter(({ words }) => words.some((one) => one.startsWith(word)))
    .sort((a, b) => rank(b) - rank(a))
    .slice(0, FOUND_MAX)
    .map(({ emoji, name }) => ({ emoji, name }));
}
