import type { Carrier, Payment } from '@guilde/contracts/profiles/rules.ts';
import { CheckboxChips } from '../kit/chips.tsx';
import { FieldGroup } from '../kit/field.tsx';
import { carrierChoices, paymentChoices } from './choices.tsx';

type Tools = { payments: readonly Payment[]; carriers: readonly Carrier[] };

/** Payment providers and carriers are optional. */
export function ToolsFields({
  payments,
  carriers,
  onChange,
}: Tools & { onChange: (tools: { payments?: Payment[]; carriers?: Carrier[] }) => void }) {
  return (
    <>
      <FieldGroup
        label="Moyens de paiement"
        optional
        hint="Si plusieurs marchands signalent une panne de l’un d’eux, tu le verras."
      >
        <CheckboxChips
          options={paymentChoices}
          values={payments}
          onChange={(chosen) => onChange({ payments: chosen })}
        />
      </FieldGroup>
      <FieldGroup label="Transporteurs" optional>
        <CheckboxChips
          options={carrierChoices}
          values={carriers}
          onChange={(chosen) => onChange({ carriers: chosen })}
        />
      </FieldGroup>
    </>
  );
}
