import { isLuhn } from '@guilde/contracts/profiles/rules.ts';
import { isSeries } from './bank-numbers.ts';
import { AMOUNT, DATE, digitsOf, MASKS, type Rule, UNIT, YEAR } from './mask-rules.ts';
import { isToken, KEY_LENGTH } from './token-detection.ts';

export const SECRETS: Rule[] = [
  {
    pattern:
      /(?<![\p{L}\d])(?:(?:(?:sk|pk|rk|rzp)_(?:live|test)|whsec|shp(?:at|ca|pa|ss|tka)|gh[pousr]|github_pat|glpat|xox[abeoprs])[_-][\w-]{8,}|(?:AKIA|ASIA)[A-Z\d]{12,}|AIza[\w-]{20,}|ya29\.[\w-]{10,}|EAA[A-Za-z\d]{20,})/gu,
    mask: MASKS.secret,
  },
  // These are JSON web tokens and SendGrid's keys.
  { pattern: /(?<![\w-])(?:eyJ[\w-]{5,}|SG\.[\w-]{10,})(?:\.[\w-]{5,}){1,4}/g, mask: MASKS.secret },
  {
    pattern:
      /(?<!\p{L})(mot de passe|mdp|password|cl[ée](?: (?:api|secr[èe]te|priv[ée]e))?|token|api key)(\s?(?::|=|est)\s?)(?=[^\s\d]{0,60}\d|[^\s!@#$%&*+]{1,60}[!@#$%&*+][^\s])[^\s[\]]{6,400}/giu,
    mask: (_, label, link) => `${label}${link}${MASKS.secret}`,
  },
  {
    pattern: /(?<![\p{L}\d_-])[a-z\d_-]{20,}(?![\p{L}\d_-])/giu,
    mask: (found) =>
      /[a-z]/i.test(found) && isToken(found) && (found.length >= KEY_LENGTH || !/^[A-Z\d-]+$/.test(found))
        ? MASKS.secret
        : found,
  },
];

export const ACCOUNTS: Rule[] = [
  // These are French VAT numbers.
  {
    pattern: /(?<![\p{L}\d])FR[\s.-]?[\dA-HJ-NP-Z]{2}(?:[\s.-]?\d){9}(?![\s.-]?\d)/giu,
    mask: MASKS.company,
  },
  // These are IBANs of other countries, and remains of any: key, then groups of four.
  {
    pattern:
      /(?<![\p{L}\d_-])[A-Z]{2}[\s.-]?\d{2}(?:[\s.-]{0,2}(?=[A-Z]{0,4}\d)[A-Z\d]{4}){2,7}(?:[\s.-]{0,2}[A-Z\d]{1,3})?(?![\p{L}\d_])/gu,
    mask: (found) => (digitsOf(found).length >= 10 ? MASKS.bank : found),
  },
  {
    pattern: /(?<!\p{L})(B[Ii][Cc]|bic|S(?:WIFT|wift)|swift)(\s?:?\s?)[A-Z]{6}[A-Z\d]{2,5}(?![\p{L}\d])/gu,
    mask: (_, label, link) => `${label}${link}${MASKS.bank}`,
  },
  // A RIB has bank, branch, account and key.
  {
    pattern: /(?<!\d)\d{5}[\s.-]{0,2}\d{5}[\s.-]{0,2}[\dA-Z]{11}[\s.-]{0,2}\d{2}(?![\p{L}\d])/giu,
    mask: MASKS.bank,
  },
  {
    pattern: /(?<!\d)(?:\d{4}([\s._/-]{1,2})\d{4}\1\d{4}\1\d{4}|3[47]\d{2}[\s.-]\d{6}[\s.-]\d{5})(?!\d)/g,
    mask: (found) => (isSeries(found) ? found : MASKS.card),
  },
  { pattern: /(?<!\d)\d{3}[\s.-]\d{3}[\s.-]\d{3}[\s.-]\d{5}(?!\d)/g, mask: MASKS.company },
  {
    pattern: /(?<!\d)\d(?:[\s.-]?\d){12,18}(?!\d)/g,
    mask: (found) => {
      const isPhone = /^0\d(?:\D\d\d)+$/.test(found);
      if (isPhone || !isLuhn(digitsOf(found)) || isSeries(found)) return found;
      return digitsOf(found).length === 14 ? MASKS.company : MASKS.card;
    },
  },
  {
    pattern: new RegExp(
      `(?<!\\p{L})((?:siren|siret|tva|vat|rcs)(?!\\p{L})[^\\d\\n[]{0,30}?)(?:[A-Z]{2,3}[\\s.-]?)?\\d(?:[\\s.-]?\\d){8,13}(?!\\d|${UNIT})`,
      'giu',
    ),
    mask: (_, label) => `${label}${MASKS.company}`,
  },
  {
    // A SIREN is neither a round number nor a quantity.
    pattern: new RegExp(
      `(?<![\\d+]|\\d[\\s.,])\\d{3}([\\s.])\\d{3}\\1(?!000)\\d{3}(?!\\d|\\1\\d|${UNIT})`,
      'giu',
    ),
    mask: (found) => (isLuhn(digitsOf(found)) ? MASKS.company : found),
  },
  // It is a French social security number.
  {
    pattern: /(?<!\d)[12][\s.]\d{2}[\s.]\d{2}[\s.](?:\d{2}|2[AB])[\s.]\d{3}[\s.]\d{3}(?:[\s.]\d{2})?(?!\d)/gi,
    mask: MASKS.number,
  },
];

// Parcels go before telephones, because they are more specific.
export const PARCELS: Rule[] = [
  {
    pattern: /(?<!\p{L})(colissimo|chronopost|mondial relay|dpd|gls|ups)(\s?[^\d\n[]{0,10})\d{8,}(?!\d)/giu,
    mask: (_, label, link) => `${label}${link}${MASKS.number}`,
  },
  {
    // These are UPS, Colissimo and international parcels.
    pattern:
      /(?<![\p{L}\d])(?:1Z(?:[\s-]?[A-Z\d]){16}|[5-9][A-Z](?:[\s-]?\d){11}|[A-Z]{2}(?:[\s-]?\d){9}[\s-]?[A-Z]{2})(?![\p{L}\d])/gu,
    mask: MASKS.number,
  },
];

const LABELS =
  'commandes?|cde|cmd|order|invoice|facture|avoir|devis|suivi|tracking|colis|dossier|ticket|r[ée]f(?:[ée]rence)?s?|transaction|paiement|contrat|cliente?|num[ée]ro|n[°º]|no\\.';
/** These words announce a number without « n° ». */
const BARE_LABELS =
  'commandes?|cde|cmd|order|invoice|factures?|devis|suivi|tracking|colis|dossier|tickets?|r[ée]f(?:[ée]rence)?|transaction|contrat|cliente?|num[ée]ro|bordereau';
/** These words make a number a quantity or a date. */
const QUANTITY_WORDS =
  '[àa]|de|du|des|d[èe]s|en|entre|sur|par|pour|sous|avant|apr[èe]s|depuis|environ|moyenne?|mini?(?:mum)?|maxi?(?:mum)?|jusqu|plus|moins|fait|vaut|co[ûu]te|et|ou|avec|sans|il|vers';
const NUMBER =
  '(?:\\d{1,3}(?:[\\s.]\\d{3}){1,3}(?!\\d)|\\d{4}[a-z\\d_/-]{0,60}|[a-z]{1,6}[-_]?\\d{3}[a-z\\d_/-]{0,60}|\\d{1,3}-\\d[\\d-]{1,30})';
const NO_NUMBER = `(?!${DATE}|${YEAR}|${AMOUNT})`;

export const NUMBERS: Rule[] = [
  {
    // It matches « commande n° 4512 », « dossier : 77-31-B ».
    pattern: new RegExp(
      `(?<![\\p{L}])(${LABELS})(\\s?(?:(?:n[°º]|no\\.|num[ée]ro|#|:|est le|est)\\s?){1,3}[(«"“*#]?\\s?)(?!${DATE}|${AMOUNT})([\\p{L}\\d][\\p{L}\\d_/.-]{2,200})`,
      'giu',
    ),
    mask: (found, label, link, id) => {
      const isYear = /^(?:19|20)\d{2}\.?$/.test(id) && !/[#°º]|no\.|num/i.test(label + link);
      if (digitsOf(id).length < 3 || isYear) return found;
      return `${label}${link}${MASKS.number}${id.endsWith('.') ? '.' : ''}`;
    },
  },
  {
    // It matches « ma commande 100234 », « la cde Shopify (4512) », but neither years nor amounts.
    pattern: new RegExp(
      `(?<![\\p{L}])((?:${BARE_LABELS})(?:\\s(?!(?:${QUANTITY_WORDS})(?!\\p{L}))[\\p{L}'’-]{1,25}(?=[\\s:(«"“*#[]))?[\\s:,]{0,2}[(«"“*#[]{0,2}\\s?)${NO_NUMBER}${NUMBER}(?:\\s?(?:[,;/&]|et|ou|puis|à)\\s?#?${NO_NUMBER}\\d{4,20}(?!\\d)){0,20}`,
      'giu',
    ),
    mask: (_, label) => `${label}${MASKS.number}`,
  },
  {
    // It does not match « loi n° 2004-575 ».
    pattern:
      /(?<![\p{L}]|(?:loi|article|d[ée]cret|directive|r[èe]glement|ordonnance|arr[êe]t[ée])\s)(n[°º]\s?)[A-Z]{0,4}-?\d[\dA-Z/-]{2,200}/giu,
    mask: (_, label) => `${label}${MASKS.number}`,
  },
  {
    pattern: new RegExp(`(?<![\\p{L}\\d&])#\\s?(?!${YEAR})[A-Z]{0,4}-?\\d{3,20}(?![\\p{L}\\d])`, 'giu'),
    mask: MASKS.number,
  },
  {
    // It matches CMD-2024-0012 and FA_2024_113, but not « SOLDES-2024 ».
    pattern:
      /\b(?!ISO|EN-|NF-|RFC|UTF|CVE)[A-Z]{2,8}[-_/](?:[A-Z0-9]{1,12}[-_/]){0,3}\d{2,12}[A-Z0-9]{0,6}\b/g,
    mask: (found) =>
      digitsOf(found).length >= 4 && !/^[A-Z]+[-_/](?:19|20)\d{2}$/.test(found) ? MASKS.number : found,
  },
  {
    // It matches long words with digits.
    pattern: new RegExp(`(?<![\\p{L}\\d_-])(?!\\d[\\d-]*(?:${UNIT}))[a-z\\d_-]{10,}(?![\\p{L}\\d_-])`, 'giu'),
    mask: (found) => {
      if (!isToken(found)) return found;
      return found.length >= KEY_LENGTH ? MASKS.secret : MASKS.number;
    },
  },
  { pattern: new RegExp(`(?<!\\d|\\d[.,])\\d{9,}(?!\\d|${UNIT})`, 'giu'), mask: MASKS.number },
];
