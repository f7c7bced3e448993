import { TOTALS } from '@guilde/contracts/benchmarks/metrics.ts';
import { quarterLabel } from '@guilde/contracts/benchmarks/rules.ts';
import { MONTHLY_ORDERS, type MonthlyOrders, optionLabel } from '@guilde/contracts/profiles/rules.ts';
import { Upload } from 'lucide-react';
import { useState } from 'react';
import { PickButton } from '../files/pick-button.tsx';
import { Card } from '../kit/card.tsx';
import { Field } from '../kit/field.tsx';
import { useProfile } from '../profiles/data.ts';
import { ExportDialog, type OpenExport } from './export-dialog.tsx';
import { totalsIn } from './figures.ts';
import { NumberInput } from './ratio-fields.tsx';
import { readExportFile } from './read-file.ts';
import type { AnswerState } from './use-answer.ts';

/** They are kept in memory only; what is sent are the ratios made of them. */
export function TotalsCard({ answer, quarter }: { answer: AnswerState; quarter: string }) {
  const [open, setOpen] = useState<OpenExport | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isReading, setReading] = useState(false);
  const doubt = useOrdersDoubt(answer);
  const pick = async ([file]: readonly File[]) => {
    if (!file) return;
    setReading(true);
    setProblem(null);
    const read = await readExportFile(file);
    setReading(false);
    if ('problem' in read) setProblem(read.problem);
    else setOpen({ ...read, name: file.name });
  };
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
        </div>
        <PickButton
          isForOne
          variant="outline"
          className="h-auto min-h-14 border-dashed"
          accept=".csv,.tsv,.txt,text/csv,text/plain"
          loading={isReading}
          onPick={(files) => void pick(files)}
          onDragOver={(event) => event.preventDefault()}
          onDrop={(event) => {
            event.preventDefault();
            void pick([...event.dataTransfer.files]);
          }}
        >
          <Upload aria-hidden strokeWidth={1.75} />
          Choisir ou déposer un export CSV
        </PickButton>
        {problem && (
          <p role="alert" className="text-sm text-danger">
            {problem}
          </p>
        )}
        <div className="grid grid-cols-2 items-end gap-x-3 gap-y-4 lg:grid-cols-1 xl:grid-cols-2">
          {TOTALS.map(({ id, label }) => (
            <Field key={id} label={label}>
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
        <ExportDialog open={open} onClose={() => setOpen(null)} onTake={answer.takeExport} />
      </section>
    </Card>
  );
}

/** The profile says how many orders a month has; a quarter has three of them. */
function useOrdersDoubt(answer: AnswerState): string | null {
  const band = useProfile().data?.monthlyOrders;
  const orders = totalsIn(answer.form.totals).orders;
  if (!band || orders === undefined || isWithin(band, orders / 3)) return null;
  return `Ton profil dit «\u00a0${optionLabel(MONTHLY_ORDERS, band)}\u00a0» par mois. Vérifie l’un ou l’autre.`;
}

function isWithin(band: MonthlyOrders, monthly: number): boolean {
  if (band === '0-50') return monthly <= 50;
  return band === '50-500' ? monthly >= 50 && monthly <= 500 : monthly >= 500;
}
