import { decoded, linesOf } from '../files/table-text.ts';
import { decimalSignIn, IN_EUROS, isForeign, namesForeign, numberIn } from './numbers.ts';

/** `sum` is null for a column that is not all numbers; `different` counts its different cells. */
export type ExportColumn = { name: string; sum: number | null; different: number };
export type Export = { lines: number; columns: ExportColumn[] } | { problem: string };

export const EXPORT_BYTES_MAX = 20 * 1024 * 1024;
const LINES_MAX = 200_000;
const COLUMNS_MAX = 120;
const TOO_LONG = 'Cet export dépasse 200\u00a0000 lignes\u00a0: exporte le trimestre seulement.';
const NO_TEXT = 'Ce fichier n’est pas un tableau CSV\u00a0: exporte-le de nouveau, au format CSV.';
const EMPTY = 'Ce tableau n’a pas de ligne sous ses titres.';

/** Analytics write a sum below or above the lines, which would count twice. */
const TOTAL = /^(?:grand total|total général|totals?|totaux|summary)$/i;
const NONE = /^(?:[-–—]*|n\/?a|null)$/i;

/** It runs in a worker, because the bytes are a stranger's. Only sums and counts come back from it. */
export async function readExport(bytes: Uint8Array): Promise<Export> {
  const text = decoded(bytes);
  if (text === null) return { problem: NO_TEXT };
  // Google Analytics writes remarks above the titles, and further tables below the first.
  const [first = ''] = text.replace(/^(?:(?:#(?: [^\n]*)?)?\r?\n)+/, '').split(/\r?\n# /, 1);
  const read = await linesOf(first, LINES_MAX + 2);
  if ('problem' in read) return read;
  if (read.lines.length > LINES_MAX + 1) return { problem: TOO_LONG };
  const [titles = [], ...all] = read.lines;
  const lines = all.filter(
    (cells) => cells.some((cell) => cell.trim() !== '') && !cells.some((cell) => TOTAL.test(cell.trim())),
  );
  if (lines.length === 0) return { problem: EMPTY };
  if (titles.some(namesForeign) || lines.some((cells) => cells.some(isForeign))) return { problem: IN_EUROS };
  const columns = titles.slice(0, COLUMNS_MAX).map((title, at) =>
    columnOf(
      title.trim(),
      lines.map((cells) => cells[at]?.trim() ?? ''),
    ),
  );
  return { lines: lines.length, columns: columns.filter(({ name }) => name !== '') };
}

function columnOf(name: string, cells: readonly string[]): ExportColumn {
  const filled = cells.filter((cell) => !NONE.test(cell));
  const sign = decimalSignIn(filled);
  let sum: number | null = filled.length > 0 ? 0 : null;
  for (const cell of filled) {
    const number = sum === null ? null : numberIn(cell, sign);
    sum = sum === null || number === null ? null : sum + number;
  }
  return { name, sum, different: new Set(filled).size };
}
