import type { TextRange } from '@guilde/contracts/knowledge.ts';
import { foldText, normalized } from '@guilde/contracts/text.ts';
import { stemmer } from '@orama/stemmers/french';

/** A word that is sought, folded, and its stems: of what is written and of the same without accents. */
export type SearchedWord = { word: string; stems: string[] };

const WORD = /[\p{L}\p{N}\p{M}\p{Diacritic}]+/gu;
/** Longer words are cut and further ones are left out, so that no query can be made expensive. */
const WORD_MAX = 40;
const SEARCHED_MAX = 12;
/** FTS5's string without a word in it: matches nothing. */
const NOTHING = '""';

/** Articles, pronouns, prepositions and auxiliaries, folded: they say nothing about what a text is about. */
const STOP_WORDS = new Set(
  `a afin ai ainsi alors apres as au aucun aujourd aura aussi autre aux avait avant avec avoir avons bien c ca car ce
  cela celle celui ces cet cette ceux chaque chez ci comme comment d dans de depuis des deux donc dont du elle elles en
  encore entre est et etait etes etre eu eux fait faire fois hui il ils j je jusqu l la le les leur leurs lors
  lorsque lui m ma mais me meme mes mieux moi moins mon n ne ni non nos notre nous on ont ou par parce pas pendant peu peut
  peux plus plusieurs pour pourquoi puis qu quand que quel quelle quelles quelqu quels qui quoi s sa sans se selon ses
  si sinon soit son sont souvent sous suis sur t ta tant te tes toi ton toujours tous tout toute toutes tres trop tu un
  une va vais vers voici voila vont vos votre vous vu y`.split(/\s+/),
);
/** Words that every call for help is made of; they make no two texts alike. */
const COURTESIES = new Set(
  `aide aider avis besoin bonjour bonsoir cherche cherchons conseil conseils cordialement dois doit faut idee idees
  merci probleme problemes quelqu question questions salut savoir solution solutions souci soucis svp sos urgence
  urgent veux voudrais`.split(/\s+/),
);

/**
 * Ends of Snowball's stems that keep a family of words apart: « livraison » and « livrer », « vendeur » and « vendre »,
 * « suspendu » and « suspendre », « expédition » and « expédier », « blocage » and « bloquer ».
 */
const FAMILY_ENDS: readonly [RegExp, string][] = [
  [/(?<=\w{4})aison$/, ''],
  [/(?<=\w{4})eur$/, ''],
  [/(?<=\w{3})d[ru]$/, 'd'],
  [/(?<=\w{4})it$/, 'i'],
  [/(?<=\w{2})(?:qu|cag)$/, 'c'],
  // « bijoux » and « bijou », « travaux » and « travail »: plurals that Snowball leaves.
  [/(?<=\w)oux$/, 'ou'],
  [/(?<=\w{3})ail$/, 'al'],
];

/**
 * What is stored of a text to find it: its words folded, and their French stems. A word has up to two stems, of what is
 * written and of what somebody types who leaves the accents out.
 */
export function searchFields(text: string): { searchText: string; searchStems: string } {
  const stems = new Set([...normalized(text, 'NFC').matchAll(WORD)].flatMap(([word]) => stemsOf(word)));
  return { searchText: foldText(text), searchStems: [...stems].join(' ') };
}

/**
 * The FTS5 query for what a person typed: every word begins a word of the text or has the stem of one. Articles and the
 * like count only when there is nothing else; a query without a word matches nothing. Nothing of it is taken for syntax.
 */
export function matchOf(q: string): string {
  const searched = searchedWords(q);
  return searched.length === 0 ? NOTHING : searched.map(matchOfWord).join(' AND ');
}

/** The FTS5 expression for texts in which a word begins with the sought one or has one of its stems. */
export function matchOfWord({ word, stems }: SearchedWord): string {
  const begun = word.length === 1 ? `{search_text} : "${word}"` : `{search_text} : "${word}" *`;
  return stems.length === 0 ? begun : `(${begun} OR ${anyStem(stems)})`;
}

/** Where a text has what was sought: the beginning that was typed, or the whole word found by its stem. */
export function highlightsOf(text: string, searched: readonly SearchedWord[]): TextRange[] {
  if (searched.length === 0) return [];
  return [...text.matchAll(WORD)].flatMap(({ 0: word, index }) => {
    const length = matchedLength(word, searched);
    return length === 0 ? [] : [[index, index + length] satisfies TextRange];
  });
}

/** The stems of the words that say what a text is about, in its order, without those of `known`; `max` at most. */
export function significantStems(
  text: string,
  max: number,
  known: ReadonlySet<string> = new Set(),
): string[][] {
  const found = new Map<string, string[]>();
  for (const [written] of normalized(text, 'NFC').matchAll(WORD)) {
    const word = foldText(written);
    const stems = word.length < 3 || STOP_WORDS.has(word) || COURTESIES.has(word) ? [] : stemsOf(written);
    const [first] = stems;
    if (first && !stems.some((stem) => known.has(stem))) found.set(first, stems);
    if (found.size === max) break;
  }
  return [...found.values()];
}

/** The FTS5 expression for texts with one of these stems at least. They come from `significantStems`. */
export function anyStem(stems: readonly string[]): string {
  return `{search_stems} : (${stems.map((stem) => `"${stem}"`).join(' OR ')})`;
}

/** The words of what a person typed, each once; articles and the like only when there is nothing else. */
export function searchedWords(q: string): SearchedWord[] {
  const all = wordsOf(q);
  const significant = all.filter(({ word }) => !STOP_WORDS.has(word));
  return (significant.length > 0 ? significant : all).slice(0, SEARCHED_MAX);
}

/** The words of a question that say what it is about; all its words when none does. */
export function significantWords(q: string): SearchedWord[] {
  const searched = searchedWords(q);
  const significant = searched.filter(({ word }) => word.length > 1 && !COURTESIES.has(word));
  return significant.length > 0 ? significant : searched;
}

/** All words of a text, each once, in its order. */
export function wordsOf(text: string): SearchedWord[] {
  const words = new Map<string, SearchedWord>();
  for (const [written] of normalized(text, 'NFC').matchAll(WORD)) {
    const forms = formsOf(written);
    if (forms.word) words.set(forms.word, forms);
  }
  return [...words.values()];
}

/** What was made of words before: texts are made of the same few thousand. */
const known = new Map<string, SearchedWord>();
const KNOWN_MAX = 20_000;

/** A written word folded, and its folded stems; none of a number or a single letter. */
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
  return [...new Set([familyOf(foldText(stemmer(word))), familyOf(stemmer(folded))])].filter(Boolean);
}

function familyOf(stem: string): string {
  for (const [end, replacement] of FAMILY_ENDS) if (end.test(stem)) return stem.replace(end, replacement);
  return stem;
}

/** How much of a word of the original text matches, in UTF-16 units from its beginning. */
function matchedLength(written: string, searched: readonly SearchedWord[]): number {
  const { word, stems: own } = formsOf(normalized(written, 'NFC'));
  const begun = searched.filter((one) =>
    one.word.length > 1 ? word.startsWith(one.word) : word === one.word,
  );
  if (begun.length > 0) return unfoldedLength(written, Math.max(...begun.map((one) => one.word.length)));
  return searched.some((one) => one.stems.some((stem) => own.includes(stem))) ? written.length : 0;
}

/** How much of a written word makes this many folded characters; marks that follow belong to their letter. */
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
