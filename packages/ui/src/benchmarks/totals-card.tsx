import { TOTALS } from '@guilde/contracts/benchmarks/metrics.ts';
import { quarterLabel } from '@guilde/contracts/benchmarks/rules.ts';
import { MONTHLY_ORDERS, type MonthlyOrders, optionLabel } from '@guilde/contracts/profiles/rules.ts';
import { Upload } from 'lucide-react';
import { useState } from 'react';
import { PickButton } from '../files/pick-button.tsx';
import { readInWorker } from '../files/worker-answer.ts';
import { Card } from '../kit/card.tsx';
import { Field } from '../kit/field.tsx';
import { useProfile } from '../profiles/data.ts';
import { ExportDialog, type OpenExport } from './export-dialog.tsx';
import { totalsIn } from './figures.ts';
import { IN_EUROS, isForeign } from './numbers.ts';
import { NumberInput } from './ratio-fields.tsx';
import { EXPORT_BYTES_MAX, type Export } from './read-export.ts';
import type { AnswerState } from './use-answer.ts';

/** They are kept in memory only; what is sent are the ratios made of them. */
export function TotalsCard({ answer, quarter }: { answer: AnswerState; quarter: string }) {
  const [file, setFile] = useState<OpenExport | { problem: string } | 'reading' | null>(null);
  const doubt = useOrdersDoubt(answer);
  const pick = async ([picked]: readonly File[]) => {
    if (!picked) return;
    setFile('reading');
    const read = await readInWorker<Export>(picked, {
      bytesMax: EXPORT_BYTES_MAX,
      remedy: 'exporte le trimestre seulement',
      start: () => new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' }),
    });
    setFile('problem' in read ? read : { ...read, name: picked.name });
  };
  const isRead = file !== null && file !== 'reading';
  return (
    <Card asChild className="grid content-start gap-4">
      <section aria-labelledby="totals">
        <div className="grid gap-1">
          <h2 id="totals" className="text-lg">
            {`Tes totaux du ${quarterLabel(quarter)}`}
          </h2>
          <p className="text-sm text-muted-foreground">
            Tes totaux ne quittent pas ton appareil. Seuls les taux qu’ils donnent sont envoyés.
          </p>
          <p className="text-sm text-muted-foreground">{IN_EUROS}</p>
        </div>
        <PickButton
          isForOne
          variant="outline"
          className="h-auto min-h-14 border-dashed"
          accept=".csv,.tsv,.txt,text/csv,text/plain"
          loading={file === 'reading'}
          onPick={(files) => void pick(files)}
          onDragOver={(event) => event.preventDefault()}
          onDrop={(event) => {
            event.preventDefault();
            void pick([...event.dataTransfer.files]);
          }}
        >
          <Upload />
          Choisir ou déposer un export CSV
        </PickButton>
        {isRead && 'problem' in file && (
          <p role="alert" className="text-sm text-danger">
            {file.problem}
          </p>
        )}
        <div className="grid grid-cols-2 items-end gap-x-3 gap-y-4 lg:grid-cols-1 xl:grid-cols-2">
          {TOTALS.map(({ id, label }) => (
            <Field key={id} label={label} error={isForeign(answer.form.totals[id] ?? '') && IN_EUROS}>
              <NumberInput
                value={answer.form.totals[id] ?? ''}
                onChange={({ target }) => answer.typeTotal(id, target.value)}
                onBlur={() => answer.leaveTotal(id)}
              />
            </Field>
          ))}
        </div>
        <p role="status" className="text-sm text-warning empty:hidden">
          {doubt}
        </p>
        <ExportDialog
          open={isRead && 'columns' in file ? file : null}
          onClose={() => setFile(null)}
          onTake={answer.takeExport}
        />
      </section>
    </Card>
  );
}

const MONTHLY: Record<MonthlyOrders, readonly [number, number]> = {
  '0-50': [0, 50],
  '50-500': [50, 500],
  '500+': [500, Number.POSITIVE_INFINITY],
};

/** The profile says how many orders a month has; a quarter has three of them. */
function useOrdersDoubt(answer: AnswerState): string | null {
  const band = useProfile().data?.monthlyOrders;
  const orders = totalsIn(answer.form.totals).orders;
  if (!band || orders === undefined) return null;
  const [least, most] = MONTHLY[band];
  if (orders / 3 >= least && orders / 3 <= most) return null;
  return `Ton profil dit «\u00a0${optionLabel(MONTHLY_ORDERS, band)}\u00a0» par mois. Vérifie l’un ou l’autre.`;
}
