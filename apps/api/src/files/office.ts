import { AppError } from '@guilde/contracts/errors.ts';
import type { FileType } from '@guilde/contracts/files/rules.ts';
import { refused } from './refused-content.ts';
import { characterReferences, decoded } from './texts.ts';
import { unpacked, type ZipEntry, zipEntries } from './zip-directory.ts';

/** The list of parts is some kilobytes; nothing else of a document is unpacked. */
const LIST_BYTES_MAX = 1024 * 1024;
const MIMETYPE_BYTES_MAX = 100;

const MACRO_NAMES = /(^|\/)(vbaproject[^/]*|[^/]*\.xlm|macrosheets\/.*)$/;
/** LibreOffice writes these folders only with macros. */
const OPEN_DOCUMENT_MACROS = /^(basic|scripts)\//;
/** Whatever the parts are called, their list says what they are. */
const MACRO_TYPES = /macroenabled|vbaproject|ms-office\.vba|ms-excel\.(intl)?macrosheet/i;
const BINARY_WORKBOOK = 'sheet.binary.macroenabled.main';

const OFFICE_TYPES = {
  'spreadsheetml.sheet.main+xml': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'wordprocessingml.document.main+xml':
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'presentationml.presentation.main+xml':
    'application/vnd.openxmlformats-officedocument.presentationml.presentation',
} as const satisfies Record<string, FileType>;

const OPEN_DOCUMENT_TYPES = [
  'application/vnd.oasis.opendocument.spreadsheet',
  'application/vnd.oasis.opendocument.text',
  'application/vnd.oasis.opendocument.presentation',
] as const satisfies FileType[];

export type OfficeType =
  | (typeof OFFICE_TYPES)[keyof typeof OFFICE_TYPES]
  | (typeof OPEN_DOCUMENT_TYPES)[number];

/** Throws FILE_TYPE_REFUSED, FILE_HAS_MACROS. */
export function officeDocument(bytes: Uint8Array): OfficeType {
  const entries = zipEntries(bytes);
  if (entries === null) throw refused('damaged');
  const entry = (name: string) => entries.find((one) => one.name === name);
  if (entries.some(({ name }) => MACRO_NAMES.test(name))) throw new AppError('FILE_HAS_MACROS');
  const list = entry('[content_types].xml');
  if (list) return officeType(listed(bytes, list));
  if (entries.some(({ name }) => name.endsWith('.iwa'))) throw refused('apple');
  const mimetype = entry('mimetype');
  const type =
    mimetype &&
    Buffer.from(unpacked(bytes, mimetype, MIMETYPE_BYTES_MAX) ?? [])
      .toString()
      .trim();
  const known = OPEN_DOCUMENT_TYPES.find((one) => one === type);
  if (!known) throw refused('archive');
  if (entries.some(({ name }) => OPEN_DOCUMENT_MACROS.test(name))) throw new AppError('FILE_HAS_MACROS');
  if (entry('encrypted-package')) throw refused('locked');
  return known;
}

function listed(bytes: Uint8Array, list: ZipEntry): string {
  const content = unpacked(bytes, list, LIST_BYTES_MAX);
  const text = content && decoded(content);
  if (!text) throw refused('damaged');
  return characterReferences(text).toLowerCase();
}

function officeType(list: string): OfficeType {
  if (list.includes(BINARY_WORKBOOK)) throw refused('oldOffice');
  if (MACRO_TYPES.test(list)) throw new AppError('FILE_HAS_MACROS');
  const found = Object.entries(OFFICE_TYPES).find(([main]) => list.includes(main));
  // Entities could hide a type.
  if (!found || list.includes('<!doctype')) throw refused(found ? 'damaged' : 'archive');
  return found[1];
}
