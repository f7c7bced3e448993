import { CARRIERS, CMS, PAYMENTS, SPECIALTIES, type Specialty } from '@guilde/contracts/profiles/rules.ts';
import { foldText } from '@guilde/contracts/text.ts';

/** Unicode does not decompose these letters. */
const PLAIN: Record<string, string> = { ß: 'ss', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ħ: 'h', ı: 'i' };
/** The longest words are searched, because they are the most selective. */
const SEARCHED_MAX = 8;

/** Shorter words do not find what they begin: « mar » means Marie, not « marketplaces ». */
const BEGINNING_MIN = 4;
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

/** It sorts below every character of a name, so that « Jean » is before « Jean-Paul ». */
const BETWEEN_NAMES = '\t';
/** It sorts above every letter, so that names without a Latin initial are last. */
const AFTER_LETTERS = '~';

type Names = { firstName: string; lastName: string; storeName: string };

export function directoryFields(names: Names): { searchWords: string[]; sortKey: string } {
  return { searchWords: wordsOf(names), sortKey: sortKeyOf(names) };
}

/** The upper end of a range of sort keys is excluded. */
export const INITIALS: readonly { initial: string; from: string; to: string }[] = [
  ...Array.from('abcdefghijklmnopqrstuvwxyz', (letter) => ({
    initial: letter.toUpperCase(),
    from: letter,
    to: String.fromCharCode(letter.charCodeAt(0) + 1),
  })),
  { initial: '#', from: AFTER_LETTERS, to: '\u{10ffff}' },
];

/** Returns the folded words, or null when there are none, as in « ?! », which finds nobody. */
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

/** A shop of its own making has no platform that others look for. */
const TOOL_WORDS = [...CMS, ...PAYMENTS, ...CARRIERS]
  .filter(({ id }) => id !== 'custom' && id !== 'other')
  .map(({ id, label }) => ({ id, words: split(fold(label)) }));

export function specialtiesNamed(word: string): Specialty[] {
  return namedBy(SPECIALTY_WORDS, word);
}

export function toolsNamed(word: string): string[] {
  return namedBy(TOOL_WORDS, word);
}

function namedBy<T>(choices: { id: T; words: string[] }[], word: string): T[] {
  const isNamed = (name: string) => name === word || (word.length >= BEGINNING_MIN && name.startsWith(word));
  return choices.filter(({ words }) => words.some(isNamed)).map(({ id }) => id);
}

/** « Épices d’Aïcha » is found by « epices », « aicha » and « daicha ». */
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
