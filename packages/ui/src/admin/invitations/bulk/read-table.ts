import { BULK_BYTES_MAX, BULK_ROWS_MAX } from '@guilde/contracts/bulk-invitations/rules.ts';
import { decoded, linesOf } from '../../../files/table-text.ts';

export type Table = { lines: string[][] };
type Problem = { problem: string };

const TOO_LARGE =
  'Cette liste dépasse 1\u00a0Mo\u00a0: retire des colonnes, ou coupe-la en plusieurs listes.';
const TOO_LONG = `Cette liste dépasse ${BULK_ROWS_MAX.toLocaleString('fr-FR')} lignes\u00a0: coupe-la en plusieurs listes.`;
const NO_TEXT = 'Ce fichier n’est pas du texte\u00a0: dans ton tableur, enregistre la liste au format CSV.';
const EMPTY = 'Cette liste est vide.';

/** Discourse packs its lists. A small file may hold gigabytes, of which no more is unpacked than a list may have. */
async function unpacked(file: Blob): Promise<Blob> {
  const bytes = new Uint8Array(await file.slice(0, BULK_BYTES_MAX).arrayBuffer());
  const { body } = new Response(bytes);
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b || !body) return file;
  const reader = body.pipeThrough(new DecompressionStream('gzip')).getReader();
  const parts: BlobPart[] = [];
  for (let size = 0; size <= BULK_BYTES_MAX; ) {
    const { value } = await reader.read();
    if (!value) return new Blob(parts);
    parts.push(value);
    size += value.length;
  }
  await reader.cancel();
  return new Blob(parts);
}

/** Reads no more of a file than a list may have, so that a huge one is refused at once. */
export async function readFile(chosen: Blob): Promise<Table | Problem> {
  const file = await unpacked(chosen).catch(() => chosen);
  const bytes = new Uint8Array(await file.slice(0, BULK_BYTES_MAX).arrayBuffer());
  const text = decoded(bytes);
  if (text === null) return { problem: NO_TEXT };
  return file.size > BULK_BYTES_MAX ? { problem: TOO_LARGE } : readText(text);
}

/** Reads what was pasted, or is in a file. */
export async function readText(typed: string): Promise<Table | Problem> {
  if (typed.length > BULK_BYTES_MAX) return { problem: TOO_LARGE };
  // The header takes one more line, and another one shows that there are too many.
  const read = await linesOf(typed, BULK_ROWS_MAX + 2);
  if ('problem' in read) return read;
  if (read.lines.length > BULK_ROWS_MAX + 1) return { problem: TOO_LONG };
  return read.lines.length === 0 ? { problem: EMPTY } : read;
}
