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
import { useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { Button } from '../kit/button.tsx';
import { FormCards, FormField } from '../kit/form-field.tsx';
import { plural } from '../kit/format.ts';
import { toOptions } from '../kit/options.ts';
import { Select } from '../kit/select.tsx';
import { CountedInput, Textarea } from '../kit/textarea.tsx';
import { SpecialtiesField } from '../profiles/specialties-field.tsx';
import type { EventForm } from './event-draft.ts';
import { durationText, readerZone } from './labels.ts';
import { ZONES } from './zones.ts';

const LENGTHS = [15, 30, 45, 60, 90, 120, 180, 240, 360, 480];
const PAIR = 'grid grid-cols-1 gap-6 sm:grid-cols-2';
const EventField = FormField<EventForm>;

/** The kind and the repetition of an event stay as they were made. */
export function EventFields({ isNew }: { isNew: boolean }) {
  const { control, getValues, setValue } = useFormContext<EventForm>();
  const [kind, minutes] = useWatch({ control, name: ['kind', 'minutes'] });
  const seatsMax = EVENT_KINDS.find(({ id }) => id === kind)?.seatsMax;
  return (
    <div className="grid grid-cols-1 content-start gap-6 md:gap-8">
      {isNew && (
        <FormCards<EventForm>
          name="kind"
          label="Sorte d’événement"
          columns={3}
          options={EVENT_KINDS}
          onChosen={(chosen) => {
            const max = EVENT_KINDS.find(({ id }) => id === chosen)?.seatsMax ?? 0;
            if (getValues('capacity') > max) setValue('capacity', max);
          }}
        />
      )}
      <EventField name="title" label="Titre">
        <CountedInput maxLength={EVENT_TITLE_MAX} autoComplete="off" />
      </EventField>
      <EventField
        name="description"
        label="Description"
        hint="De quoi on parle, ce que tu as vécu, pour qui c’est."
      >
        <Textarea className="min-h-32" maxLength={EVENT_DESCRIPTION_MAX} />
      </EventField>
      <div className={PAIR}>
        <div className="grid content-start gap-1.5">
          <EventField name="localStart" label="Jour et heure" type="datetime-local" />
          <ZoneField />
        </div>
        <EventField name="minutes" label="Durée" isNumber>
          <Select
            options={[...new Set([...LENGTHS, minutes])]
              .toSorted((a, b) => a - b)
              .map((length) => ({ value: String(length), label: durationText(length) }))}
          />
        </EventField>
        <EventField
          name="capacity"
          label="Places"
          hint={`De ${EVENT_SEATS_MIN} à ${seatsMax}, sans toi.`}
          isNumber
          type="number"
          inputMode="numeric"
          min={EVENT_SEATS_MIN}
          max={seatsMax}
        />
      </div>
      {kind === 'meeting' ? (
        <div className={PAIR}>
          <EventField name="city" label="Ville" maxLength={EVENT_CITY_MAX} />
          <EventField
            name="address"
            label="Adresse"
            hint="Seuls ceux qui viennent la voient."
            maxLength={EVENT_ADDRESS_MAX}
          />
        </div>
      ) : (
        <EventField
          name="link"
          label="Lien de l’appel"
          optional
          hint="Guilde n’a pas de visio intégrée. Ceux qui viennent voient le lien 15 minutes avant."
          type="url"
          inputMode="url"
          placeholder="https://"
          maxLength={EVENT_LINK_MAX}
        />
      )}
      <SpecialtiesField label="Spécialités" />
      {isNew && <RepeatFields />}
    </div>
  );
}

/** Most events are in Paris’s zone, so that another one is chosen only on request. */
function ZoneField() {
  const { control, formState } = useFormContext<EventForm>();
  const timeZone = useWatch({ control, name: 'timeZone' });
  const [isOpen, setOpen] = useState(false);
  if (isOpen || formState.errors.timeZone)
    return (
      <EventField name="timeZone" label="Fuseau horaire">
        <Select
          options={[...new Set([...ZONES, readerZone(), timeZone])].map((zone) => ({
            value: zone,
            label: zoneName(zone).replace('heure', 'Heure'),
          }))}
        />
      </EventField>
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

function RepeatFields() {
  const { control } = useFormContext<EventForm>();
  const repeat = useWatch({ control, name: 'repeat' });
  return (
    <div className={PAIR}>
      <EventField name="repeat" label="Répétition">
        <Select options={toOptions(REPEATS)} />
      </EventField>
      {repeat !== 'none' && (
        <EventField name="times" label="Combien de fois" isNumber>
          <Select
            options={Array.from({ length: OCCURRENCES_MAX - 1 }, (_, index) => ({
              value: String(index + 2),
              label: plural(index + 2, 'date'),
            }))}
          />
        </EventField>
      )}
    </div>
  );
}
