import { significantStems } from '../platform/database/search.ts';
import { figuresOf } from './figures.ts';
import { PATTERN_MASK } from './mask-rules.ts';
import { cleanText } from './masking.ts';
import { hasOnlyNamesOf } from './names.ts';
import { agreesWith } from './polarity.ts';

/** The number 0 in `messages` is the SOS itself. */
export type Claim = { text: string; messages: readonly number[] };

export type Source = { seq: number; text: string };

const STEMS_COMPARED = 60;
/** A sentence shares at least this many significant words with its evidence. */
const SHARED_MIN = 2;
const SHARE_MIN = 0.4;

const PLACEHOLDERS = /(?:Membre|Boutique) \d+|(?:un|une|des) (?:membres?|boutiques?)/giu;

const LINK = new RegExp(
  [
    // The link has a scheme, perhaps disguised: « hxxps://… ».
    '\\bh(?:tt|xx)ps?\\b|[a-z][a-z\\d+-]{1,20}\\s?:\\s?//|\\bwww\\b',
    // It is the address of a mailbox or a machine.
    '@[\\p{L}\\d-]|(?<![\\d.])\\d{1,3}(?:\\.\\d{1,3}){3}(?![\\d.])',
    // It is a bare domain: « exemple.fr ».
    '[\\p{L}\\d][.\\u2024\\u3002\\uff61]\\p{L}[\\p{L}\\d-]{1,62}',
    // The domain is disguised: « exemple[.]fr », « exemple point com ».
    '[\\p{L}\\d]\\s?[([{]\\s?(?:[.,]|dot|point)\\s?[)\\]}]\\s?\\p{L}',
    '[\\p{L}\\d]\\s(?:dot|point|\\.)\\s?(?:app|com|eu|example|fr|io|net|org|shop)(?![\\p{L}\\d])',
  ].join('|'),
  'iu',
);

/** Disguised links count too. */
export function hasLink(text: string): boolean {
  return LINK.test(cleanText(text));
}

export function withoutLinks(text: string): string {
  if (!hasLink(text)) return text;
  const words = text.split(/\s+/).filter((word) => !hasLink(word));
  const rest = words.join(' ');
  return hasLink(rest) ? '' : rest;
}

/** These are orders to a model, which merchants do not say to each other. */
const ORDER =
  /(?<!\p{L})(?:(?:ignore[rzs]?|oublie[rzs]?|contourne[rzs]?|enfrei\p{L}+)\s(?:\p{L}{1,12}\s){0,3}(?:r[èe]gles?|consignes?|instructions?)|(?:r[èe]gles?|consignes?|instructions?)\s(?:\p{L}{1,12}\s){0,2}(?:ignorer|oublier)|nouvelles?\s(?:consignes?|instructions?)|(?:prompt|message)\ssyst[èe]me|system\s?(?::|prompt)|(?:ignore|disregard|forget)\s(?:\p{L}{1,12}\s){0,3}(?:instructions?|rules)|jailbreak)/iu;

export function ordersModel(text: string): boolean {
  return ORDER.test(cleanText(text).replace(/\s+/g, ' '));
}

/**
 * The result is empty when the claim cites no message, has a link or an order to a model, has a figure, unit,
 * date or name that is not in the evidence, contradicts it, or shares too few significant words.
 */
export function supportingMessages({ text, messages }: Claim, sources: readonly Source[]): number[] {
  const cited = sources.filter(({ seq }) => messages.includes(seq));
  if (cited.length === 0 || hasLink(text) || ordersModel(text)) return [];
  const statement = withoutPlaceholders(text);
  const evidence = cited.map((source) => withoutPlaceholders(source.text)).join('\n');
  const isSupported =
    hasSameFigures(statement, evidence) &&
    hasOnlyNamesOf(statement, evidence) &&
    sharesWords(statement, evidence) &&
    agreesWith(statement, evidence);
  return isSupported ? cited.map(({ seq }) => seq) : [];
}

function withoutPlaceholders(text: string): string {
  return text.replaceAll(PATTERN_MASK, ' ').replaceAll(PLACEHOLDERS, ' ');
}

function hasSameFigures(statement: string, evidence: string): boolean {
  return figuresOf(statement).isSubsetOf(figuresOf(evidence));
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
