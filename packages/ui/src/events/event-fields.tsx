import {
  EVENT_ADDRESS_MAX,
  EVENT_CITY_MAX,
  EVENT_DESCRIPTION_MAX,
  EVENT_KINDS,
  EVENT_LINK_MAX,
  EVENT_SEATS_MIN,
  EVENT_TITLE_MAX,
  OCCURRENCES_MAX,
  REPEATS,
} from '@guilde/contracts/events/rules.ts';
import { zoneName } from '@guilde/contracts/events/words.ts';
import { SPECIALTIES, SPECIALTIES_MAX } from '@guilde/contracts/profiles/rules.ts';
import { useState } from 'react';
import { Controller, useFormContext, useWatch } from 'react-hook-form';
import { Button } from '../kit/button.tsx';
import { CheckboxChips } from '../kit/chips.tsx';
import { RadioCards } from '../kit/choice-cards.tsx';
import { Field, FieldGroup } from '../kit/field.tsx';
import { plural } from '../kit/format.ts';
import { Input } from '../kit/input.tsx';
import { toOptions } from '../kit/options.ts';
import { Select } from '../kit/select.tsx';
import { CountedInput, Textarea } from '../kit/textarea.tsx';
import type { EventForm } from './event-draft.ts';
import { durationText, readerZone } from './labels.ts';
import { ZONES } from './zones.ts';

const LENGTHS = [15, 30, 45, 60, 90, 120, 180, 240, 360, 480];
const number = { valueAsNumber: true } as const;

/** The kind and the repetition of an event stay as they were made. */
export function EventFields({ isNew }: { isNew: boolean }) {
  const {
    control,
    register,
    formState: { errors },
  } = useFormContext<EventForm>();
  const [kind, minutes] = useWatch({ control, name: ['kind', 'minutes'] });
  const seatsMax = EVENT_KINDS.find(({ id }) => id === kind)?.seatsMax;
  return (
    <div className="grid grid-cols-1 content-start gap-6 md:gap-8">
      {isNew && <KindField />}
      <Field label="Titre" error={errors.title?.message}>
        <CountedInput maxLength={EVENT_TITLE_MAX} autoComplete="off" {...register('title')} />
      </Field>
      <Field
        label="Description"
        hint="De quoi on parle, ce que tu as vécu, pour qui c’est."
        error={errors.description?.message}
      >
        <Textarea className="min-h-32" maxLength={EVENT_DESCRIPTION_MAX} {...register('description')} />
      </Field>
      <div className="grid grid-cols-1 gap-6 sm:grid-cols-2">
        <div className="grid content-start gap-1.5">
          <Field label="Jour et heure" error={errors.localStart?.message}>
            <Input type="datetime-local" {...register('localStart')} />
          </Field>
          <ZoneField />
        </div>
        <Field label="Durée" error={errors.minutes?.message}>
          <Select
            options={[...new Set([...LENGTHS, minutes])]
              .toSorted((a, b) => a - b)
              .map((length) => ({ value: String(length), label: durationText(length) }))}
            {...register('minutes', number)}
          />
        </Field>
        <Field
          label="Places"
          hint={`De ${EVENT_SEATS_MIN} à ${seatsMax}, sans toi.`}
          error={errors.capacity?.message}
        >
          <Input
            type="number"
            inputMode="numeric"
            min={EVENT_SEATS_MIN}
            max={seatsMax}
            {...register('capacity', number)}
          />
        </Field>
      </div>
      {kind === 'meeting' ? <PlaceFields /> : <LinkField />}
      <SpecialtiesField />
      {isNew && <RepeatFields />}
    </div>
  );
}

function KindField() {
  const { control, getValues, setValue } = useFormContext<EventForm>();
  return (
    <Controller
      control={control}
      name="kind"
      render={({ field: { value, onChange } }) => (
        <FieldGroup label="Sorte d’événement" single>
          <RadioCards
            columns={3}
            options={EVENT_KINDS.map(({ id, label, hint }) => ({ value: id, label, description: hint }))}
            value={value}
            onChange={(kind) => {
              const max = EVENT_KINDS.find(({ id }) => id === kind)?.seatsMax ?? 0;
              if (getValues('capacity') > max) setValue('capacity', max);
              onChange(kind);
            }}
          />
        </FieldGroup>
      )}
    />
  );
}

/** Most events are in Paris’s zone, so that another one is chosen only on request. */
function ZoneField() {
  const { control, register, formState } = useFormContext<EventForm>();
  const timeZone = useWatch({ control, name: 'timeZone' });
  const [isOpen, setOpen] = useState(false);
  if (isOpen || formState.errors.timeZone)
    return (
      <Field label="Fuseau horaire" error={formState.errors.timeZone?.message} className="mt-3">
        <Select
          options={[...new Set([...ZONES, readerZone(), timeZone])].map((zone) => ({
            value: zone,
            label: zoneName(zone).replace('heure', 'Heure'),
          }))}
          {...register('timeZone')}
        />
      </Field>
    );
  return (
    <p className="flex flex-wrap items-baseline gap-x-2 text-sm text-muted-foreground">
      <span className="first-letter:uppercase">{zoneName(timeZone)}</span>
      <Button variant="link" onClick={() => setOpen(true)}>
        Changer de fuseau
      </Button>
    </p>
  );
}

function PlaceFields() {
  const { register, formState } = useFormContext<EventForm>();
  const { city, address } = formState.errors;
  return (
    <div className="grid grid-cols-1 gap-6 sm:grid-cols-2">
      <Field label="Ville" error={city?.message}>
        <Input maxLength={EVENT_CITY_MAX} autoComplete="off" {...register('city')} />
      </Field>
      <Field label="Adresse" hint="Seuls ceux qui viennent la voient." error={address?.message}>
        <Input maxLength={EVENT_ADDRESS_MAX} autoComplete="off" {...register('address')} />
      </Field>
    </div>
  );
}

function LinkField() {
  const { register, formState } = useFormContext<EventForm>();
  return (
    <Field
      label="Lien de l’appel"
      optional
      hint="Guilde n’a pas de visio intégrée. Ceux qui viennent voient le lien 15 minutes avant."
      error={formState.errors.link?.message}
    >
      <Input
        type="url"
        inputMode="url"
        placeholder="https://"
        maxLength={EVENT_LINK_MAX}
        autoComplete="off"
        {...register('link')}
      />
    </Field>
  );
}

function SpecialtiesField() {
  const { control } = useFormContext<EventForm>();
  return (
    <Controller
      control={control}
      name="specialties"
      render={({ field: { value = [], onChange }, fieldState: { error } }) => (
        <FieldGroup
          label="Spécialités"
          optional
          aside={`${value.length}/${SPECIALTIES_MAX}`}
          error={error?.message}
        >
          <CheckboxChips
            options={toOptions(SPECIALTIES)}
            values={value}
            onChange={onChange}
            max={SPECIALTIES_MAX}
          />
        </FieldGroup>
      )}
    />
  );
}

function RepeatFields() {
  const { control, register, formState } = useFormContext<EventForm>();
  const repeat = useWatch({ control, name: 'repeat' });
  return (
    <div className="grid grid-cols-1 gap-6 sm:grid-cols-2">
      <Field label="Répétition" error={formState.errors.repeat?.message}>
        <Select options={toOptions(REPEATS)} {...register('repeat')} />
      </Field>
      {repeat !== 'none' && (
        <Field label="Combien de fois" error={formState.errors.times?.message}>
          <Select
            options={Array.from({ length: OCCURRENCES_MAX - 1 }, (_, index) => ({
              value: String(index + 2),
              label: plural(index + 2, 'date'),
            }))}
            {...register('times', number)}
          />
        </Field>
      )}
    </div>
  );
}
