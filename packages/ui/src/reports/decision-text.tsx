import { type ContestedDecision, MEASURES } from '@guilde/contracts/cases/rules.ts';
import { optionLabel } from '@guilde/contracts/profiles/rules.ts';
import { isFaultless, ruleSentence } from '@guilde/contracts/reports/conduct.ts';
import type { ReactNode } from 'react';
import { formatDate, formatDateTime } from '../kit/format.ts';

type ShownDecision = Pick<
  ContestedDecision,
  'measure' | 'rule' | 'reason' | 'decidedAt' | 'until' | 'endedAt'
>;

export function DecisionText({ decision }: { decision: ShownDecision }) {
  const { measure, rule, reason, decidedAt, until, endedAt } = decision;
  return (
    <dl className="grid gap-x-4 gap-y-2 text-sm sm:grid-cols-[auto_minmax(0,1fr)]">
      <Fact name="Décision">{`${optionLabel(MEASURES, measure)}, le ${formatDate(decidedAt)}`}</Fact>
      {until && !endedAt && <Fact name="Jusqu’au">{formatDateTime(until)}</Fact>}
      {endedAt && <Fact name="Fin">{formatDate(endedAt)}</Fact>}
      {rule && <Fact name={isFaultless(rule) ? 'Règle' : 'Règle enfreinte'}>{`${ruleSentence(rule)}.`}</Fact>}
      <Fact name="Motif">
        <span className="whitespace-pre-line">{reason}</span>
      </Fact>
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="contents max-sm:block">
      <dt className="text-muted-foreground">{name}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  );
}
