import { METRICS } from '@guilde/contracts/benchmarks/metrics.ts';
import type { Benchmarks, BenchmarkWave } from '@guilde/contracts/benchmarks/rules.ts';
import { PERIODS, periodWords } from '@guilde/contracts/retention/periods.ts';
import { ShieldCheck } from 'lucide-react';
import { Button } from '../kit/button.tsx';
import { Card } from '../kit/card.tsx';
import { Checkbox } from '../kit/checkbox.tsx';
import { Progress } from '../kit/progress.tsx';
import { Note } from '../kit/states.tsx';
import { failureText } from '../refusals.ts';
import { useWithdraw } from './data.ts';
import { EraseButton } from './erase-button.tsx';
import { RatioFields } from './ratio-fields.tsx';
import { TotalsCard } from './totals-card.tsx';
import { type AnswerState, useAnswer } from './use-answer.ts';
import { dayMonth } from './words.ts';

type Props = { benchmarks: Benchmarks; wave: BenchmarkWave };

export function AnswerForm({ benchmarks, wave }: Props) {
  const answer = useAnswer(benchmarks, wave.quarter);
  return (
    <div className="grid grid-cols-1 gap-6">
      <Note tone="primary" icon={<ShieldCheck />}>
        Ta réponse est anonyme : un repère n’apparaît qu’à partir de cinq boutiques indépendantes, arrondi, et
        jamais deux fois recalculé.
      </Note>
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] lg:items-start">
        <TotalsCard answer={answer} quarter={wave.quarter} />
        <Card asChild className="grid grid-cols-1 gap-5">
          <section aria-labelledby="ratios">
            <Head answer={answer} closesAt={wave.closesAt} />
            <RatioFields answer={answer} />
            <Foot answer={answer} closesAt={wave.closesAt} />
          </section>
        </Card>
      </div>
    </div>
  );
}

type PartProps = { answer: AnswerState; closesAt: string };

function Head({ answer, closesAt }: PartProps) {
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 id="ratios" className="text-lg">
          Ta réponse
        </h2>
        <span className="text-sm text-muted-foreground tabular-nums">{`${answer.given}\u00a0/\u00a0${METRICS.length}`}</span>
      </div>
      <Progress value={answer.given} max={METRICS.length} label="Indicateurs remplis" />
      <SavingState answer={answer} closesAt={closesAt} />
    </div>
  );
}

function SavingState({ answer: { saving, retry, isStored }, closesAt }: PartProps) {
  if (saving.isError)
    return (
      <div role="alert" className="flex flex-wrap items-center gap-x-3 text-sm text-danger">
        <span>{failureText(saving.error, 'Ta réponse n’est pas enregistrée.')}</span>
        <Button variant="link" onClick={retry}>
          Réessayer
        </Button>
      </div>
    );
  const until = dayMonth(closesAt);
  const stored = isStored
    ? `Réponse enregistrée. Tu peux la corriger jusqu’au ${until}.`
    : `Tout est facultatif. La vague ferme le ${until}.`;
  return (
    <p role="status" className="text-sm text-muted-foreground">
      {saving.isPending ? 'Enregistrement…' : stored}
    </p>
  );
}

function Foot({ answer, closesAt }: PartProps) {
  const { mutateAsync } = useWithdraw();
  return (
    <div className="grid gap-4 border-t pt-4">
      <Checkbox
        label="Garder mes chiffres pour voir mon évolution"
        description={`Sans cela, tu ne vois aucune évolution\u00a0: ils sont effacés ${periodWords(PERIODS.benchmarkAnswers)} après la publication, puis des sauvegardes sous ${periodWords(PERIODS.erasures)}.`}
        checked={answer.form.keep}
        onChange={({ target }) => answer.setKeep(target.checked)}
      />
      <p className="text-sm text-muted-foreground">
        L’équipe ne voit pas ta réponse. Qui tient le serveur peut techniquement la lire avant son effacement.
      </p>
      {answer.isStored && (
        <EraseButton
          label="Retirer ma réponse"
          title="Retirer ta réponse ?"
          description={`Tes chiffres de cette vague sont effacés. Tu peux répondre de nouveau jusqu’au ${dayMonth(closesAt)}.`}
          done="Réponse retirée"
          onErase={() => mutateAsync().then(answer.clear)}
        />
      )}
    </div>
  );
}
