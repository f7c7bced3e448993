import { DEAL_NOTE_MAX, DEAL_TIES, type DealTie } from '@guilde/contracts/deals/rules.ts';
import { errorText } from '@guilde/contracts/errors.ts';
import { useState } from 'react';
import { RadioCards } from '../kit/choice-cards.tsx';
import { Field, FieldGroup } from '../kit/field.tsx';
import { Input } from '../kit/input.tsx';
import { toOptions } from '../kit/options.ts';
import { ActButton } from '../kit/reason-dialog.tsx';
import { dealActs, type ShownDeal, useDealAct } from './data.ts';

/** Where a supplier is named already, the tie with them comes first. */
export function TakeLead({ deal }: { deal: ShownDeal }) {
  const { run } = useDealAct(deal.id, dealActs.lead);
  const [tie, setTie] = useState<DealTie | null>(null);
  const [tieNote, setTieNote] = useState('');
  const [isMissing, setMissing] = useState(false);
  return (
    <ActButton
      label="Je négocie ce deal"
      confirmLabel="Je négocie"
      title="Négocier ce deal ?"
      description="Tu cherches un fournisseur et tu proposes ses conditions. On ne négocie qu’un deal à la fois."
      onConfirm={async () => {
        setMissing(deal.offer !== null && tie === null);
        if (deal.offer && tie === null) throw new Error('The tie is missing');
        await run({ tie, tieNote });
      }}
    >
      {deal.offer && (
        <>
          <FieldGroup
            label={`Ton lien avec ${deal.offer.supplierName}`}
            error={isMissing && tie === null && errorText('TIE_REQUIRED')}
            single
          >
            <RadioCards columns={1} options={toOptions(DEAL_TIES)} value={tie} onChange={setTie} />
          </FieldGroup>
          <Field label="Précise" optional>
            <Input
              maxLength={DEAL_NOTE_MAX}
              value={tieNote}
              onChange={(event) => setTieNote(event.target.value)}
            />
          </Field>
        </>
      )}
    </ActButton>
  );
}
