import type { Carrier, HideableField, Payment } from '@guilde/contracts/profiles/rules.ts';
import type { ReactNode } from 'react';
import { CheckboxChips } from '../kit/chips.tsx';
import { FieldGroup } from '../kit/field.tsx';
import { carrierChoices, paymentChoices } from './choices.tsx';

type Tools = { payments: readonly Payment[]; carriers: readonly Carrier[] };

/** Payment providers and carriers are optional. */
export function ToolsFields({
  payments,
  carriers,
  onChange,
  visibleTo,
}: Tools & {
  onChange: (tools: { payments?: Payment[]; carriers?: Carrier[] }) => void;
  visibleTo?: (field: HideableField) => ReactNode;
}) {
  return (
    <>
      <FieldGroup
        label="Moyens de paiement"
        optional
        aside={visibleTo?.('payments')}
        hint="Si plusieurs marchands signalent une panne de l’un d’eux, tu le verras."
      >
        <CheckboxChips
          options={paymentChoices}
          values={payments}
          onChange={(chosen) => onChange({ payments: chosen })}
        />
      </FieldGroup>
      <FieldGroup label="Transporteurs" optional aside={visibleTo?.('carriers')}>
        <CheckboxChips
          options={carrierChoices}
          values={carriers}
          onChange={(chosen) => onChange({ carriers: chosen })}
        />
      </FieldGroup>
    </>
  );
}
