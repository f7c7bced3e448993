import { DEAL_REASON_MAX } from '@guilde/contracts/deals/rules.ts';
import { ActButton } from '../kit/reason-dialog.tsx';
import { dealActs, useDealAct } from './data.ts';

export function CancelDeal({ dealId }: { dealId: string }) {
  const { run } = useDealAct(dealId, dealActs.cancel);
  return (
    <ActButton
      destructive
      variant="ghost"
      label="Annuler"
      confirmLabel="Annuler le deal"
      title="Annuler ce deal ?"
      description="Chacun est prévenu, avec ton motif, et plus personne n’est engagé."
      reason={{ label: 'Motif', isRequired: true, maxLength: DEAL_REASON_MAX }}
      onConfirm={(reason) => run(reason)}
    />
  );
}
