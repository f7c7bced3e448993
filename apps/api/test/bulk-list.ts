import { bulkReason } from '@guilde/contracts/bulk-invitations/rules.ts';

export const HEADER = ['E-mail', 'Prénom', 'Nom', 'Boutique', 'Site web', 'CMS', 'Secteur', 'Actif'];

/** The community knows these addresses before the list comes. */
export const KNOWN = {
  member: 'claire@exemple.fr',
  invited: 'deja.invitee@exemple.fr',
  objected: 'jamais@exemple.fr',
  bounced: 'revient@exemple.fr',
};

type Status = Parameters<typeof bulkReason>[0]['status'];
type Fault = { status: Status; cells: (line: number) => string[]; firstLine?: number };

const merchant = (line: number): string[] => [
  `marchand${line}@${['exemple.fr', 'courriel.example', 'poste.example'][line % 3]}`,
  ['Léa', 'Marc', 'Inès', 'Zoé', 'Noël', 'François'][line % 6] ?? '',
  `Roux${String.fromCharCode(97 + (line % 26))}`,
  `Boutique n° ${line}`,
  `boutique-${line}.example`,
  ['Shopify', 'PrestaShop', 'Woo', 'Sur mesure'][line % 4] ?? '',
  ['Mode', 'Maison', 'Déco', 'Sport'][line % 4] ?? '',
  'oui',
];

function changed(line: number, changes: Record<number, string>): string[] {
  return merchant(line).map((cell, index) => changes[index] ?? cell);
}

/** These are twelve kinds of what real lists have wrong, or seem to have. */
const FAULTS: readonly Fault[] = [
  { status: 'invalid', cells: (line) => changed(line, { 0: `marchand${line}.exemple.fr` }) },
  { status: 'duplicate', cells: (line) => changed(line, { 0: merchant(2)[0] ?? '' }), firstLine: 2 },
  {
    status: 'duplicate',
    cells: (line) => changed(line, { 0: ` ${merchant(3)[0]?.toUpperCase()} ` }),
    firstLine: 3,
  },
  { status: 'named', cells: (line) => changed(line, { 0: '' }) },
  { status: 'empty', cells: () => HEADER.map(() => '') },
  { status: 'member', cells: (line) => changed(line, { 0: KNOWN.member }) },
  { status: 'invited', cells: (line) => changed(line, { 0: KNOWN.invited }) },
  { status: 'objected', cells: (line) => changed(line, { 0: KNOWN.objected }) },
  { status: 'bounced', cells: (line) => changed(line, { 0: KNOWN.bounced }) },
  {
    status: 'ready',
    cells: (line) => changed(line, { 2: '=1+1', 3: '=HYPERLINK("https://mal.example";"ici")' }),
  },
  { status: 'ready', cells: (line) => changed(line, { 3: `Le "grand"\nmarché; ${line}, suite` }) },
  { status: 'inactive', cells: (line) => changed(line, { 7: 'non' }) },
];

export type BulkList = { lines: string[][]; reasons: string[]; ready: string[] };

/** Writes a list of so many rows below its header, of which every fifth has a fault, in turns. */
export function bulkList(rows = 300): BulkList {
  const lines = [HEADER];
  const reasons: string[] = [];
  const ready: string[] = [];
  // A known address is a duplicate when it comes again.
  const seen = new Map<string, number>();
  for (let line = 2; line < rows + 2; line++) {
    const fault = line % 5 === 0 ? FAULTS[(line / 5) % FAULTS.length] : undefined;
    const cells = fault ? fault.cells(line) : merchant(line);
    const address = (cells[0] ?? '').trim().toLowerCase();
    const first = fault?.status === 'invalid' ? undefined : seen.get(address);
    const status = first === undefined || address === '' ? (fault?.status ?? 'ready') : 'duplicate';
    if (address !== '' && first === undefined) seen.set(address, line);
    lines.push(cells);
    reasons.push(bulkReason({ status, line, firstLine: status === 'duplicate' ? (first ?? null) : null }));
    if (status === 'ready') ready.push(address);
  }
  return { lines, reasons, ready };
}

const quoted = (cell: string, separator: string) =>
  cell.includes('"') || cell.includes('\n') || cell.includes(separator)
    ? `"${cell.replaceAll('"', '""')}"`
    : cell;

export function csv(lines: readonly (readonly string[])[], separator = ';', end = '\r\n'): string {
  return `${lines.map((cells) => cells.map((cell) => quoted(cell, separator)).join(separator)).join(end)}${end}`;
}

/** Excel in French writes this encoding, as far as these lists need it. */
export function windows1252(text: string): Uint8Array {
  return Uint8Array.from(text.replaceAll('’', '\u0092').replaceAll('œ', '\u009c'), (letter) => {
    const code = letter.charCodeAt(0);
    if (code > 255) throw new Error(`No « ${letter} » in Windows-1252`);
    return code;
  });
}

export function utf16(text: string, isBigEndian = false, hasMark = true): Uint8Array {
  const bytes = Buffer.from(`${hasMark ? '\ufeff' : ''}${text}`, 'utf16le');
  return isBigEndian ? bytes.swap16() : bytes;
}
