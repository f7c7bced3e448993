import { useRef } from 'react';
import { useProveAgain } from '../account/second-factor-data.ts';
import { errorMessage } from '../api.ts';
import { SecondCodeForm, type SecondCodeFormHandle } from '../auth/second-code-form.tsx';
import { Button } from '../kit/button.tsx';

export function ProofForm({ onProven }: { onProven: () => void }) {
  const prove = useProveAgain();
  const form = useRef<SecondCodeFormHandle>(null);
  const submit = (code: string) =>
    prove.mutate(code, {
      onSuccess: onProven,
      onError: (error) => form.current?.refuse(errorMessage(error)),
    });
  return (
    <SecondCodeForm ref={form} isPending={prove.isPending} onCode={submit}>
      <Button type="submit" loading={prove.isPending}>
        Confirmer
      </Button>
    </SecondCodeForm>
  );
}
