import { READING_PROOF_HOURS } from '@guilde/contracts/viewer.ts';
import { LockKeyhole } from 'lucide-react';
import { askForProof } from '../credentials/proof.ts';
import { Button } from '../kit/button.tsx';
import { focusTitle } from '../kit/focus-title.ts';
import { EmptyState } from '../kit/states.tsx';

/** Replaces private content while the administrator's proof is too old. */
export function ProofNeeded({ onProven }: { onProven: () => unknown }) {
  const confirm = async () => {
    if (!(await askForProof())) return;
    await onProven();
    if (document.activeElement === document.body) focusTitle();
  };
  return (
    <EmptyState
      title="Confirme que c’est toi"
      icon={<LockKeyhole />}
      action={<Button onClick={() => void confirm()}>Confirmer</Button>}
    >
      Les conversations des membres sont privées : une vérification suffit pour les lire pendant{' '}
      {READING_PROOF_HOURS} heures.
    </EmptyState>
  );
}
