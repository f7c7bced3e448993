import { type GuessedColumns, guessColumns, rowsOf } from '@guilde/contracts/bulk-invitations/columns.ts';
import { useMemo, useState } from 'react';
import { Button } from '../../../kit/button.tsx';
import { SectionHeader } from '../../../kit/card.tsx';
import { plural } from '../../../kit/format.ts';
import { Columns } from './columns.tsx';
import { Preview } from './preview.tsx';
import type { Table } from './read-table.ts';
import { Source } from './source.tsx';

/** Nothing is stored, and nobody is written to, before the last button. */
export function NewBatch() {
  const [table, setTable] = useState<Table | null>(null);
  if (!table) return <Source onRead={setTable} />;
  return <Draft table={table} onCancel={() => setTable(null)} />;
}

function Draft({ table: { lines }, onCancel }: { table: Table; onCancel: () => void }) {
  const [guess, setGuess] = useState<GuessedColumns>(() => guessColumns(lines));
  const rows = useMemo(() => rowsOf(lines, guess), [lines, guess]);
  return (
    <div className="grid grid-cols-1 gap-8">
      <section aria-label="Colonnes">
        <SectionHeader title={`Ta liste\u00a0: ${plural(rows.length, 'ligne')}`}>
          <Button variant="outline" size="sm" onClick={onCancel}>
            Choisir une autre liste
          </Button>
        </SectionHeader>
        <Columns lines={lines} guess={guess} onChange={setGuess} />
      </section>
      {rows.length > 0 && <Preview rows={rows} />}
    </div>
  );
}
