import { TOTALS, type TotalId } from '@guilde/contracts/benchmarks/metrics.ts';
import { useState } from 'react';
import { Button } from '../kit/button.tsx';
import { Dialog, DialogContent } from '../kit/dialog.tsx';
import { Field } from '../kit/field.tsx';
import { plural } from '../kit/format.ts';
import { Select } from '../kit/select.tsx';
import { amount, choicesOf, guesses } from './columns.ts';
import type { TotalTexts } from './figures.ts';
import type { ExportColumn } from './read-export.ts';

export type OpenExport = { name: string; lines: number; columns: ExportColumn[] };

type Props = { onClose: () => void; onTake: (totals: TotalTexts) => void };

export function ExportDialog({ open, ...props }: Props & { open: OpenExport | null }) {
  return (
    <Dialog open={open !== null} onOpenChange={(isOpen) => !isOpen && props.onClose()}>
      {open && (
        <DialogContent
          size="lg"
          title="Choisis les colonnes"
          description={`${open.name}\u00a0: ${plural(open.lines, 'ligne')}. Rien n’est envoyé, seuls les taux le seront.`}
        >
          <Columns file={open} {...props} />
        </DialogContent>
      )}
    </Dialog>
  );
}

function Columns({ file, onClose, onTake }: Props & { file: OpenExport }) {
  const choices = choicesOf(file.columns);
  const [chosen, setChosen] = useState<Partial<Record<TotalId, string>>>(() => guesses(file.columns));
  const taken = TOTALS.flatMap(({ id }) => {
    const choice = choices.find(({ key }) => key === chosen[id]);
    return choice ? [[id, amount(choice.total)] as const] : [];
  });
  return (
    <form
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        onTake(Object.fromEntries(taken));
        onClose();
      }}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        {TOTALS.map(({ id, label }) => (
          <Field key={id} label={label}>
            <Select
              placeholder="Ne pas reprendre"
              options={choices.map((choice) => ({ value: choice.key, label: choice.label }))}
              value={chosen[id] ?? ''}
              onChange={({ target }) => setChosen({ ...chosen, [id]: target.value })}
            />
          </Field>
        ))}
      </div>
      <Button type="submit" className="justify-self-end" disabled={taken.length === 0}>
        {`Reprendre ${plural(taken.length, 'total', 'totaux')}`}
      </Button>
    </form>
  );
}
