import {
  FILE_NAME_MAX,
  FILE_TYPES,
  type FileType,
  RESERVED_NAME,
  SPECIAL_IN_NAMES,
} from '@guilde/contracts/files/rules.ts';
import { beginning, normalized, plainLine } from '@guilde/contracts/text.ts';

const FOLDERS = /^.*[/\\]/s;
const EXTENSION = /\.([a-z\d]{1,5})$/i;
/** These endings are redundant beside the one that the content gives. */
const KNOWN = /^(png|jpe?g|jpe|mpo|webp|gif|heic|heif|avif|bmp|pdf|csv|xlsx?|docx?|pptx?|od[stp]|txt|xml)$/i;
/** No program runs a text with one of these endings. A mail (.eml) could carry any file. */
const TEXTS = /^(csv|tsv|tab|txt|log|json|ics|vcf|md)$/i;

/** The name has no folders or control of direction, and the ending of the content or of a text. */
export function fileName(given: string, type: FileType): string {
  const bare = plainLine(given)
    .replace(FOLDERS, '')
    .replace(SPECIAL_IN_NAMES, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const [, ending = ''] = EXTENSION.exec(bare) ?? [];
  const isText = type.startsWith('text/') && TEXTS.test(ending);
  const extension = isText ? ending.toLowerCase() : FILE_TYPES[type].extension;
  const stem = (isText || KNOWN.test(ending) ? bare.slice(0, -ending.length - 1) : bare)
    .replace(/^[.\s]+/, '')
    .replace(/(?<![.\s])[.\s]+$/, '');
  const kept = beginning(stem, FILE_NAME_MAX - extension.length - 1);
  const isUsable = kept !== '' && !RESERVED_NAME.test(kept);
  return `${isUsable ? kept : 'fichier'}.${extension}`;
}

/** Old programs read the plain name of `Content-Disposition`. */
export function attachment(name: string): string {
  const plain = normalized(name, 'NFD')
    .replace(/[^\x20-\x7e]/g, '')
    .replace(/["\\%]/g, '_');
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
