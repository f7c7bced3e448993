import type { z } from 'zod';
import { storeUrl, wizardSteps } from '../profiles/input.ts';
import { mailableAddress } from '../validation.ts';
import type { TypedRow } from './columns.ts';
import { type BulkRow, cmsNamed, type KnownField, type KnownProfile, nameKey, sectorNamed } from './rules.ts';

/** `email` is null unless the row's address can be written to. */
export type SortedRow = BulkRow & { email: string | null; known: KnownProfile; nameKey: string };

const names = { ...wizardSteps[1].shape, storeName: wizardSteps[2].shape.storeName, storeUrl };

/**
 * Says of each row, in their order, what it is by itself and among the others; whether the address is known
 * already is for the server to say.
 */
export function sortRows(rows: readonly TypedRow[]): SortedRow[] {
  const lines = new Map<string, number>();
  return rows.map((row) => {
    const { known, dropped } = knownOf(row);
    const key = nameKey(`${known.firstName} ${known.lastName}`);
    const base = { line: row.line, firstLine: null, dropped, email: null, known, nameKey: key };
    if (row.email.trim() === '') {
      const name = key || nameKey(known.storeName);
      return { ...base, status: row.inactive ? 'inactive' : name ? 'named' : 'empty' };
    }
    const { data: email } = mailableAddress.safeParse(row.email);
    if (email === undefined) return { ...base, status: 'invalid' };
    const firstLine = lines.get(email);
    if (firstLine !== undefined) return { ...base, status: 'duplicate', firstLine };
    lines.set(email, row.line);
    return { ...base, email, status: row.inactive ? 'inactive' : 'ready' };
  });
}

/** A cell that no profile could have is left out, and named: its row is invited all the same. */
function knownOf(row: TypedRow): { known: KnownProfile; dropped: KnownField[] } {
  const dropped: KnownField[] = [];
  const kept = <T extends string>(field: KnownField, value: T | ''): T | '' => {
    if (value === '' && row[field].trim() !== '') dropped.push(field);
    return value;
  };
  const checked = (field: keyof typeof names) =>
    kept(field, row[field].trim() === '' ? '' : validOr(names[field], row[field]));
  return {
    known: {
      firstName: checked('firstName'),
      lastName: checked('lastName'),
      storeName: checked('storeName'),
      storeUrl: checked('storeUrl'),
      cms: kept('cms', cmsNamed(row.cms)),
      sector: kept('sector', sectorNamed(row.sector)),
    },
    dropped,
  };
}

function validOr(schema: z.ZodType<string>, cell: string): string {
  return schema.safeParse(cell).data ?? '';
}
