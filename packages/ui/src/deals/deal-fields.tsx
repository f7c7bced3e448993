import {
  DEAL_CATEGORIES,
  DEAL_CODE_MAX,
  DEAL_CONDITION_MAX,
  DEAL_CONDITIONS_MAX,
  DEAL_KINDS,
  DEAL_NEED_MAX,
  DEAL_NOTE_MAX,
  DEAL_SUPPLIER_MAX,
  DEAL_TIES,
  DEAL_TITLE_MAX,
  DEAL_UNIT_MAX,
  DEAL_URL_MAX,
  TIERS_MAX,
} from '@guilde/contracts/deals/rules.ts';
import { Plus, X } from 'lucide-react';
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form';
import { Button } from '../kit/button.tsx';
import { FieldGroup } from '../kit/field.tsx';
import { FormCards, FormField } from '../kit/form-field.tsx';
import { toOptions } from '../kit/options.ts';
import { Select } from '../kit/select.tsx';
import { CountedInput, Textarea } from '../kit/textarea.tsx';
import { type DealForm, NEW_TIER } from './deal-form.ts';

const PAIR = 'grid grid-cols-1 gap-6 sm:grid-cols-2';

const DealField = FormField<DealForm>;

export function NeedFields() {
  return (
    <>
      <FormCards<DealForm> name="kind" label="Sorte de deal" options={DEAL_KINDS} />
      <DealField name="category" label="Catégorie">
        <Select placeholder="Choisis une catégorie" options={toOptions(DEAL_CATEGORIES)} />
      </DealField>
      <DealField name="title" label="Titre">
        <CountedInput maxLength={DEAL_TITLE_MAX} autoComplete="off" />
      </DealField>
      <DealField
        name="need"
        label="Besoin"
        hint="Ce que tu veux acheter, à quel rythme, ce que tu paies aujourd’hui."
      >
        <Textarea className="min-h-32" maxLength={DEAL_NEED_MAX} />
      </DealField>
    </>
  );
}

export function ConditionsFields() {
  const kind = useWatch<DealForm, 'kind'>({ name: 'kind' });
  return (
    <>
      <div className={PAIR}>
        <DealField name="offer.supplierName" label="Fournisseur" maxLength={DEAL_SUPPLIER_MAX} />
        <DealField
          name="offer.supplierUrl"
          label="Son site"
          type="url"
          placeholder="https://"
          maxLength={DEAL_URL_MAX}
        />
      </div>
      <DealField
        name="offer.unit"
        label="Unité, au pluriel"
        hint="étuis, colis par mois, abonnements…"
        maxLength={DEAL_UNIT_MAX}
      />
      <TiersField />
      <DealField
        name="offer.conditions"
        label="Conditions"
        hint="Livraison, paiement, délais, ce qui n’est pas compris."
      >
        <Textarea maxLength={DEAL_CONDITIONS_MAX} />
      </DealField>
      <div className={PAIR}>
        <DealField name="offer.minTotal" label="Objectif à atteindre" inputMode="numeric" />
        <DealField name="offer.maxTotal" label="Maximum en tout" optional inputMode="numeric" />
        <DealField name="offer.minEach" label="Minimum par boutique" optional inputMode="numeric" />
        <DealField name="offer.maxEach" label="Maximum par boutique" optional inputMode="numeric" />
        <DealField
          name="offer.commitUntil"
          label="Clôture des engagements"
          hint="Dans 3 à 60 jours."
          type="date"
        />
        <DealField
          name="offer.code"
          label="Code"
          optional
          hint="Seuls les engagés le voient, une fois l’objectif atteint."
          maxLength={DEAL_CODE_MAX}
        />
        {kind === 'terms' && (
          <>
            <DealField name="offer.validFrom" label="Valable à partir du" optional type="date" />
            <DealField name="offer.validUntil" label="Valable jusqu’au" optional type="date" />
          </>
        )}
      </div>
    </>
  );
}

function TiersField() {
  const { control, formState } = useFormContext<DealForm>();
  const kind = useWatch<DealForm, 'kind'>({ name: 'kind' });
  const { fields, append, remove } = useFieldArray({ control, name: 'offer.tiers' });
  const tiers = formState.errors.offer?.tiers;
  return (
    <FieldGroup
      label="Paliers"
      aside={`${fields.length}/${TIERS_MAX}`}
      hint="Chaque palier demande plus et coûte moins."
      error={tiers?.message ?? tiers?.root?.message}
    >
      {fields.map((field, index) => (
        <div
          key={field.id}
          className="grid grid-cols-[1fr_1fr_auto] items-start gap-x-3 gap-y-3 rounded-lg border p-3"
        >
          <DealField name={`offer.tiers.${index}.minimum`} label="À partir de" inputMode="numeric" />
          <DealField
            name={`offer.tiers.${index}.price`}
            label="Prix unitaire (€)"
            optional={kind === 'terms'}
            inputMode="decimal"
          />
          <Button
            variant="ghost"
            size="icon"
            aria-label={`Retirer le palier ${index + 1}`}
            className="mt-6.5"
            disabled={fields.length === 1}
            onClick={() => remove(index)}
          >
            <X />
          </Button>
          {kind === 'terms' && (
            <div className="col-span-full">
              <DealField
                name={`offer.tiers.${index}.condition`}
                label="Condition"
                optional
                placeholder="−15 % sur l’abonnement"
                maxLength={DEAL_CONDITION_MAX}
              />
            </div>
          )}
        </div>
      ))}
      {fields.length < TIERS_MAX && (
        <Button variant="outline" size="sm" className="justify-self-start" onClick={() => append(NEW_TIER)}>
          <Plus />
          Ajouter un palier
        </Button>
      )}
    </FieldGroup>
  );
}

export function TieFields() {
  return (
    <>
      <FormCards<DealForm>
        name="offer.tie"
        label="Ton lien avec ce fournisseur"
        hint="Il s’affiche en tête du deal. Cacher une commission est contraire aux règles."
        options={DEAL_TIES}
      />
      <DealField name="offer.tieNote" label="Précise ce lien" optional maxLength={DEAL_NOTE_MAX} />
      <div className={PAIR}>
        <DealField
          name="offer.reference.price"
          label="Prix public (€)"
          optional
          hint="Sans preuve datée, il ne s’affiche pas."
          inputMode="decimal"
        />
        <DealField name="offer.reference.on" label="Constaté le" optional type="date" />
      </div>
    </>
  );
}
