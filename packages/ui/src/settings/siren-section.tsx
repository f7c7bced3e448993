import { sirenInput } from '@guilde/contracts/profiles/input.ts';
import { formatSiren } from '@guilde/contracts/profiles/rules.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { FormProvider } from 'react-hook-form';
import { errorMessage } from '../api.ts';
import { useForm } from '../form.ts';
import { announce } from '../kit/announcer.tsx';
import { Button } from '../kit/button.tsx';
import { Card, SectionHeader } from '../kit/card.tsx';
import { Note } from '../kit/states.tsx';
import { toast } from '../kit/toast.ts';
import { useProfile, useStoreSiren } from '../profiles/data.ts';
import { EvidenceRequest } from '../profiles/evidence-request.tsx';
import { SirenField } from '../profiles/siren-field.tsx';
import { showFieldErrors } from '../refusals.ts';

export function SirenSection() {
  const { data: profile } = useProfile();
  if (!profile) return null;
  return (
    <section>
      <SectionHeader title="Entreprise" />
      <Card className="grid gap-4">
        <EvidenceRequest />
        {profile.siren ? (
          <p className="text-sm text-muted-foreground">
            Ton SIREN est{' '}
            <strong className="font-medium text-foreground tabular-nums">{formatSiren(profile.siren)}</strong>
            . Seule l’équipe le voit.
          </p>
        ) : (
          <Note tone="warning">
            <p className="font-medium">Il nous manque ton SIREN.</p>
            <p className="text-muted-foreground">
              Il montre que chaque membre certifié est un marchand. Rien n’est bloqué en attendant.
            </p>
          </Note>
        )}
        <SirenForm />
      </Card>
    </section>
  );
}

function SirenForm() {
  const store = useStoreSiren();
  const form = useForm({ defaultValues: { siren: '' }, resolver: zodResolver(sirenInput) });
  const submit = form.handleSubmit(({ siren }) =>
    store.mutate(siren, {
      onSuccess: () => {
        form.reset();
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
        <Button type="submit" variant="outline" className="justify-self-start" loading={store.isPending}>
          Enregistrer le SIREN
        </Button>
      </form>
    </FormProvider>
  );
}
