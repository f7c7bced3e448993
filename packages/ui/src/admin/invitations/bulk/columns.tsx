import type { GuessedColumns } from '@guilde/contracts/bulk-invitations/columns.ts';
import { BULK_FIELDS, type BulkField } from '@guilde/contracts/bulk-invitations/rules.ts';
import { Checkbox } from '../../../kit/checkbox.tsx';
import { Field } from '../../../kit/field.tsx';
import { Select } from '../../../kit/select.tsx';

const SHOWN = 3;
const CHOICES = BULK_FIELDS.map(({ id, label }) => ({ value: id, label }));

/** A column or a row is known by its place. */
function places<T>(all: readonly T[]): [one: T, place: number][] {
  return all.map((one, place) => [one, place]);
}

type Props = {
  lines: readonly (readonly string[])[];
  guess: GuessedColumns;
  onChange: (guess: GuessedColumns) => void;
};

/** What was guessed is shown with its first cells, and can be corrected. */
export function Columns({ lines, guess, onChange }: Props) {
  const { hasHeader, columns } = guess;
  const rows = lines.slice(hasHeader ? 1 : 0, SHOWN + (hasHeader ? 1 : 0));
  const choose = (index: number, field: BulkField | null) =>
    onChange({
      hasHeader,
      // Only one column can be each field.
      columns: columns.map((known, at) =>
        at === index ? field : known === field && field !== 'stopped' ? null : known,
      ),
    });
  return (
    <div className="grid grid-cols-1 gap-4">
      <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
        {places(columns).map(([field, index]) => (
          <li key={index} className="grid min-w-0 content-start gap-2 rounded-lg border bg-card p-3">
            <Field label={(hasHeader && lines[0]?.[index]?.trim()) || `Colonne ${index + 1}`}>
              <Select
                options={CHOICES}
                placeholder="Ne pas lire"
                value={field ?? ''}
                onChange={(event) => choose(index, (event.target.value || null) as BulkField | null)}
              />
            </Field>
            <ul className="grid text-xs text-muted-foreground">
              {places(rows).map(([cells, row]) => (
                <li key={row} className="min-h-4 truncate">
                  {cells[index]}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      <Checkbox
        label="La première ligne nomme les colonnes"
        checked={hasHeader}
        onChange={(event) => onChange({ hasHeader: event.target.checked, columns })}
      />
    </div>
  );
}
