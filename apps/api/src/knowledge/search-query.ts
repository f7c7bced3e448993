import { foldText } from '@guilde/contracts/text.ts';
import {
  anyStem,
  matchOfWord,
  type SearchedWord,
  searchFields,
  significantWords,
  wordsOf,
} from '../platform/database/search.ts';
import { isCorrectable, isOneEditFrom } from './spelling.ts';
import { SYNONYMS } from './synonyms.ts';

/** Each concept costs a search, so further words of a query are ignored. */
export const CONCEPTS_MAX = 8;

export type Term = readonly SearchedWord[];

export type Concept = { typed: string; words: SearchedWord[]; isCorrected: boolean; related: Term[] };

/** `stems` has the stems of the whole text between spaces, and `words` its words. */
type Text = { title: SearchedWord[]; stems: string; words: ReadonlySet<string> };

const IN_TITLE = 3;
const WORTH = { word: 1, beginning: 0.95, family: 0.9, related: 0.6 };

/** The stem of « SEA » is that of « ses », and « pub » begins « publier ». */
const SHORT_MAX = 3;

const GROUPS: readonly Term[][] = SYNONYMS.map((line) =>
  line
    .split(', ')
    .map((term) => significantWords(term).map((part) => (part.word.length > SHORT_MAX ? part : whole(part)))),
);

const SHORT_PARTS = new Set(GROUPS.flat(2).flatMap(({ word, isWhole }) => (isWhole ? [word] : [])));

export const SYNONYM_WORDS = new Map(
  [...SYNONYMS.join().matchAll(/\p{L}+/gu)].map(([word]) => [foldText(word), word.toLowerCase()]),
);

/** The synonyms are one edit away from the word; a synonym itself has none. */
export function similarSynonyms(word: string): string[] {
  if (SYNONYM_WORDS.has(word)) return [];
  return [...SYNONYM_WORDS.keys()].filter((other) => isCorrectable(other) && isOneEditFrom(word, other));
}

function whole({ word }: SearchedWord): SearchedWord {
  return { word, stems: [], isWhole: true };
}

/** A short term of the synonyms is a whole word; « pubs » is « pub » too. */
export function typedWords(searched: SearchedWord): SearchedWord[] {
  const { word } = searched;
  if (SHORT_PARTS.has(word)) return [whole(searched)];
  const singular = word.replace(/s$/, '');
  return word !== singular && SHORT_PARTS.has(singular)
    ? [whole(searched), whole({ ...searched, word: singular })]
    : [searched];
}

/** These words of most questions do not say what is asked. */
const COMMONPLACES = new Set(
  searchFields(
    'boutique client clientèle commande magasin marchand marque produit shop site vendre vente',
  ).searchStems.split(' '),
);

export function isCommonplace({ stems }: SearchedWord): boolean {
  return stems.some((stem) => COMMONPLACES.has(stem));
}

export function isTelling({ words }: Concept): boolean {
  return !words.some(isCommonplace);
}

/** `readings` has corrections of misspelt words. */
export function conceptsOf(q: string, readings: ReadonlyMap<string, string[]> = new Map()): Concept[] {
  const concepts: Concept[] = significantWords(q)
    .slice(0, CONCEPTS_MAX)
    .map((searched) => {
      const read = readings.get(searched.word) ?? [];
      const words = read.length === 0 ? typedWords(searched) : read.flatMap((word) => wordsOf(word));
      return { typed: searched.word, words, isCorrected: read.length > 0, related: [] };
    });
  for (const group of GROUPS) relate(concepts, group);
  return concepts;
}

/** A matched term adds its group of synonyms to each of its words. */
function relate(concepts: readonly Concept[], group: readonly Term[]): void {
  for (const term of group) {
    const meant = term.map((part) =>
      concepts.filter(({ words }) => words.some((word) => isOneFamily(word, part))),
    );
    if (meant.some((found) => found.length === 0)) continue;
    const others = group.filter((other) => other !== term);
    for (const concept of new Set(meant.flat())) concept.related.push(...others);
  }
}

function isOneFamily(one: SearchedWord, other: SearchedWord): boolean {
  return one.word === other.word || one.stems.some((stem) => other.stems.includes(stem));
}

export function matchOfConcept({ words, related }: Concept): string {
  return `(${[...words.map(matchOfWord), ...matchesOfTerms(related)].join(' OR ')})`;
}

export function matchesOfTerms(terms: readonly Term[]): string[] {
  return [...new Set(terms.map((term) => `(${term.map(matchOfPart).join(' AND ')})`))];
}

function matchOfPart({ word, stems }: SearchedWord): string {
  return stems.length === 0 ? `{search_text} : "${word}"` : anyStem(stems);
}

export function textOf(row: { title: string; searchStems: string; searchText: string }): Text {
  const words = new Set(row.searchText.split(/[^\p{L}\p{N}]+/u));
  return { title: wordsOf(row.title), stems: ` ${row.searchStems} `, words };
}

function hasPart({ word, stems, isWhole }: SearchedWord, text: Pick<Text, 'stems' | 'words'>): boolean {
  return isWhole ? text.words.has(word) : stems.some((stem) => text.stems.includes(` ${stem} `));
}

/** The worth is from 0 to `IN_TITLE`. `begun` says that a word of the text begins as typed. */
export function worthOf(concept: Concept, text: Text, begun: boolean): number {
  const { title } = text;
  const inTitle = Math.max(
    ...concept.words.flatMap((searched) => title.map((word) => similarity(searched, word))),
    concept.related.some((term) => term.every((part) => title.some((word) => isOneFamily(word, part))))
      ? WORTH.related
      : 0,
  );
  if (inTitle > 0) return inTitle * IN_TITLE;
  const has = (searched: SearchedWord) => hasPart(searched, text);
  if (concept.words.some(has)) return WORTH.word;
  if (concept.related.some((term) => term.every(has))) return WORTH.related;
  return begun ? WORTH.beginning : 0;
}

export function isInTitle(worth: number): boolean {
  return worth > WORTH.word;
}

function similarity(searched: SearchedWord, { word, stems }: SearchedWord): number {
  if (word === searched.word) return WORTH.word;
  if (searched.word.length > 1 && !searched.isWhole && word.startsWith(searched.word)) return WORTH.beginning;
  return searched.stems.some((stem) => stems.includes(stem)) ? WORTH.family : 0;
}

export function markedWords(
  concepts: readonly Concept[],
  text: Pick<Text, 'stems' | 'words'>,
): SearchedWord[] {
  return concepts.flatMap(({ words, related }) => [
    ...words,
    // Only stems match, because « ads » must not highlight the beginning of another word.
    ...related
      .filter((term) => term.every((part) => hasPart(part, text)))
      .flatMap((term) => term.map((part) => (part.isWhole ? part : { ...part, word: '' }))),
  ]);
}
