import type { TextRange } from '@guilde/contracts/knowledge/rules.ts';
import { foldText, normalized } from '@guilde/contracts/text.ts';
import { stemmer } from '@orama/stemmers/french';

/** Word and stems are folded. A word that `isWhole` neither begins a word nor shares a stem. */
export type SearchedWord = { word: string; stems: string[]; isWhole?: true };

const WORD = /[\p{L}\p{N}\p{M}\p{Diacritic}]+/gu;
const WORD_MAX = 40;
const SEARCHED_MAX = 12;
const BEGINNINGS_MAX = 6;
const NOTHING = '""';

const STOP_WORDS = new Set(
  `a afin ai ainsi alors apres as au aucun aujourd aura aussi autre aux avait avant avec avoir avons bien c ca car ce
  cela celle celui ces cet cette ceux chaque chez ci comme comment d dans de depuis des deux donc dont du elle elles en
  encore entre est et etait etes etre eu eux fait faire fois hors hui il ils j je jusqu l la laquelle le lequel les leur leurs
  lors lorsque lui m ma mais me meme mes mieux moi moins mon n ne ni non nos notre nous on ont ou par parce pas pendant peu peut
  peux plus plusieurs pour pourquoi puis qu quand que quel quelle quelles quelqu quels qui quoi s sa sans se selon ses
  si sinon soit son sont souvent sous suis sur t ta tant te tes toi ton toujours tous tout toute toutes tres trop tu un
  une va vais vers voici voila vont vos votre vous vu y`.split(/\s+/),
);
/** Words of every call for help make no two texts similar. */
const COURTESIES = new Set(
  `aide aider avis besoin bonjour bonsoir cherche cherchons conseil conseils cordialement dois doit faut idee idees
  merci probleme problemes quelqu question questions salut savoir solution solutions souci soucis svp sos urgence
  urgent veulent veut veux voudrais`.split(/\s+/),
);

/** Snowball separates such families: « livraison » and « livrer », « vendeur » and « vendre ». */
const FAMILY_ENDS: readonly [RegExp, string][] = [
  [/(?<=\w{4})aison$/, ''],
  [/(?<=\w{4})eur$/, ''],
  [/(?<=\w{3})d(?:r|us?)$/, 'd'],
  [/(?<=\w{4})it$/, 'i'],
  [/(?<=\w{2})(?:qu|cag)$/, 'c'],
  // Snowball does not reduce these plurals: « reçus », « retenus », « bijoux », « travaux ».
  [/(?<=\w[cçnpt])us$/, 'u'],
  [/(?<=\w)oux$/, 'ou'],
  [/(?<=\w{3})ail$/, 'al'],
];

/** A word has up to two stems: as written, and without accents. */
export function searchFields(text: string): { searchText: string; searchStems: string } {
  const stems = new Set([...normalized(text, 'NFC').matchAll(WORD)].flatMap(([word]) => stemsOf(word)));
  return { searchText: foldText(text), searchStems: [...stems].join(' ') };
}

/**
 * Returns an FTS5 query: every word must begin a word of the text or share its stem. Stop words count only
 * when alone, no words match nothing, and nothing typed is FTS5 syntax.
 */
export function matchOf(q: string): string {
  const searched = searchedWords(q);
  return searched.length === 0 ? NOTHING : searched.map(matchOfWord).join(' AND ');
}

/**
 * Returns an FTS5 query for texts that are not stored with stems, such as names: every word must begin a word.
 * No words match nothing.
 */
export function matchOfBeginnings(q: string): string {
  const words = foldedWords(q).slice(0, BEGINNINGS_MAX);
  return words.length === 0 ? NOTHING : words.map((word) => `"${word}" *`).join(' ');
}

export function foldedWords(text: string): string[] {
  return foldText(text).match(/[\p{L}\p{N}]+/gu) ?? [];
}

export function matchOfWord({ word, stems, isWhole }: SearchedWord): string {
  const begun = isWhole || word.length === 1 ? `{search_text} : "${word}"` : `{search_text} : "${word}" *`;
  return stems.length === 0 ? begun : `(${begun} OR ${anyStem(stems)})`;
}

/** Highlights the typed beginning, or the whole word when its stem matched. */
export function highlightsOf(text: string, searched: readonly SearchedWord[]): TextRange[] {
  if (searched.length === 0) return [];
  return [...text.matchAll(WORD)].flatMap(({ 0: word, index }) => {
    const length = matchedLength(word, searched);
    return length === 0 ? [] : [[index, index + length] satisfies TextRange];
  });
}

export function significantStems(text: string, max: number, known?: ReadonlySet<string>): string[][] {
  return significantForms(text, max, known).map(({ stems }) => stems);
}

/** Returns at most `max` words in their order, without those that have a stem of `known`. */
export function significantForms(
  text: string,
  max: number,
  known: ReadonlySet<string> = new Set(),
): SearchedWord[] {
  const found = new Map<string, SearchedWord>();
  for (const [written] of normalized(text, 'NFC').matchAll(WORD)) {
    const word = foldText(written);
    const stems = word.length < 3 || STOP_WORDS.has(word) || COURTESIES.has(word) ? [] : stemsOf(written);
    const [first] = stems;
    if (first && !stems.some((stem) => known.has(stem))) found.set(first, { word, stems });
    if (found.size === max) break;
  }
  return [...found.values()];
}

export function anyStem(stems: readonly string[]): string {
  return `{search_stems} : (${stems.map((stem) => `"${stem}"`).join(' OR ')})`;
}

/** Returns each word once, and stop words only when there is nothing else. */
export function searchedWords(q: string): SearchedWord[] {
  const all = wordsOf(q);
  const significant = all.filter(({ word }) => !STOP_WORDS.has(word));
  return (significant.length > 0 ? significant : all).slice(0, SEARCHED_MAX);
}

/** Leaves courtesies out, or returns all words when nothing else is left. */
export function significantWords(q: string): SearchedWord[] {
  const searched = searchedWords(q);
  const significant = searched.filter(({ word }) => word.length > 1 && !COURTESIES.has(word));
  return significant.length > 0 ? significant : searched;
}

export function wordsOf(text: string): SearchedWord[] {
  const words = new Map<string, SearchedWord>();
  for (const [written] of normalized(text, 'NFC').matchAll(WORD)) {
    const forms = formsOf(written);
    if (forms.word) words.set(forms.word, forms);
  }
  return [...words.values()];
}

const known = new Map<string, SearchedWord>();
const KNOWN_MAX = 20_000;

function formsOf(written: string): SearchedWord {
  const before = known.get(written);
  if (before) return before;
  const lower = written.toLowerCase().slice(0, WORD_MAX);
  const forms = { word: foldText(written).slice(0, WORD_MAX), stems: newStems(lower) };
  if (known.size === KNOWN_MAX) known.clear();
  if (written.length <= WORD_MAX) known.set(written, forms);
  return forms;
}

function stemsOf(written: string): string[] {
  return formsOf(written).stems;
}

function newStems(word: string): string[] {
  const folded = foldText(word);
  if (folded.length === 1 || !/\p{L}/u.test(folded)) return [];
  const family = familyOf(stemmer(folded));
  // With its accent, Snowball gives « publicité » the stem of « publication ».
  if (folded.startsWith('publicit')) return [family];
  return [...new Set([familyOf(foldText(stemmer(word))), family])].filter(Boolean);
}

function familyOf(stem: string): string {
  for (const [end, replacement] of FAMILY_ENDS) if (end.test(stem)) return stem.replace(end, replacement);
  return stem;
}

function matchedLength(written: string, searched: readonly SearchedWord[]): number {
  const { word, stems: own } = formsOf(normalized(written, 'NFC'));
  const begun = searched.filter((one) =>
    one.word.length > 1 && !one.isWhole ? word.startsWith(one.word) : word === one.word,
  );
  if (begun.length > 0) return unfoldedLength(written, Math.max(...begun.map((one) => one.word.length)));
  return searched.some((one) => one.stems.some((stem) => own.includes(stem))) ? written.length : 0;
}

/** Lengths are UTF-16 units; combining marks belong to their letter. */
function unfoldedLength(written: string, folded: number): number {
  let [length, made] = [0, 0];
  for (const letter of written) {
    const more = foldText(letter).length;
    if (made >= folded && more > 0) break;
    made += more;
    length += letter.length;
  }
  return length;
}
