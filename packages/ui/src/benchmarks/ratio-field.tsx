import type { Metric } from '@guilde/contracts/benchmarks/metrics.ts';
import { useState } from 'react';
import { Field } from '../kit/field.tsx';
import { Input } from '../kit/input.tsx';
import { shareOfRoas, unitSign } from './figures.ts';
import type { AnswerState } from './use-answer.ts';

/** The definition stands at the field, as figures without one cannot be compared. */
export function RatioField({ metric, answer }: { metric: Metric; answer: AnswerState }) {
  const typed = answer.typed(metric.id);
  return (
    <Field
      label={`${metric.label} (${unitSign(metric)})`}
      error={typed.state === 'refused' && typed.problem}
      hint={
        <>
          {typed.state === 'given' && typed.question && (
            <span className="block text-warning">{typed.question}</span>
          )}
          <span>{metric.definition}</span>
        </>
      }
      aside={
        answer.form.fromExport.has(metric.id) && (
          <span className="text-muted-foreground">Repris d’un export</span>
        )
      }
    >
      <Input
        inputMode="decimal"
        autoComplete="off"
        className="tabular-nums"
        value={answer.form.texts[metric.id] ?? ''}
        onChange={({ target }) => answer.type(metric.id, target.value)}
        onBlur={() => answer.leave(metric.id)}
      />
    </Field>
  );
}

/** Who knows only what advertising returns types that, and its inverse is taken. */
export function RoasField({ onShare }: { onShare: (share: number) => void }) {
  const [text, setText] = useState('');
  return (
    <Field label="Ou ton ROAS">
      <Input
        inputMode="decimal"
        autoComplete="off"
        className="tabular-nums"
        value={text}
        onChange={({ target }) => setText(target.value)}
        onBlur={() => {
          const share = shareOfRoas(text);
          if (share === null) return;
          onShare(share);
          setText('');
        }}
      />
    </Field>
  );
}
