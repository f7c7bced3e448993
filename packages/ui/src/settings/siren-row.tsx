import { sirenInput } from '@guilde/contracts/profiles/input.ts';
import { formatSiren } from '@guilde/contracts/profiles/rules.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { FormProvider } from 'react-hook-form';
import { errorMessage } from '../api.ts';
import { useForm } from '../form.ts';
import { announce } from '../kit/announcer.tsx';
import { Button } from '../kit/button.tsx';
import { toast } from '../kit/toast.ts';
import { RowDialog, ValueRow } from '../kit/value-row.tsx';
import { useProfile, useStoreSiren } from '../profiles/data.ts';
import { EvidenceRequest } from '../profiles/evidence-request.tsx';
import { SirenField } from '../profiles/siren-field.tsx';
import { showFieldErrors } from '../refusals.ts';

export function SirenRow() {
  const { data: profile } = useProfile();
  if (!profile) return null;
  const { siren } = profile;
  return (
    <ValueRow
      label="SIREN"
      value={
        siren
          ? `${formatSiren(siren)}, visible de l’équipe seule`
          : 'Il nous manque. Il montre que tu es marchand ; rien n’est bloqué en attendant.'
      }
      actions={
        <RowDialog
          button={siren ? 'Changer' : 'Ajouter'}
          of={siren ? 'de SIREN' : 'mon SIREN'}
          title={siren ? 'Changer de SIREN' : 'Ajouter mon SIREN'}
        >
          {(close) => <SirenForm onStored={close} />}
        </RowDialog>
      }
    >
      <EvidenceRequest />
    </ValueRow>
  );
}

function SirenForm({ onStored }: { onStored: () => void }) {
  const store = useStoreSiren();
  const form = useForm({ defaultValues: { siren: '' }, resolver: zodResolver(sirenInput) });
  const submit = form.handleSubmit(({ siren }) =>
    store.mutate(siren, {
      onSuccess: () => {
        onStored();
        announce('SIREN enregistré');
      },
      onError: (error) => {
        if (!showFieldErrors(form, error, ['siren'], { SIREN_TAKEN: 'siren' }))
          toast.error('SIREN non enregistré', { description: errorMessage(error) });
      },
    }),
  );
  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={(event) => void submit(event)} className="grid grid-cols-1 gap-4">
        <SirenField />
        <Button type="submit" loading={store.isPending}>
          Enregistrer le SIREN
        </Button>
      </form>
    </FormProvider>
  );
}
