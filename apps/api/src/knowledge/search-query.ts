import {
  anyStem,
  matchOfWord,
  type SearchedWord,
  significantWords,
  wordsOf,
} from '../platform/database/search.ts';
import { SYNONYMS } from './synonyms.ts';

/** Each makes a search of its own: further words of a question are left out. */
export const CONCEPTS_MAX = 8;

/** A word or several that mean one thing where all of them stand. */
export type Term = readonly SearchedWord[];

/** One thing that is asked for: the word that was typed, or what it may be a misspelling of, and what means the same. */
export type Concept = { typed: string; words: SearchedWord[]; related: Term[] };

/** What an article is compared by. `stems`: of the whole text, between spaces. */
type Text = { title: SearchedWord[]; stems: string };

/** What it is worth where and how an article has a word. */
const IN_TITLE = 3;
const WORTH = { word: 1, beginning: 0.95, family: 0.9, related: 0.6 };

const GROUPS: readonly Term[][] = SYNONYMS.map((line) =>
  line.split(', ').map((term) => significantWords(term)),
);

/** What is asked for, word by word, with the synonyms of the trade. `readings`: what misspelt words may be. */
export function conceptsOf(q: string, readings: ReadonlyMap<string, string[]> = new Map()): Concept[] {
  const concepts: Concept[] = significantWords(q)
    .slice(0, CONCEPTS_MAX)
    .map((searched) => {
      const read = readings.get(searched.word) ?? [];
      const words = read.length === 0 ? [searched] : read.flatMap((word) => wordsOf(word));
      return { typed: searched.word, words, related: [] };
    });
  for (const group of GROUPS) relate(concepts, group);
  return concepts;
}

/** A term that the question has brings the others of its group to each of its words. */
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

/** The FTS5 expression for texts that have what a concept asks for, by whatever word. */
export function matchOfConcept({ words, related }: Concept): string {
  return `(${[...words.map(matchOfWord), ...matchesOfTerms(related)].join(' OR ')})`;
}

/** FTS5 expressions for texts in which all words of a term stand, one for each term. */
export function matchesOfTerms(terms: readonly Term[]): string[] {
  return [...new Set(terms.map((term) => `(${term.map(matchOfPart).join(' AND ')})`))];
}

function matchOfPart({ word, stems }: SearchedWord): string {
  return stems.length === 0 ? `{search_text} : "${word}"` : anyStem(stems);
}

/** What an article needs to be compared with a question. */
export function textOf({ title, searchStems }: { title: string; searchStems: string }): Text {
  return { title: wordsOf(title), stems: ` ${searchStems} ` };
}

/** How well an article has what a concept asks for, from 0 to `IN_TITLE`. `begun`: a word of it begins as typed. */
export function worthOf(concept: Concept, { title, stems }: Text, begun: boolean): number {
  const inTitle = Math.max(
    ...concept.words.flatMap((searched) => title.map((word) => similarity(searched, word))),
    concept.related.some((term) => term.every((part) => title.some((word) => isOneFamily(word, part))))
      ? WORTH.related
      : 0,
  );
  if (inTitle > 0) return inTitle * IN_TITLE;
  const has = (searched: SearchedWord) => searched.stems.some((stem) => stems.includes(` ${stem} `));
  if (concept.words.some(has)) return WORTH.word;
  if (concept.related.some((term) => term.every(has))) return WORTH.related;
  return begun ? WORTH.beginning : 0;
}

function similarity(searched: SearchedWord, { word, stems }: SearchedWord): number {
  if (word === searched.word) return WORTH.word;
  if (searched.word.length > 1 && word.startsWith(searched.word)) return WORTH.beginning;
  return searched.stems.some((stem) => stems.includes(stem)) ? WORTH.family : 0;
}

/** What to mark in an article that has these stems: what was typed, or what means the same there. */
export function markedWords(concepts: readonly Concept[], { stems }: Pick<Text, 'stems'>): SearchedWord[] {
  const has = (part: SearchedWord) => part.stems.some((stem) => stems.includes(` ${stem} `));
  return concepts.flatMap(({ words, related }) => [
    ...words,
    // By their family alone: « ads » is not to mark the beginning of another word.
    ...related
      .filter((term) => term.every(has))
      .flatMap((term) => term.map((part) => ({ ...part, word: '' }))),
  ]);
}
