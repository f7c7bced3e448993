import { TOOL_GROUPS, toolsOf } from '@guilde/contracts/incidents/rules.ts';
import { SPECIALTIES, SPECIALTIES_MAX } from '@guilde/contracts/profiles/rules.ts';
import {
  PROPOSED_SPECIALTIES,
  SOS_CATEGORIES,
  SOS_DESCRIPTION_MAX,
  SOS_TITLE_MAX,
  type SosCategory,
} from '@guilde/contracts/sos/rules.ts';
import { Controller, useFormContext, useWatch } from 'react-hook-form';
import { IncidentsOf } from '../incidents/incident-banner.tsx';
import { Switch } from '../kit/checkbox.tsx';
import { CheckboxChips, RadioChips } from '../kit/chips.tsx';
import { Field, FieldGroup } from '../kit/field.tsx';
import { toOptions } from '../kit/options.ts';
import { Select } from '../kit/select.tsx';
import { CountedInput, Textarea } from '../kit/textarea.tsx';
import type { SosForm } from './sos-draft.ts';

const categoryOptions = toOptions(SOS_CATEGORIES);
const specialtyOptions = toOptions(SPECIALTIES);

/** Proposes specialties for the category until the person has chosen others. */
export function CategoryField() {
  const { control, getValues, setValue } = useFormContext<SosForm>();
  const propose = (previous: SosCategory | undefined, next: SosCategory) => {
    const before = (previous && PROPOSED_SPECIALTIES[previous]) ?? [];
    const chosen = getValues('specialties') ?? [];
    const untouched = chosen.length === before.length && chosen.every((id) => before.includes(id));
    if (untouched) setValue('specialties', PROPOSED_SPECIALTIES[next]);
  };
  return (
    <Controller
      control={control}
      name="category"
      render={({ field, fieldState: { error } }) => (
        <FieldGroup single label="De quoi s’agit-il ?" error={error?.message}>
          <RadioChips
            className="flex-wrap gap-2"
            options={categoryOptions}
            value={field.value}
            onChange={(category) => {
              propose(field.value, category);
              field.onChange(category);
            }}
          />
        </FieldGroup>
      )}
    />
  );
}

export function SosTextFields() {
  const {
    register,
    formState: { errors },
  } = useFormContext<SosForm>();
  return (
    <>
      <Field label="Titre" hint="Le problème en une phrase." error={errors.title?.message}>
        <CountedInput maxLength={SOS_TITLE_MAX} autoComplete="off" {...register('title')} />
      </Field>
      <Field
        label="Description"
        hint="Contexte, ce que tu as essayé, ce que tu attends."
        error={errors.description?.message}
      >
        <Textarea
          className="min-h-32 md:min-h-44"
          maxLength={SOS_DESCRIPTION_MAX}
          {...register('description')}
        />
      </Field>
    </>
  );
}

export function SpecialtiesField() {
  const { control } = useFormContext<SosForm>();
  return (
    <Controller
      control={control}
      name="specialties"
      render={({ field: { value = [], onChange }, fieldState: { error } }) => (
        <FieldGroup
          label="Spécialités recherchées"
          optional
          aside={`${value.length}/${SPECIALTIES_MAX}`}
          hint="Les membres qui les maîtrisent sont prévenus en premier."
          error={error?.message}
        >
          <CheckboxChips
            options={specialtyOptions}
            values={value}
            onChange={onChange}
            max={SPECIALTIES_MAX}
          />
        </FieldGroup>
      )}
    />
  );
}

/** The tool is one that many shops use: several such SOS show that it fails for all of them. */
export function ToolField() {
  const { control, register } = useFormContext<SosForm>();
  const [tool, title, description] = useWatch({ control, name: ['tool', 'title', 'description'] });
  return (
    <div className="grid gap-3">
      <Field
        label="Outil concerné"
        optional
        hint="Si d’autres ont le même problème, ceux qui l’utilisent sont prévenus."
      >
        <Select placeholder="Aucun en particulier" className="max-w-80" {...register('tool')}>
          {TOOL_GROUPS.map(({ group, tools }) => (
            <optgroup key={group} label={group}>
              {tools.map(({ id, label }) => (
                <option key={id} value={id}>
                  {label}
                </option>
              ))}
            </optgroup>
          ))}
        </Select>
      </Field>
      <IncidentsOf tools={toolsOf({ tool, title, description })} heading={2} />
    </div>
  );
}

export function UrgencyField() {
  const { control } = useFormContext<SosForm>();
  return (
    <Controller
      control={control}
      name="isUrgent"
      render={({ field: { value = false, onChange } }) => (
        <Switch
          checked={value}
          onChange={onChange}
          label="C’est urgent"
          description="À cocher si tu perds des ventes en ce moment même. Ton SOS passe en tête de ceux du jour, avec la mention « Urgent »."
        />
      )}
    />
  );
}
