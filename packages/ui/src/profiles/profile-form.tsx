import { profileInput } from '@guilde/contracts/profiles/input.ts';
import {
  BIO_MAX,
  NAME_MAX,
  type Profile,
  STORE_NAME_MAX,
  STORE_URL_MAX,
} from '@guilde/contracts/profiles/rules.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { Controller, type UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
import { useForm } from '../form.ts';
import { Button } from '../kit/button.tsx';
import { Card } from '../kit/card.tsx';
import { Field } from '../kit/field.tsx';
import { Input } from '../kit/input.tsx';
import { Select } from '../kit/select.tsx';
import { Textarea } from '../kit/textarea.tsx';
import { toast } from '../kit/toast.ts';
import { failureText, showFieldErrors } from '../refusals.ts';
import { channelChoices, cmsChoices, orderChoices, sectorChoices } from './choices.tsx';
import { useUpdateProfile } from './data.ts';
import { SpecialtyPicker } from './specialty-picker.tsx';
import { ToolsFields } from './tools-fields.tsx';
import { UnsavedGuard } from './unsaved-guard.tsx';
import { type ProfileControl, VisibleTo } from './visible-to.tsx';

type Values = z.input<typeof profileInput>;
type Form = Pick<UseFormReturn<Values>, 'register' | 'formState'> & { control: ProfileControl };

const names = Object.keys(profileInput.shape) as (keyof Values)[];

/** The form is disabled while saving; a failure keeps what was typed. Only changed fields are sent. */
export function ProfileForm({ profile, onDone }: { profile: Profile; onDone: () => void }) {
  const update = useUpdateProfile();
  const form = useForm({
    // A complete profile has no empty answer.
    defaultValues: profile as Values,
    resolver: zodResolver(profileInput),
    mode: 'onTouched',
  });
  const { register, formState } = form;
  const { dirtyFields } = formState;
  const error = (name: keyof Values) => formState.errors[name]?.message;
  const saving = update.isPending;
  const submit = form.handleSubmit((input) => {
    const changed = Object.entries(input).filter(([name]) => dirtyFields[name as keyof Values]);
    update.mutate(Object.fromEntries(changed), {
      onSuccess: () => {
        toast.success('Profil mis à jour');
        onDone();
      },
      onError: (failure) => {
        if (showFieldErrors(form, failure, names)) return;
        const description = failureText(failure, 'Impossible de mettre à jour le profil');
        toast.error('Erreur', { description });
      },
    });
  });
  return (
    <Card>
      <form noValidate onSubmit={(event) => void submit(event)} aria-label="Modifier mon profil">
        <fieldset disabled={saving} className="grid gap-5 [&_:is(input,select,textarea)]:scroll-mb-24">
          <PersonAndShopFields form={form} />
          <ToolsFields
            payments={form.watch('payments') ?? []}
            carriers={form.watch('carriers') ?? []}
            visibleTo={(field) => <VisibleTo control={form.control} field={field} />}
            onChange={({ payments, carriers }) => {
              if (payments) form.setValue('payments', payments, { shouldDirty: true });
              if (carriers) form.setValue('carriers', carriers, { shouldDirty: true });
            }}
          />
          <p className="text-sm text-muted-foreground">
            « Mes conversations » : les membres avec qui tu partages un SOS, en cours ou passé. L’équipe voit
            tous les champs.
          </p>
          <Field label="Bio" optional error={error('bio')}>
            <Textarea rows={4} maxLength={BIO_MAX} {...register('bio')} />
          </Field>
          <Controller
            control={form.control}
            name="specialties"
            render={({ field }) => (
              <SpecialtyPicker
                label="Tes spécialités"
                values={field.value}
                onChange={field.onChange}
                error={error('specialties')}
                disabled={saving}
              />
            )}
          />
          <div className="sticky bottom-(--shell-bottom) -mx-4 -mb-4 flex flex-wrap-reverse gap-2 rounded-b-lg border-t bg-card p-4 max-sm:*:flex-1 sm:justify-end md:-mx-5 md:-mb-5 md:px-5">
            <Button variant="outline" onClick={onDone}>
              Annuler
            </Button>
            <Button type="submit" loading={saving}>
              {saving ? 'Enregistrement…' : 'Enregistrer'}
            </Button>
          </div>
        </fieldset>
      </form>
      <UnsavedGuard active={formState.isDirty && !saving} />
    </Card>
  );
}

function PersonAndShopFields({ form: { control, register, formState } }: { form: Form }) {
  const error = (name: keyof Values) => formState.errors[name]?.message;
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Field label="Prénom" error={error('firstName')}>
        <Input autoComplete="given-name" maxLength={NAME_MAX} {...register('firstName')} />
      </Field>
      <Field label="Nom" error={error('lastName')}>
        <Input autoComplete="family-name" maxLength={NAME_MAX} {...register('lastName')} />
      </Field>
      <Field label="Nom de la boutique" error={error('storeName')}>
        <Input autoComplete="organization" maxLength={STORE_NAME_MAX} {...register('storeName')} />
      </Field>
      <Field
        label="Adresse web"
        error={error('storeUrl')}
        aside={<VisibleTo control={control} field="storeUrl" />}
      >
        <Input type="url" inputMode="url" maxLength={STORE_URL_MAX} {...register('storeUrl')} />
      </Field>
      <Field label="Plateforme" error={error('cms')} aside={<VisibleTo control={control} field="cms" />}>
        <Select options={cmsChoices} {...register('cms')} />
      </Field>
      <Field label="Secteur" error={error('sector')}>
        <Select options={sectorChoices} {...register('sector')} />
      </Field>
      <Field label="Commandes par mois" error={error('monthlyOrders')}>
        <Select options={orderChoices} {...register('monthlyOrders')} />
      </Field>
      <Field label="Canal d’acquisition principal" error={error('mainChannel')}>
        <Select options={channelChoices} {...register('mainChannel')} />
      </Field>
    </div>
  );
}
