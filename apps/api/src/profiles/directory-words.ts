import type { Specialty } from '@guilde/contracts/profiles.ts';
import { SPECIALTIES } from '@guilde/contracts/profiles-options.ts';
import { foldText } from '@guilde/contracts/text.ts';

/** Letters that Unicode does not take apart, but that a French directory files under the plain letter. */
const PLAIN: Record<string, string> = { ß: 'ss', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ħ: 'h', ı: 'i' };
/** Most words that one search asks for; the longest say most. */
const SEARCHED_MAX = 8;

/** From so many letters on the beginning of a specialty counts: « mar » seeks Marie, not all who sell on marketplaces. */
const SPECIALTY_BEGINNING = 4;
/** Other words for a specialty than those of its label. */
const OTHER_NAMES: Partial<Record<Specialty, string>> = {
  ads: 'pub publicités publicitaire sea',
  seo: 'référencement',
  email: 'email emails mail mails newsletter newsletters',
  influence: 'influenceur influenceurs influenceuse influenceuses',
  logistics: 'logisticien livraison expédition transport',
  sourcing: 'fournisseur fournisseurs fabrication',
  'cross-border': 'export étranger',
  brand: 'branding image',
  data: 'données analytics statistiques',
};

/** Below every character that a name can hold, so that « Jean » with any last name stands before « Jean-Paul ». */
const BETWEEN_NAMES = '\t';
/** Above every letter: names without a Latin initial come last. */
const AFTER_LETTERS = '~';

type Names = { firstName: string; lastName: string; storeName: string };

/** What the directory keeps of a member's names: the words that find them, and their place in the order. */
export function directoryFields(names: Names): { searchWords: string[]; sortKey: string } {
  return { searchWords: wordsOf(names), sortKey: sortKeyOf(names) };
}

/** Initials of the directory in order, each with the range of sort keys that it stands for (the upper end excluded). */
export const INITIALS: readonly { initial: string; from: string; to: string }[] = [
  ...Array.from('abcdefghijklmnopqrstuvwxyz', (letter) => ({
    initial: letter.toUpperCase(),
    from: letter,
    to: String.fromCharCode(letter.charCodeAt(0) + 1),
  })),
  { initial: '#', from: AFTER_LETTERS, to: '\u{10ffff}' },
];

/**
 * The words of a search, folded like those of the members. A word that begins another one asks for nothing more and is
 * left out. Null when there is no word in it, as in « ?! », which finds nobody.
 */
export function directoryQueryWords(q: string): string[] | null {
  // « E-mailing » is one word.
  const text = fold(q).replace(/(?<![\p{L}\p{N}])e-(?=mail)/gu, 'e');
  const words = [...new Set(split(text))].sort((a, b) => b.length - a.length);
  const significant = words.filter(
    (word, index) => !words.slice(0, index).some((long) => long.startsWith(word)),
  );
  return significant.length > 0 ? significant.slice(0, SEARCHED_MAX) : q ? null : [];
}

const SPECIALTY_WORDS = SPECIALTIES.map(({ id, label }) => ({
  id,
  words: split(fold(`${label.replace('E-mail', 'Email')} ${id.replace('-', '')} ${OTHER_NAMES[id] ?? ''}`)),
}));

/** The specialties that a sought word names. */
export function specialtiesNamed(word: string): Specialty[] {
  const isNamed = (name: string) =>
    name === word || (word.length >= SPECIALTY_BEGINNING && name.startsWith(word));
  return SPECIALTY_WORDS.filter(({ words }) => words.some(isNamed)).map(({ id }) => id);
}

/** « Épices d’Aïcha » is found by « epices », « aicha », and also « daicha », as some people type it. */
function wordsOf({ firstName, lastName, storeName }: Names): string[] {
  const text = fold(`${firstName} ${lastName} ${storeName}`);
  const glued = text.split(/\s+/u).map((part) => part.replace(/[^\p{L}\p{N}]+/gu, ''));
  return [...new Set([...split(text), ...glued])].filter(Boolean).sort();
}

function sortKeyOf({ firstName, lastName }: Names): string {
  const key = `${fold(firstName)}${BETWEEN_NAMES}${fold(lastName)}`;
  return /^[a-z]/.test(key) ? key : `${AFTER_LETTERS}${key}`;
}

function fold(text: string): string {
  return foldText(text).replace(/[ßøłđðþħı]/g, (letter) => PLAIN[letter] ?? letter);
}

function split(text: string): string[] {
  return text.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
}
