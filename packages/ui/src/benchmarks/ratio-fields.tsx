import { METRICS, type Metric } from '@guilde/contracts/benchmarks/metrics.ts';
import { type ComponentProps, useState } from 'react';
import { Field } from '../kit/field.tsx';
import { Input } from '../kit/input.tsx';
import { shareOfRoas } from './figures.ts';
import type { AnswerState } from './use-answer.ts';

export function RatioFields({ answer }: { answer: AnswerState }) {
  return (
    <div className="grid grid-cols-1 gap-x-6 gap-y-5 sm:grid-cols-2">
      {METRICS.map((metric) =>
        metric.id === 'ads-share' ? (
          <div key={metric.id} className="grid grid-cols-[minmax(0,1fr)_6.5rem] gap-3">
            <RatioField metric={metric} answer={answer} />
            <RoasField onShare={(share) => answer.take(metric.id, share)} />
          </div>
        ) : (
          <RatioField key={metric.id} metric={metric} answer={answer} />
        ),
      )}
    </div>
  );
}

/** The definition stands at the field, as figures without one cannot be compared. */
function RatioField({ metric, answer }: { metric: Metric; answer: AnswerState }) {
  const { id, label, unit, definition } = metric;
  const typed = answer.typed(id);
  return (
    <Field
      label={`${label} (${unit})`}
      error={typed.state === 'refused' && typed.problem}
      hint={
        <>
          {typed.state === 'given' && typed.question && (
            <span className="block text-warning">{typed.question}</span>
          )}
          <span>{definition}</span>
        </>
      }
      aside={answer.form.exported[id] && <span className="text-muted-foreground">Repris d’un export</span>}
    >
      <NumberInput
        value={answer.form.texts[id] ?? ''}
        onChange={({ target }) => answer.type(id, target.value)}
        onBlur={() => answer.leave(id)}
      />
    </Field>
  );
}

/** Who knows only what advertising returns types that, and its inverse is taken. */
function RoasField({ onShare }: { onShare: (share: number) => void }) {
  const [text, setText] = useState('');
  const leave = () => {
    const share = shareOfRoas(text);
    if (share === null) return;
    onShare(share);
    setText('');
  };
  return (
    <Field label="Ou ton ROAS">
      <NumberInput value={text} onChange={({ target }) => setText(target.value)} onBlur={leave} />
    </Field>
  );
}

export function NumberInput(props: ComponentProps<typeof Input>) {
  return <Input inputMode="decimal" autoComplete="off" className="tabular-nums" {...props} />;
}
