import { OUTCOME_COMMENT_MAX, SAVED_UNITS, type SavedUnit } from '@guilde/contracts/outcomes/rules.ts';
import { type FormEvent, useState } from 'react';
import { ApiError, errorMessage } from '../api.ts';
import { announce } from '../kit/announcer.tsx';
import { Button } from '../kit/button.tsx';
import { RadioChips } from '../kit/chips.tsx';
import { Field, FormError } from '../kit/field.tsx';
import { Input } from '../kit/input.tsx';
import { toOptions } from '../kit/options.ts';
import { Textarea } from '../kit/textarea.tsx';
import { useAddDetails } from './data.ts';

const units = toOptions(SAVED_UNITS);

/** The sentence and the figure are optional, and can be sent once; the figure needs a gain. */
export function DetailsForm({
  token,
  hasGained,
  onDone,
}: {
  token: string;
  hasGained: boolean;
  onDone?: () => void;
}) {
  const { mutate, isPending, isSuccess, error } = useAddDetails(token);
  const [comment, setComment] = useState('');
  const [amount, setAmount] = useState('');
  const [unit, setUnit] = useState<SavedUnit>('euros');
  if (isSuccess) return <p className="text-sm text-muted-foreground">C’est noté. Merci.</p>;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const saved = amount.trim() === '' ? null : { amount: Number(amount), unit };
    mutate(
      { comment, saved },
      {
        onSuccess: () => {
          announce('C’est noté. Merci.');
          onDone?.();
        },
      },
    );
  };
  const fields = error instanceof ApiError ? error.fields : {};
  const amountError = fields['saved.amount'];
  const isEmpty = comment.trim() === '' && amount.trim() === '';
  return (
    <form noValidate className="grid gap-4" onSubmit={submit}>
      <Field
        label="Une phrase pour la suite"
        optional
        hint="Les membres la lisent sur ton SOS et sur son résumé."
        error={fields.comment}
      >
        <Textarea
          rows={2}
          className="min-h-16"
          maxLength={OUTCOME_COMMENT_MAX}
          value={comment}
          onChange={(event) => setComment(event.target.value)}
        />
      </Field>
      {hasGained && (
        <div className="flex flex-wrap items-end gap-x-3 gap-y-2">
          <Field label="Ce que ça t’a fait gagner" optional error={amountError} className="min-w-40 flex-1">
            <Input
              inputMode="numeric"
              autoComplete="off"
              value={amount}
              onChange={(event) => setAmount(event.target.value)}
            />
          </Field>
          <RadioChips label="Unité" options={units} value={unit} onChange={setUnit} className="pb-0.5" />
        </div>
      )}
      <FormError>{error && !amountError && !fields.comment && errorMessage(error)}</FormError>
      <Button type="submit" variant="outline" loading={isPending} disabled={isEmpty}>
        Ajouter
      </Button>
    </form>
  );
}
