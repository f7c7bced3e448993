import { PROMISE_ANSWERS, type PromiseAnswer, SAVED_EUROS_MAX } from '@guilde/contracts/deals/rules.ts';
import { useState } from 'react';
import { Button } from '../kit/button.tsx';
import { RadioChips } from '../kit/chips.tsx';
import { Field, FieldGroup } from '../kit/field.tsx';
import { formatNumber } from '../kit/format.ts';
import { Input } from '../kit/input.tsx';
import { toOptions } from '../kit/options.ts';
import { toast } from '../kit/toast.ts';
import { dealActs, type ShownDeal, useDealAct } from './data.ts';

/** It is asked thirty days after the end; an answer can change. */
export function DealReview({ deal: { id, review } }: { deal: ShownDeal }) {
  const { start, isPending } = useDealAct(id, dealActs.review);
  const [answer, setAnswer] = useState<PromiseAnswer | undefined>(review?.answer);
  const [typed, setTyped] = useState(review?.saved ? String(review.saved) : '');
  const saved = typed.trim() === '' ? null : Number(typed.replace(/\s/g, ''));
  const isWrong = saved !== null && !(Number.isInteger(saved) && saved > 0 && saved <= SAVED_EUROS_MAX);
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (answer && !isWrong)
          start({ answer, saved }, () => toast.success('Merci, ta réponse est enregistrée.'));
      }}
    >
      <FieldGroup
        label="Le prix promis a été tenu ?"
        hint="Seuls des totaux s’affichent, à partir de trois réponses."
        single
      >
        <RadioChips
          className="flex-wrap"
          options={toOptions(PROMISE_ANSWERS)}
          value={answer}
          onChange={setAnswer}
        />
      </FieldGroup>
      <Field
        label="Euros économisés"
        optional
        error={isWrong && `Indique un nombre entier, ${formatNumber(SAVED_EUROS_MAX)} au plus.`}
      >
        <Input
          inputMode="numeric"
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </Field>
      <Button type="submit" variant="hero" disabled={!answer} loading={isPending}>
        {review ? 'Changer ma réponse' : 'Envoyer ma réponse'}
      </Button>
    </form>
  );
}
