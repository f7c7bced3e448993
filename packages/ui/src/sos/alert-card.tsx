import { chatButtonState, type SosForViewer } from '@guilde/contracts/sos.ts';
import { BellRing } from 'lucide-react';
import { useMember } from '../auth/account.ts';
import { Button } from '../kit/button.tsx';
import { Card } from '../kit/card.tsx';
import { toast } from '../kit/toast.ts';
import { failureText } from '../refusals.ts';
import { useJoinChat } from './join-chat.ts';
import { useDeclineAlert } from './reach.ts';

/** To whom a wave asks, as long as they can still join. */
export function AlertCard({ sos }: { sos: SosForViewer }) {
  const { id: viewerId } = useMember();
  // Here, not beside the button: the event of one’s own refusal may come before its answer.
  const { mutate, isPending } = useDeclineAlert(sos.id);
  const join = useJoinChat();
  const canHelp = ['can-join', 'no-conversation'].includes(chatButtonState(viewerId, sos));
  if (!sos.alert || !canHelp) return null;
  const decline = () =>
    mutate(undefined, {
      onError: (error) =>
        toast.error('Erreur', { description: failureText(error, 'Ta réponse n’a pas pu être enregistrée.') }),
    });
  return (
    <Card edge="primary" className="flex flex-wrap items-center gap-3 py-3 text-sm md:py-3">
      <BellRing aria-hidden strokeWidth={1.75} className="size-5 shrink-0 text-primary" />
      <p role="status" className="min-w-0 flex-1 basis-60">
        {sos.alert === 'asked' ? (
          <span className="font-medium">Guilde te demande si tu peux aider.</span>
        ) : (
          'C’est noté, et personne ne le voit. Si tu changes d’avis, tu peux toujours répondre.'
        )}
      </p>
      {sos.alert === 'asked' && (
        <div className="flex flex-wrap gap-2 max-md:w-full">
          <Button
            className="max-md:min-h-11 max-md:flex-1"
            loading={join.running}
            onClick={() => join.start(sos.id)}
          >
            Je peux aider
          </Button>
          <Button
            variant="outline"
            className="max-md:min-h-11 max-md:flex-1"
            loading={isPending}
            onClick={decline}
          >
            Pas cette fois
          </Button>
        </div>
      )}
    </Card>
  );
}
