import { AppError } from '@guilde/contracts/errors.ts';
import type { FileType } from '@guilde/contracts/files/rules.ts';
import { entryNames } from './zip-names.ts';

/** A `picture` is encoded again; the others are stored unchanged and never opened. */
export type Content = 'picture' | Exclude<FileType, 'image/webp' | `audio/${string}`>;

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const PICTURES = [
  [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  [0xff, 0xd8, 0xff],
  [...Buffer.from('GIF8')],
];
const MACROS = /(^|\/)(vbaProject[^/]*|[^/]*\.xlm|macrosheets\/.*)$/i;
/** A browser could run pages and scripts. */
const MARKUP = /^(<[!?a-z/]|%!|#!)/i;
/** Tab, line feed, form feed and carriage return are the control characters of texts. */
const BINARY = /[^\t\n\f\r -\u00ff]/;

/** Only a table needs its name. Throws FILE_TYPE_REFUSED, FILE_HAS_MACROS. */
export function contentOf(bytes: Uint8Array, name: string): Content {
  const starts = (...signature: number[]) => signature.every((byte, at) => bytes[at] === byte);
  const ascii = (from: number, to: number) => Buffer.from(bytes.subarray(from, to)).toString('latin1');
  if (PICTURES.some((signature) => starts(...signature))) return 'picture';
  if (ascii(0, 4) === 'RIFF' && ascii(8, 12) === 'WEBP') return 'picture';
  if (ascii(0, 5) === '%PDF-') return 'application/pdf';
  if (starts(0x50, 0x4b, 0x03, 0x04)) return office(bytes);
  if (isText(bytes)) return /\.csv$/i.test(name) ? 'text/csv' : 'text/plain';
  throw new AppError('FILE_TYPE_REFUSED');
}

/** The names in the directory decide; nothing is unpacked. */
function office(bytes: Uint8Array): Content {
  const names = entryNames(bytes);
  if (names?.includes('[Content_Types].xml')) {
    if (names.some((name) => MACROS.test(name))) throw new AppError('FILE_HAS_MACROS');
    if (names.includes('xl/workbook.xml')) return XLSX;
    if (names.includes('word/document.xml')) return DOCX;
  }
  throw new AppError('FILE_TYPE_REFUSED');
}

/** French spreadsheets write Windows-1252. */
function isText(bytes: Uint8Array): boolean {
  const text = Buffer.from(bytes).toString('latin1');
  // For a text of only spaces, a pattern with `\s*` would try each place again.
  return !BINARY.test(text) && !MARKUP.test(text.replace(/^\xef\xbb\xbf/, '').trimStart());
}
