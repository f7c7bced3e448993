import { MASKS } from './mask-rules.ts';

/** It matches « Dupont », « de La Tour », « D. ». */
const NAME = String.raw`(?:(?:de|du|des|la|le|van|von|el|ben)\s|d['’]){0,3}\p{Lu}(?:[\p{L}'’-]{1,30}|\.)`;
const NAMES = String.raw`${NAME}(?:\s${NAME}){0,2}`;
/** Masks of members, and brands that begin with a title, are no names. */
const NOT_A_NAME =
  '(?!(?:Membre|Boutique|Monsieur|Madame|Mademoiselle|Bricolage|Cuisine|Propre|Figaro|Martens|Oetker|Too)(?!\\p{L}))';
const TITLES =
  'MM?\\.|Mr\\.?|Mme\\.?|MME\\.?|Mlle|MLLE|Mrs\\.?|Monsieur|Madame|Mademoiselle|Messieurs|Mesdames|Ma[îi]tre|Me|Dr\\.?|Docteur|monsieur|madame|mademoiselle';
const NO_NAME =
  'la|le|les|et|est|ou|qui|que|a|à|de|du|je|on|il|elle|[nv]ous|dit|pour|avec|dans|sur|ne|se|me|souhaite|veut|demande';

const RULES: { pattern: RegExp; stands: string }[] = [
  {
    // It matches « Mme Dupont », and « Mme Claire Dupont » when only Claire is known.
    pattern: new RegExp(
      `(?<![\\p{L}\\d&.]|\\d\\s)(${TITLES})(\\s?)${NOT_A_NAME}(?:\\uE000M\\d*\\uE001\\s)?${NAMES}(?:\\set\\s(?!(?:${TITLES})\\s)${NAME})?`,
      'gu',
    ),
    stands: `$1$2${MASKS.person}`,
  },
  {
    pattern: new RegExp(
      `(?<![\\p{L}\\d])(mme|mlle|mr)(\\.?\\s)(?!(?:${NO_NAME})(?!\\p{L}))[\\p{L}'’-]{2,30}`,
      'gu',
    ),
    stands: `$1$2${MASKS.person}`,
  },
  {
    // It matches « nom : Dupont », « destinataire : Sophie Durand », « je m’appelle Sophie ».
    pattern: new RegExp(
      `(?<!\\p{L})((?:[Nn]om|[Pp]r[ée]nom|[Nn]om et pr[ée]nom|[Dd]estinataire|[Tt]itulaire|[Bb][ée]n[ée]ficiaire)\\s?:\\s?|m['’]appelle\\s)${NOT_A_NAME}${NAMES}`,
      'gu',
    ),
    stands: `$1${MASKS.person}`,
  },
  {
    // It matches « cliente : Sophie Durand », « au nom de Sophie Durand »: a single word could be anything.
    pattern: new RegExp(
      `(?<!\\p{L})((?:[Cc]liente?|[Aa]cheteu(?:r|se)|[Cc]ontact|[Gg][ée]rante?)\\s?:\\s?|[Aa]u nom de\\s)${NOT_A_NAME}${NAME}\\s${NAMES}`,
      'gu',
    ),
    stands: `$1${MASKS.person}`,
  },
  {
    // The name is below a letter.
    pattern: new RegExp(
      `(?<!\\p{L})((?:[Cc]ordialement|[Bb]ien à (?:vous|toi)|[Bb]onne journée|[Bb]elle journée|[Ss]incèrement)[,.!]?\\s?\\n{1,3})${NOT_A_NAME}${NAME}(?:[ -]${NAME}){0,2}(?=\\s?(?:\\n|$))`,
      'gu',
    ),
    stands: `$1${MASKS.person}`,
  },
  {
    // It matches « la commande de Membre 1 4512 ».
    pattern:
      /(?<!\p{L})((?:[Cc]ommande|[Cc]de|[Ff]acture|[Tt]icket|[Cc]olis|[Dd]ossier)\s(?:de|à|pour)\s(?:[\p{L}.]{1,12}\s)?(?:\uE000M\d*\uE001|\[nom\])[\s:,(#]{1,3})\d{4,20}(?!\d)/gu,
    stands: `$1${MASKS.number}`,
  },
];

export function hideUnknownNames(text: string): string {
  return RULES.reduce((current, { pattern, stands }) => current.replaceAll(pattern, stands), text);
}
