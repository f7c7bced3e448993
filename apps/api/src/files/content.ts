import { AppError } from '@guilde/contracts/errors.ts';
import type { FileType } from '@guilde/contracts/files/rules.ts';
import { markupOf } from './markup.ts';
import { officeDocument } from './office.ts';
import { refusalOf, refused } from './refused-content.ts';
import { decoded } from './texts.ts';

/** A `picture` is encoded again; the others are stored unchanged and never opened. */
export type Content = 'picture' | Exclude<FileType, 'image/webp' | `audio/${string}`>;

const PICTURES = ['\x89PNG\r\n\x1a\n', '\xff\xd8\xff', 'GIF8'];
/** Readers of PDF look for its start here. */
const PDF_HEAD = 1024;
const PDF_TAIL = 2048;
const TABLE = /\.(csv|tsv|tab|xls)$/i;
/** Word and Excel keep macros in their XML too. */
const XML_MACROS = /vbaProject|editdata\.mso|docSuppData/i;

/** Only a table needs its name. Throws FILE_TYPE_REFUSED, FILE_HAS_MACROS. */
export function contentOf(bytes: Uint8Array, name: string): Content {
  const latin1 = (from: number, to?: number) => Buffer.from(bytes.subarray(from, to)).toString('latin1');
  const head = latin1(0, PDF_HEAD);
  if (PICTURES.some((signature) => head.startsWith(signature))) return 'picture';
  if (head.startsWith('RIFF') && head.startsWith('WEBP', 8)) return 'picture';
  if (head.startsWith('PK\x03\x04')) return officeDocument(bytes);
  if (isPdf(head, latin1(-PDF_TAIL))) return 'application/pdf';
  const text = decoded(bytes);
  if (text === null) throw refusalOf(bytes);
  return textType(text, name);
}

/** Some programs write an empty line, a mark or their own head before it. */
function isPdf(head: string, tail: string): boolean {
  if (head.startsWith('%PDF-')) return true;
  return head.includes('%PDF-') && tail.includes('startxref') && !/^(\s|\xef\xbb\xbf)*(<|#!|MZ)/.test(head);
}

function textType(text: string, name: string): Content {
  if (/^(#!|%!PS)/.test(text)) throw refused('program');
  const markup = markupOf(text);
  if (markup === 'page') throw refused('page');
  if (markup === 'unsure') throw refused('unsure');
  if (markup === 'xml') {
    if (XML_MACROS.test(text)) throw new AppError('FILE_HAS_MACROS');
    return 'application/xml';
  }
  return TABLE.test(name) ? 'text/csv' : 'text/plain';
}
