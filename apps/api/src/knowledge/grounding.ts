import { foldText } from '@guilde/contracts/text.ts';
import { significantStems } from '../platform/database/search.ts';
import { PATTERN_MASK } from './mask-rules.ts';
import { cleanText } from './masking.ts';

/** `messages`: 0 is the SOS itself. */
export type Claim = { text: string; messages: readonly number[] };

export type Source = { seq: number; text: string };

const STEMS_COMPARED = 60;
/** Significant words that a sentence shares with its evidence. */
const SHARED_MIN = 2;
const SHARE_MIN = 0.4;

const SENTENCES = new Intl.Segmenter('fr', { granularity: 'sentence' });
const PLACEHOLDERS = /(?:Membre|Boutique) \d+|(?:un|une|des) (?:membres?|boutiques?)/giu;

const LINK = new RegExp(
  [
    // With a scheme, also disguised: « hxxps://… »
    '\\bh(?:tt|xx)ps?\\b|[a-z][a-z\\d+-]{1,20}\\s?:\\s?//|\\bwww\\b',
    // Address of a mailbox or machine
    '@[\\p{L}\\d-]|(?<![\\d.])\\d{1,3}(?:\\.\\d{1,3}){3}(?![\\d.])',
    // Bare domain: « exemple.fr »
    '[\\p{L}\\d][.\\u2024\\u3002\\uff61]\\p{L}[\\p{L}\\d-]{1,62}',
    // In disguise: « exemple[.]fr », « exemple point com »
    '[\\p{L}\\d]\\s?[([{]\\s?(?:[.,]|dot|point)\\s?[)\\]}]\\s?\\p{L}',
    '[\\p{L}\\d]\\s(?:dot|point|\\.)\\s?(?:app|com|eu|example|fr|io|net|org|shop)(?![\\p{L}\\d])',
  ].join('|'),
  'iu',
);

/** Also in disguise. */
export function hasLink(text: string): boolean {
  return LINK.test(cleanText(text));
}

/** Drops the words that contain a link. */
export function withoutLinks(text: string): string {
  if (!hasLink(text)) return text;
  const words = text.split(/\s+/).filter((word) => !hasLink(word));
  const rest = words.join(' ');
  return hasLink(rest) ? '' : rest;
}

export function sentencesOf(text: string): string[] {
  return [...SENTENCES.segment(text)]
    .map(({ segment }) => segment.trim())
    .filter((sentence) => sentence !== '');
}

/**
 * Empty when the claim cites no message, contains a link, has a figure, unit or name that is not in the evidence, or
 * shares too few significant words. A name has a capital; at the beginning of a sentence a verb must follow.
 */
export function supportingMessages({ text, messages }: Claim, sources: readonly Source[]): number[] {
  const cited = sources.filter(({ seq }) => messages.includes(seq));
  if (cited.length === 0 || hasLink(text)) return [];
  const statement = withoutPlaceholders(text);
  const evidence = cited.map((source) => withoutPlaceholders(source.text)).join('\n');
  const isSupported =
    hasSameFigures(statement, evidence) &&
    hasSameNames(statement, evidence) &&
    sharesWords(statement, evidence);
  return isSupported ? cited.map(({ seq }) => seq) : [];
}

function withoutPlaceholders(text: string): string {
  return text.replaceAll(PATTERN_MASK, ' ').replaceAll(PLACEHOLDERS, ' ');
}

const NUMBER_WORDS = new Map(
  Object.entries({
    ...{
      zero: 0,
      deux: 2,
      trois: 3,
      quatre: 4,
      cinq: 5,
      six: 6,
      sept: 7,
      huit: 8,
      neuf: 9,
      dix: 10,
      onze: 11,
    },
    ...{ douze: 12, treize: 13, quatorze: 14, quinze: 15, seize: 16, vingt: 20, vingts: 20, trente: 30 },
    ...{ quarante: 40, cinquante: 50, soixante: 60, septante: 70, octante: 80, nonante: 90, cent: 100 },
    ...{ cents: 100, mille: 1000, million: 1e6, millions: 1e6, milliard: 1e9, milliards: 1e9, dizaine: 10 },
    ...{
      dizaines: 10,
      douzaine: 12,
      quinzaine: 15,
      vingtaine: 20,
      trentaine: 30,
      centaine: 100,
      centaines: 100,
    },
    ...{ millier: 1000, milliers: 1000, moitie: 0.5, double: 2, triple: 3, tiers: 1 / 3, quart: 0.25 },
  }),
);
const FIGURE =
  /(?<!\d)\d{1,15}(?:[\s.,]\d{3}(?!\d)){0,4}(?:[.,]\d{1,6})?(?:\s?(%|pour cent|€|euros?|eur(?!\p{L})))?/giu;

function hasSameFigures(statement: string, evidence: string): boolean {
  const known = figuresOf(evidence);
  return [...figuresOf(statement)].every((figure) => known.has(figure));
}

/** In digits or words; one with « % » or « € » counts with its unit and without. */
function figuresOf(text: string): Set<string> {
  const figures = new Set<string>();
  for (const { 0: found, 1: unit } of text.matchAll(FIGURE)) {
    const value = numberIn(found);
    figures.add(value);
    if (unit) figures.add(`${value}${/^e|€/i.test(unit) ? '€' : '%'}`);
  }
  for (const word of wordsOf(text)) {
    const value = NUMBER_WORDS.get(word);
    if (value !== undefined) figures.add(String(value));
  }
  return figures;
}

/** « 1 200,50 », « 1.200,50 » and « 1200.5 » are equal. */
function numberIn(found: string): string {
  const digits = found.replace(/[^\d.,\s]/g, '').trim();
  const whole = digits.replace(/[\s.,](?=\d{3}(?!\d))/g, '');
  return String(Number(whole.replace(',', '.')));
}

const CAPITALISED = /(?<![\p{L}\p{N}])\p{Lu}[\p{L}\p{N}]*/gu;
/** Verbs of persons: a capitalised word before one is a name, unless it is one of `SENTENCE_STARTERS`. */
const DOES =
  /^[\s,]{1,3}(?:a|avait|aura|est|était|sera|va|conseille|recommande|explique|propose|dit|indique|confirme|suggère|précise|rappelle|affirme|ajoute|annonce|demande|raconte|signale|répond|pense|garantit|promet|\p{Lu})(?!\p{L})/u;
const SENTENCE_STARTERS = new Set(
  `le la les un une des il elle on ils elles ce cela ca ceci celui celle tout toute tous chacun rien personne qui que
  nul aucun aucune quelqu cet cette ces son sa ses leur mon ma mes notre votre l d c s n j qu`.split(/\s+/),
);

function hasSameNames(statement: string, evidence: string): boolean {
  const known = new Set(wordsOf(evidence));
  return sentencesOf(statement).every((sentence) =>
    [...sentence.matchAll(CAPITALISED)].every(({ 0: name, index }) => {
      const folded = foldText(name);
      if (known.has(folded)) return true;
      const isFirst = !/\p{L}/u.test(sentence.slice(0, index));
      return isFirst && (SENTENCE_STARTERS.has(folded) || !DOES.test(sentence.slice(index + name.length)));
    }),
  );
}

function wordsOf(text: string): string[] {
  return foldText(text).match(/[\p{L}\p{N}]+/gu) ?? [];
}

function sharesWords(statement: string, evidence: string): boolean {
  const words = significantStems(statement, STEMS_COMPARED);
  const known = new Set(significantStems(evidence, Number.POSITIVE_INFINITY).flat().map(prefixOf));
  const shared = words.filter((stems) => stems.some((stem) => known.has(prefixOf(stem)))).length;
  return shared >= SHARED_MIN && shared / words.length >= SHARE_MIN;
}

/** « remontaient » and « remontent » keep different stems. */
function prefixOf(stem: string): string {
  return stem.slice(0, 6);
}
