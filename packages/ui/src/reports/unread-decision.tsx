import type { TeamDecision } from '@guilde/contracts/cases/rules.ts';
import { Link } from 'react-router-dom';
import { errorMessage } from '../api.ts';
import { Button } from '../kit/button.tsx';
import { Dialog, DialogContent, DialogFooter } from '../kit/dialog.tsx';
import { FormError } from '../kit/field.tsx';
import { paths } from '../paths.ts';
import { DecisionText } from './decision-text.tsx';
import { useAcknowledge } from './decisions.ts';

/** It stays until the member says that it is read (docs/specification.md#cases-and-measures). */
export function UnreadDecision({ decision }: { decision: TeamDecision }) {
  const { mutate, isPending, error } = useAcknowledge();
  return (
    <Dialog open>
      <DialogContent
        title={
          decision.measure === 'warning' ? 'Vous recevez un avertissement' : 'Votre certification est retirée'
        }
        description="L’équipe de Guilde a pris cette décision. Vous la retrouvez dans vos réglages."
        dismissible={false}
        startsOnTitle
      >
        <DecisionText decision={decision} />
        <FormError>{error && errorMessage(error)}</FormError>
        <DialogFooter>
          {decision.contestToken && (
            <Button asChild variant="outline">
              <Link to={paths.contest({ token: decision.contestToken })}>Contester</Link>
            </Button>
          )}
          <Button loading={isPending} onClick={() => mutate(decision.id)}>
            J’ai lu
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
