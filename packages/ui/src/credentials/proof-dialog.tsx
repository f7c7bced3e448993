import { PROOF_MINUTES } from '@guilde/contracts/viewer.ts';
import { Dialog, DialogContent } from '../kit/dialog.tsx';
import { useProofRequest } from './proof.ts';
import { ProofForm } from './proof-form.tsx';

/** The dialog is above the page that needs the proof, so that nothing typed is lost. */
export function ProofDialog() {
  const answer = useProofRequest((state) => state.answer);
  return (
    <Dialog open={answer !== null} onOpenChange={(open) => open || answer?.(false)}>
      <DialogContent
        size="sm"
        title="Confirme que c’est toi"
        description={`Ta dernière vérification date de plus de ${PROOF_MINUTES}\u00a0minutes. Ton action reprendra aussitôt.`}
      >
        <ProofForm onProven={() => answer?.(true)} />
      </DialogContent>
    </Dialog>
  );
}
