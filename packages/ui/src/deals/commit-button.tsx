import { type DealOffer, QUANTITY_MAX } from '@guilde/contracts/deals/rules.ts';
import { errorText } from '@guilde/contracts/errors.ts';
import { useRef, useState } from 'react';
import { Button } from '../kit/button.tsx';
import { Checkbox } from '../kit/checkbox.tsx';
import { ConfirmDialog } from '../kit/confirm-dialog.tsx';
import { Field, FieldGroup } from '../kit/field.tsx';
import { focusAfterError } from '../kit/focus-after-error.ts';
import { formatNumber } from '../kit/format.ts';
import { Input } from '../kit/input.tsx';
import { toast } from '../kit/toast.ts';
import { dealActs, type ShownDeal, useDealAct } from './data.ts';

type CommitProps = { deal: ShownDeal; offer: DealOffer; label?: string; variant?: 'hero' | 'outline' };

/** The quantity is a promise, and the consent names who receives it; one that was given stays. */
export function CommitButton({ deal, offer, label = 'Je m’engage', variant = 'hero' }: CommitProps) {
  const { run } = useDealAct(deal.id, dealActs.commit);
  const [typed, setTyped] = useState(String(deal.commitment?.quantity ?? ''));
  const [isTicked, setTicked] = useState(false);
  const hasAgreed = deal.commitment?.consentAt != null;
  const consent = hasAgreed || isTicked;
  const [isChecked, setChecked] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const box = useRef<HTMLInputElement>(null);
  const quantity = Number(typed.replace(/\s/g, ''));
  const problem = quantityProblem(quantity, offer);
  const confirm = async () => {
    setChecked(true);
    if (problem || !consent) {
      focusAfterError(() => (problem ? field : box).current?.focus());
      throw new Error('An answer is missing');
    }
    await run({ quantity, consent, revision: deal.revision });
    toast.success('Ton engagement est enregistré.', { shownByPage: true });
  };
  return (
    <ConfirmDialog
      trigger={<Button variant={variant}>{label}</Button>}
      title="Combien veux-tu commander ?"
      description="C’est une promesse. Tu commandes directement au fournisseur, une fois l’objectif atteint."
      confirmLabel={hasAgreed ? 'Enregistrer' : 'Je m’engage'}
      onConfirm={confirm}
      onOpenChange={() => setChecked(false)}
    >
      <Field label={`Quantité (${offer.unit})`} hint={limitsText(offer)} error={isChecked && problem}>
        <Input
          ref={field}
          inputMode="numeric"
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </Field>
      {!hasAgreed && (
        <FieldGroup
          label={<span className="sr-only">Accord</span>}
          error={isChecked && !consent && errorText('CONSENT_REQUIRED')}
        >
          <Checkbox
            ref={box}
            label={`J’accepte que mon nom, ma boutique et ma quantité soient transmis à ${offer.supplierName}`}
            description="Et au membre qui négocie, une fois l’objectif atteint. Tu peux changer d’avis jusqu’à l’envoi."
            checked={isTicked}
            onChange={(event) => setTicked(event.target.checked)}
          />
        </FieldGroup>
      )}
    </ConfirmDialog>
  );
}

function quantityProblem(quantity: number, { minEach, maxEach }: DealOffer): string | null {
  if (!Number.isInteger(quantity)) return 'Indique un nombre entier.';
  if (quantity < minEach) return errorText('COMMITMENT_TOO_SMALL', { minimum: minEach });
  const maximum = maxEach ?? QUANTITY_MAX;
  return quantity > maximum ? errorText('COMMITMENT_TOO_LARGE', { maximum }) : null;
}

function limitsText({ minEach, maxEach }: DealOffer): string | undefined {
  if (maxEach) return `De ${formatNumber(minEach)} à ${formatNumber(maxEach)}.`;
  return minEach > 1 ? `${formatNumber(minEach)} au moins.` : undefined;
}
