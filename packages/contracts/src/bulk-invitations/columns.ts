import type { z } from 'zod';
import { EMAIL_PATTERN, plainAddress } from '../email-address.ts';
import { beginning, foldText } from '../text.ts';
import type { typedRow } from './input.ts';
import { BULK_CELL_MAX, type BulkField } from './rules.ts';

/** Headers are compared without accents, spaces and signs; exports of forums and shops have these. */
const HEADERS: Record<BulkField, string> = {
  email: 'email emails mail courriel adresseemail adressemail emailaddress adresseelectronique',
  firstName: 'prenom firstname givenname prenoms',
  lastName: 'nomdefamille lastname surname familyname',
  name: 'nomcomplet name fullname displayname membre prenometnom nometprenom prenomnom nomprenom',
  storeName: `boutique nomdelaboutique shop shopname store storename enseigne marque company entreprise societe`,
  storeUrl: 'url site siteweb website adresseweb lien domaine domain sitedelaboutique urlboutique',
  cms: 'cms plateforme platform',
  sector: 'secteur sector activite industry',
  active: 'active actif',
  stopped: 'suspendedat staged suspendu desactive deactivated',
};

const FIELD_OF = new Map(
  Object.entries(HEADERS).flatMap(([field, words]) =>
    words.split(/\s+/).map((word) => [word, field as BulkField] as const),
  ),
);

/** Discourse writes « Boutique (custom user field) ». */
export const plainHeader = (cell: string) =>
  foldText(cell)
    .replace(/\(.*/, '')
    .replace(/[^a-z0-9]/g, '');

const WEB_ADDRESS = /^(?:https?:\/\/)?[\p{L}\d-]+(?:\.[\p{L}\d-]+)*\.[a-z]{2,24}(?:\/\S*)?$/iu;

export type GuessedColumns = { hasHeader: boolean; columns: (BulkField | null)[] };

/** A list has a header unless its first line has an address. Each field is of one column, but for `stopped`. */
export function guessColumns(lines: readonly (readonly string[])[]): GuessedColumns {
  const first = lines[0] ?? [];
  const width = Math.max(0, ...lines.slice(0, 50).map((line) => line.length));
  const columns: (BulkField | null)[] = Array.from({ length: width }, () => null);
  const hasHeader = first.length > 0 && !first.some(isAddress);
  if (hasHeader) guessByHeader(columns, first);
  const sample = lines.slice(hasHeader ? 1 : 0, 51);
  guessByContent(columns, sample, 'email', isAddress);
  guessByContent(columns, sample, 'storeUrl', (cell) => WEB_ADDRESS.test(cell.trim()));
  return { hasHeader: hasHeader && columns.length > 0, columns };
}

function guessByHeader(columns: (BulkField | null)[], header: readonly string[]): void {
  const plain = header.map(plainHeader);
  const hasFirstName = plain.some((word) => FIELD_OF.get(word) === 'firstName');
  plain.forEach((word, index) => {
    // « Nom » beside « Prénom » is the family name, and alone the whole one.
    const field = word === 'nom' ? (hasFirstName ? 'lastName' : 'name') : FIELD_OF.get(word);
    if (!field || (field !== 'stopped' && columns.includes(field))) return;
    if (field === 'name' && hasFirstName) return;
    columns[index] = field;
  });
}

function guessByContent(
  columns: (BulkField | null)[],
  sample: readonly (readonly string[])[],
  field: BulkField,
  fits: (cell: string) => boolean,
): void {
  if (columns.includes(field)) return;
  const counts = columns.map((known, index) =>
    known === null ? sample.filter((line) => fits(line[index] ?? '')).length : 0,
  );
  const most = Math.max(0, ...counts);
  if (most > 0 && most * 2 > sample.filter((line) => line.some((cell) => cell.trim() !== '')).length)
    columns[counts.indexOf(most)] = field;
}

function isAddress(cell: string): boolean {
  return cell.includes('@') && EMAIL_PATTERN.test(plainAddress(cell));
}

const NO = new Set(['false', 'non', 'no', '0', 'f', 'faux']);

/** Cells as typed, under the names that the server knows. */
export type TypedRow = z.infer<typeof typedRow>;

/** `line` is that of the spreadsheet, from 1. */
export function rowsOf(
  lines: readonly (readonly string[])[],
  { hasHeader, columns }: GuessedColumns,
): TypedRow[] {
  return lines.slice(hasHeader ? 1 : 0).map((cells, index) => {
    const all = (field: BulkField) =>
      columns.flatMap((column, at) =>
        column === field ? [beginning((cells[at] ?? '').trim(), BULK_CELL_MAX)] : [],
      );
    const cell = (field: BulkField) => all(field)[0] ?? '';
    const [first = '', ...rest] = cell('name').split(/\s+/);
    return {
      line: index + (hasHeader ? 2 : 1),
      email: cell('email'),
      firstName: cell('firstName') || first,
      lastName: cell('lastName') || rest.join(' '),
      storeName: cell('storeName'),
      storeUrl: cell('storeUrl'),
      cms: cell('cms'),
      sector: cell('sector'),
      inactive: isNo(cell('active')) || all('stopped').some((mark) => mark !== '' && !isNo(mark)),
    };
  });
}

function isNo(cell: string): boolean {
  return NO.has(foldText(cell));
}
