/** What a text may tell about somebody by its form alone: addresses, numbers, links. Every pattern is bounded. */

type Rule = { pattern: RegExp; mask: string | ((found: string, ...groups: string[]) => string) };

const HIDDEN = {
  email: '[e-mail]',
  phone: '[téléphone]',
  bank: '[coordonnées bancaires]',
  card: '[carte bancaire]',
  company: '[SIRET]',
  number: '[numéro]',
  address: '[adresse]',
  secret: '[identifiant]',
};

/** Anything that `hidePatterns` may leave in the place of what it found. */
export const PATTERN_MASK = new RegExp(
  Object.values(HIDDEN)
    .map((mask) => mask.replace(/[[\]]/g, '\\$&'))
    .join('|'),
  'g',
);

const LABELS =
  'commandes?|cde|cmd|order|facture|avoir|devis|suivi|tracking|colis|dossier|ticket|r[ée]f(?:[ée]rence)?s?|transaction|paiement|contrat|client|num[ée]ro|n[°º]|no\\.';
const STREETS =
  'rue|avenue|av\\.|boulevard|bd|place|chemin|impasse|all[ée]e|quai|route|cours|square|passage|faubourg|lotissement';

const RULES: Rule[] = [
  {
    pattern: /[\p{L}\d.!#$%&'*+/=?^_`{|}~-]{1,64}@[\p{L}\d-]{1,63}(?:\.[\p{L}\d-]{1,63}){1,6}/gu,
    mask: HIDDEN.email,
  },
  {
    // « claire (at) exemple point fr »
    pattern:
      /[\p{L}\d._+-]{1,64}\s?(?:\((?:at|arobase)\)|\[(?:at|arobase)\]|\sarobase\s)\s?[\p{L}\d-]{1,63}(?:\s?(?:\.|\(dot\)|\[dot\]|\(point\)|\[point\]|\spoint\s)\s?[\p{L}\d-]{1,63}){1,4}/giu,
    mask: HIDDEN.email,
  },
  {
    // IBAN: country, key, then groups of four.
    pattern: /\b[A-Z]{2}\d{2}(?:[\s-]?[A-Z0-9]{4}){2,7}(?:[\s-]?[A-Z0-9]{1,3})?\b/gi,
    mask: (found) => (isIban(found) ? HIDDEN.bank : found),
  },
  // RIB: bank, branch, account, key.
  { pattern: /\b\d{5}[\s-]?\d{5}[\s-]?[0-9A-Z]{11}[\s-]?\d{2}\b/gi, mask: HIDDEN.bank },
  {
    pattern: /\b\d(?:[\s.-]?\d){12,18}\b/g,
    mask: (found) => (isLuhn(found) ? (digitsOf(found).length === 14 ? HIDDEN.company : HIDDEN.card) : found),
  },
  {
    pattern:
      /\b(siren|siret|tva|rcs)((?:\s(?:intra\w*|n[°º]|num[ée]ro))*\s?:?\s?)(?:FR\s?)?\d(?:[\s.]?[\dA-Z]){7,14}\b/gi,
    mask: (_, label, link) => `${label}${link}${HIDDEN.company}`,
  },
  { pattern: /\bFR\s?\d{2}\s?\d{3}\s?\d{3}\s?\d{3}\b/gi, mask: HIDDEN.company },
  { pattern: /\b\d{3}\s\d{3}\s\d{3}\s\d{5}\b/g, mask: HIDDEN.company },
  // +33 6 12 34 56 78, 06.12.34.56.78, 0033 (0)6 12 34 56 78
  {
    pattern:
      /(?<![\d+])(?:(?:\+|00)33[\s.-]?(?:\(0\)[\s.-]?)?|0)[1-9]([\s.-]{0,2})\d{2}(?:\1\d{2}){3}(?!\d)/g,
    mask: HIDDEN.phone,
  },
  { pattern: /(?<![\d+])0[\s.]?8\d{2}(?:[\s.]?\d{3}){2}(?!\d)/g, mask: HIDDEN.phone },
  { pattern: /(?<![\d+])(?:\+|00)[1-9]\d{0,2}(?:[\s.()-]{0,3}\d){6,12}(?!\d)/g, mask: HIDDEN.phone },
  {
    pattern: new RegExp(
      `\\b\\d{1,4}(?:\\s?(?:bis|ter|quater))?,?\\s(?:${STREETS})\\s[^\\n,.;:!?()]{2,60}(?:,?\\s\\d{5}(?:\\s[\\p{Lu}][\\p{L}'’-]{1,40})?)?`,
      'giu',
    ),
    mask: HIDDEN.address,
  },
  {
    // A number that is announced: « commande n° 4512 », « dossier : 77-31-B »
    pattern: new RegExp(
      `(?<![\\p{L}])(${LABELS})(\\s?(?:(?:n[°º]|no\\.|num[ée]ro|#|:|est le|est)\\s?){1,3})([\\p{L}\\d][\\p{L}\\d_/.-]{2,40})`,
      'giu',
    ),
    mask: (found, label, link, id) =>
      digitsOf(id).length >= 3 ? `${label}${link}${HIDDEN.number}${id.endsWith('.') ? '.' : ''}` : found,
  },
  {
    pattern: /(?<![\p{L}])(n[°º]\s?)[A-Z]{0,4}-?\d[\dA-Z/-]{2,30}/giu,
    mask: (_, label) => `${label}${HIDDEN.number}`,
  },
  { pattern: /(?<![\p{L}\d&])#\s?[A-Z]{0,4}-?\d{3,20}\b/giu, mask: HIDDEN.number },
  {
    // CMD-2024-0012, FA_2024_113
    pattern:
      /\b(?!ISO|EN-|NF-|RFC|UTF|CVE)[A-Z]{2,8}[-_/](?:[A-Z0-9]{1,12}[-_/]){0,3}\d{2,12}[A-Z0-9]{0,6}\b/g,
    mask: (found) => (digitsOf(found).length >= 4 ? HIDDEN.number : found),
  },
  {
    // Parcel numbers, keys, tokens: long words with digits.
    pattern: /(?<![\p{L}\d_/.-])[A-Z0-9_-]{10,200}(?![\p{L}\d_])/giu,
    mask: (found) => (isToken(found) ? (found.length >= 24 ? HIDDEN.secret : HIDDEN.number) : found),
  },
  { pattern: /(?<![\d.,])\d{9,30}(?![\d])/g, mask: HIDDEN.number },
];

/** The text with e-mail addresses, telephone, bank, card, company and order numbers, streets and keys hidden. */
export function hidePatterns(text: string): string {
  let hidden = text;
  for (const { pattern, mask } of RULES)
    hidden = typeof mask === 'string' ? hidden.replaceAll(pattern, mask) : hidden.replaceAll(pattern, mask);
  return hidden;
}

function digitsOf(text: string): string {
  return text.replace(/\D/g, '');
}

/** ISO 13616: the remainder by 97 is 1. One that is written in capitals is hidden even when its key is wrong. */
function isIban(found: string): boolean {
  const compact = found.replace(/[\s-]/g, '');
  if (compact.length < 15 || compact.length > 34) return false;
  if (/^[A-Z]{2}\d{2}[A-Z0-9]+$/.test(compact) && digitsOf(compact).length >= 10) return true;
  const moved = `${compact.slice(4)}${compact.slice(0, 4)}`.toUpperCase();
  const digits = moved.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  return BigInt(digits) % 97n === 1n;
}

/** ISO 7812: what payment cards and SIRET numbers have in common. */
function isLuhn(found: string): boolean {
  const digits = digitsOf(found).split('').toReversed().map(Number);
  const sum = digits.reduce((total, digit, place) => {
    const doubled = place % 2 === 1 ? digit * 2 : digit;
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return digits.length >= 13 && sum % 10 === 0;
}

function isToken(found: string): boolean {
  const digits = digitsOf(found).length;
  if (found.length >= 24) return digits >= 3 && /[a-z]/i.test(found);
  return digits >= 6 && !/^\d{4}-\d{2}-\d{2}$/.test(found);
}
