import { TOOL_GROUPS, toolLabel, toolsOf } from '@guilde/contracts/incidents/rules.ts';
import { optionLabel, SPECIALTIES } from '@guilde/contracts/profiles/rules.ts';
import { proposedCategory } from '@guilde/contracts/sos/category-words.ts';
import {
  PROPOSED_SPECIALTIES,
  SOS_CATEGORIES,
  SOS_DESCRIPTION_MAX,
  SOS_TITLE_MAX,
  type SosCategory,
} from '@guilde/contracts/sos/rules.ts';
import { ChevronDown } from 'lucide-react';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import {
  type Control,
  Controller,
  type UseFormGetValues,
  type UseFormSetValue,
  useFormContext,
  useWatch,
} from 'react-hook-form';
import { IncidentsOf } from '../incidents/incident-banner.tsx';
import { announce } from '../kit/announcer.tsx';
import { Switch } from '../kit/checkbox.tsx';
import { RadioChips } from '../kit/chips.tsx';
import { Field, FieldGroup } from '../kit/field.tsx';
import { toOptions } from '../kit/options.ts';
import { Select } from '../kit/select.tsx';
import { CountedInput, Textarea } from '../kit/textarea.tsx';
import { useDebouncedValue } from '../kit/use-debounced-value.ts';
import { SpecialtiesField } from '../profiles/specialties-field.tsx';
import type { SosForm } from './sos-draft.ts';

const categoryOptions = toOptions(SOS_CATEGORIES);
const PROPOSE_AFTER_MS = 500;

/** Until the member chooses a category, it is the one that the text proposes, and the field says so. */
export function CategoryField() {
  const { control, getValues, setValue, clearErrors } = useFormContext<SosForm>();
  const [isChosen, setIsChosen] = useState(() => getValues('category') !== undefined);
  const proposal = useProposedCategory(control);
  const setCategory = useEffectEvent((category: SosCategory) => {
    proposeSpecialties(getValues, setValue, category);
    setValue('category', category);
    clearErrors('category');
  });
  useEffect(() => {
    if (isChosen || !proposal) return;
    setCategory(proposal);
    announce(`Catégorie proposée\u00a0: ${optionLabel(SOS_CATEGORIES, proposal)}`);
  }, [isChosen, proposal]);
  return (
    <Controller
      control={control}
      name="category"
      render={({ field, fieldState: { error } }) => (
        <FieldGroup
          single
          label="De quoi s’agit-il ?"
          aside={!isChosen && field.value && 'Proposé d’après ton texte'}
          error={error?.message}
        >
          <RadioChips
            className="flex-wrap gap-2"
            options={categoryOptions}
            value={field.value}
            onChange={(category) => {
              setIsChosen(true);
              proposeSpecialties(getValues, setValue, category);
              field.onChange(category);
            }}
          />
        </FieldGroup>
      )}
    />
  );
}

function useProposedCategory(control: Control<SosForm>): SosCategory | null {
  const [title, description] = useWatch({ control, name: ['title', 'description'] });
  const text = useDebouncedValue(JSON.stringify({ title, description }), PROPOSE_AFTER_MS);
  return useMemo(() => proposedCategory(JSON.parse(text) as { title: string; description: string }), [text]);
}

/** Specialties that the member has chosen stay. */
function proposeSpecialties(
  getValues: UseFormGetValues<SosForm>,
  setValue: UseFormSetValue<SosForm>,
  category: SosCategory,
): void {
  const previous = getValues('category');
  const before = (previous && PROPOSED_SPECIALTIES[previous]) ?? [];
  const chosen = getValues('specialties') ?? [];
  const untouched = chosen.length === before.length && chosen.every((id) => before.includes(id));
  if (untouched) setValue('specialties', PROPOSED_SPECIALTIES[category]);
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

/** The tool is one that many shops use: several such SOS show that it fails for all of them. */
function ToolField() {
  const { register } = useFormContext<SosForm>();
  return (
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
  );
}

/** It stands above the fields that are folded, because it may answer the SOS. */
export function IncidentsOfDraft() {
  const { control } = useFormContext<SosForm>();
  const [tool, title, description] = useWatch({ control, name: ['tool', 'title', 'description'] });
  return <IncidentsOf tools={toolsOf({ tool, title, description })} heading={2} />;
}

/** What few need is folded; the fold says what is chosen in it. */
export function FoldedFields() {
  const {
    control,
    formState: { errors },
  } = useFormContext<SosForm>();
  const [specialties = [], tool] = useWatch({ control, name: ['specialties', 'tool'] });
  const chosen = specialties.map((id) => optionLabel(SPECIALTIES, id));
  if (tool) chosen.push(toolLabel(tool));
  return (
    <details
      open={errors.specialties || errors.tool ? true : undefined}
      className="group rounded-lg border bg-card"
    >
      <summary className="flex min-h-12 items-center gap-3 rounded-lg px-4 py-2 text-sm [&::-webkit-details-marker]:hidden">
        <span className="min-w-0 flex-1">
          <span className="font-medium">Préciser</span>
          <span className="block text-muted-foreground">
            {chosen.length > 0 ? chosen.join(', ') : 'Spécialités recherchées, outil concerné'}
          </span>
        </span>
        <ChevronDown className="size-5 shrink-0 text-muted-foreground transition-transform duration-200 group-open:rotate-180" />
      </summary>
      <div className="grid gap-6 px-4 pt-2 pb-5">
        <SpecialtiesField
          label="Spécialités recherchées"
          hint="Les membres qui les maîtrisent sont prévenus en premier."
        />
        <ToolField />
      </div>
    </details>
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
          description="Si tu perds des ventes en ce moment : les membres sont prévenus plus vite, aussi la nuit pour qui l’accepte."
        />
      )}
    />
  );
}
