import { DATE, digitsOf, MASKS, type Rule, UNIT } from './mask-rules.ts';

const AT =
  '\\s(?:at|arr?obase?)\\s|\\s?[([{<]\\s?(?:at|arr?obase?|@)\\s?[)\\]}>]\\s?|[-_*](?:at|arr?obase?)[-_*]';
const SPELLED_DOT =
  '\\s(?:dot|point)\\s|\\s?[([{]\\s?(?:dot|point|\\.)\\s?[)\\]}]\\s?|[-_*](?:dot|point)[-_*]';
const DOT = `${SPELLED_DOT}|\\s?\\.\\s?`;
const TLD =
  '(?:app|be|biz|boutique|bzh|ca|ch|com|co|de|dev|es|eu|fr|info|io|it|lu|me|net|nl|online|org|paris|pro|pt|re|shop|site|store|tech|uk)(?![\\p{L}\\d])';
const PROVIDER =
  '(?:gmail|googlemail|hotmail|outlook|yahoo|wanadoo|orange|free|sfr|bbox|laposte|icloud|live|msn|proton|protonmail|gmx|aol)(?![\\p{L}\\d])';
/** A label ends before a spelled dot, so that « a-dot-b » has one reading (linear time). */
const LABEL = '(?:[\\p{L}\\d]|-(?!(?:dot|point)[-_*])){1,63}';
const LOCAL = '(?<![\\p{L}\\d._+-])[\\p{L}\\d._+-]+';

export const EMAILS: Rule[] = [
  {
    pattern:
      /(?<![\p{L}\d.!#$%&'*+/=?^_`{|}~-])[\p{L}\d.!#$%&'*+/=?^_`{|}~-]+(?:@\s?|\s@\s)(?:[\p{L}\d-]{1,63}\.){1,6}\p{L}[\p{L}\d-]{1,62}/gu,
    mask: MASKS.email,
  },
  {
    // It matches « claire (at) exemple point fr », « claire at gmail dot com », « claire @ gmail . com ».
    pattern: new RegExp(`${LOCAL}(?:${AT}|\\s?@\\s?)(?:${LABEL}(?:${DOT})){1,4}${TLD}`, 'giu'),
    mask: MASKS.email,
  },
  // It matches « claire chez gmail point com », but « chez exemple.fr » is a shop.
  {
    pattern: new RegExp(`${LOCAL}\\schez\\s(?:${LABEL}(?:${SPELLED_DOT})){1,4}${TLD}`, 'giu'),
    mask: MASKS.email,
  },
  {
    pattern: new RegExp(`${LOCAL}(?:${AT}|\\s?@\\s?)${PROVIDER}`, 'giu'),
    mask: MASKS.email,
  },
  // It matches « x a v @ g m a i l . c o m ».
  { pattern: /(?<!\S)(?:[\p{L}\d._-]\s){2,40}@(?:\s[\p{L}\d.-](?!\S)){4,40}/gu, mask: MASKS.email },
];

const SPACE = '[\\s./_()·\\u2010-\\u2015-]{0,3}';
const BEFORE_PHONE = '(?<![\\d+])(?<!\\d{4}[-/.](?:\\d{1,2}[-/.])?)';
const DIGIT_WORDS =
  'z[ée]ro|une?|deux|trois|quatre|cinq|six|sept|huit|neuf|dix|onze|douze|treize|quatorze|quinze|seize|vingts?|trente|quarante|cinquante|soixante|et';

export const PHONES: Rule[] = [
  // It matches 06 12 34 56 78 and 06*12*34*56*78: the sign between the pairs is the same.
  {
    pattern: /(?<![\d+])0[1-9]([\s./:,*|·\u2010-\u2015-])\d{2}(?:\1\d{2}){3}(?!\1?\d)/g,
    mask: MASKS.phone,
  },
  // It matches +33 6 12 34 56 78, 0033 (0)6 12 34 56 78, 33 6 12 34 56 78.
  {
    pattern: new RegExp(
      `\\(?(?<![\\d+])(?:(?:\\+\\s?|00)33${SPACE}(?:0${SPACE})?[1-9]|33${SPACE}(?:0${SPACE})?[67])(?:${SPACE}\\d){8}\\d*`,
      'g',
    ),
    mask: MASKS.phone,
  },
  // It matches 06 1234 5678, (06) 12 34 56 78, 0 6 1 2 3 4 5 6 7 8 and O6 12 34 56 78, but neither dates nor
  // « 0.10 0.25 0.50 1 ».
  {
    pattern: new RegExp(
      `${BEFORE_PHONE}\\(?(?!${DATE}|0\\.\\d{1,2}\\s\\d\\.\\d|\\d{1,2}(?:[./-]\\d{1,2})?\\s\\(?0[1-9](?:${SPACE}\\d){8})(?:0|(?<!\\p{L})o(?=\\d))${SPACE}[1-9](?:${SPACE}\\d){8}\\d*`,
      'giu',
    ),
    mask: MASKS.phone,
  },
  // It matches +32 470 12 34 56, but not « +150 000 000 de vues ».
  {
    pattern: new RegExp(
      `(?<![\\d+])(?:\\+|00)[1-9]\\d{0,2}(?:[\\s.()-]{0,3}\\d){6,12}(?!\\d|${UNIT})`,
      'giu',
    ),
    mask: (found) => {
      const isAmount = digitsOf(found).length < 9 || /^\+\d{1,3}(?:[\s.]\d{3})*[\s.]000$/.test(found);
      return isAmount ? found : MASKS.phone;
    },
  },
  {
    // It matches « tél. 6 12 34 56 78 ».
    pattern: new RegExp(
      `(?<![\\p{L}[])((?:t[ée]l(?:[ée]phone)?|portable|mobile|gsm|whatsapp|sms|fax)(?!\\p{L})[^\\d\\n+[]{0,20})(?!${DATE})\\d(?:${SPACE}\\d){8,12}(?!\\d|${UNIT})`,
      'giu',
    ),
    mask: (_, label) => `${label}${MASKS.phone}`,
  },
  {
    // It matches « zéro six douze trente-quatre cinquante-six soixante-dix-huit » and « 06 douze 34 56 78 ».
    pattern: new RegExp(
      `(?<![\\p{L}\\d])(?:z[ée]ro|0\\d?)(?:[\\s,.-]{1,2}(?:\\d{1,2}(?!\\d)|(?:${DIGIT_WORDS})(?!\\p{L}))){4,16}`,
      'giu',
    ),
    mask: (found) => (/\p{L}/u.test(found) ? MASKS.phone : found),
  },
];

const STREETS =
  'rue|r\\.|avenue|av\\.|ave\\.?|boulevard|bd|bld|blvd|impasse|all[ée]es?|quai|chemin(?! de fer)|faubourg|lotissement|lieu-dit';
/** These words are streets only before a name: « 12 cours de marketing » is none. */
const MAYBE_STREETS = 'place|route|cours|square|passage|r[ée]sidence';
const AFTER_STREET =
  'et|est|sont|[àa]|au|mais|pour|avec|qui|que|ou|où|car|donc|chez|dans|en|il|elle|je|on|[nv]ous|merci|depuis|puis|ça|ce|ne|pas';
const STREET_WORD = `\\s(?!\\d{5}|(?:${AFTER_STREET})(?![\\p{L}]))(?:(?:St|Ste|Gén|Mal|Dr|Pr)\\.|[\\p{L}\\d'’-]{1,30})`;
const DOOR =
  "\\d{1,4}(?:\\s?[-/]\\s?\\d{1,4})?(?:\\s?(?:bis|ter|quater|[a-d]))?,?\\s(?:de la |du |de l['’])?";
const FLOOR = '(?:,?\\s(?:b[âa]t|appt?|apt|[ée]tage|esc|porte)[\\p{L}.]{0,10}\\s[\\p{L}\\d]{1,10}){0,3}';
const TOWN = `(?:\\s?[,\\n-]\\s?|\\s)\\d{5}(?:${STREET_WORD})?`;

export const ADDRESSES: Rule[] = [
  {
    pattern: new RegExp(
      `(?<![\\p{L}\\d])${DOOR}(?:${STREETS})(?:${STREET_WORD}){1,5}${FLOOR}(?:${TOWN})?`,
      'giu',
    ),
    mask: MASKS.address,
  },
  {
    pattern: new RegExp(
      `(?<![\\p{L}\\d])(?:${DOOR})?(?:${STREETS}|${MAYBE_STREETS})(?:${STREET_WORD}){1,6}?${FLOOR}${TOWN}(?!\\d|${UNIT})`,
      'giu',
    ),
    mask: MASKS.address,
  },
  {
    pattern: new RegExp(
      `(?<![\\p{L}\\d])${DOOR}(?:[Pp]lace|[Rr]oute|[Cc]ours|[Ss]quare|[Pp]assage|[Rr]ésidence)(?:\\s(?:de|du|des|la|le|les)){0,3}\\s(?:[dl]['’])?\\p{Lu}[\\p{L}'’-]{1,30}(?:\\s\\p{Lu}[\\p{L}'’-]{1,30}){0,3}`,
      'gu',
    ),
    mask: MASKS.address,
  },
];
