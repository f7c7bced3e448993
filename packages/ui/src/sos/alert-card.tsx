import { firstNameOf } from '@guilde/contracts/profiles/rules.ts';
import { chatButtonState, type SosForViewer } from '@guilde/contracts/sos/rules.ts';
import { BellRing } from 'lucide-react';
import { useMember } from '../auth/account.ts';
import { Card } from '../kit/card.tsx';

/** Members whom a wave asks see it while they can join; the buttons are in the bar below, `SosActions`. */
export function AlertCard({ sos }: { sos: SosForViewer }) {
  const { id: viewerId } = useMember();
  const canHelp = ['can-join', 'no-conversation'].includes(chatButtonState(viewerId, sos));
  if (!sos.alert || !canHelp) return null;
  return (
    <Card edge="primary" className="flex items-center gap-3 py-3 text-sm md:py-3">
      <BellRing className="size-5 shrink-0 text-primary" />
      <p role="status" className="min-w-0">
        {sos.alert === 'asked' ? (
          <span className="font-medium">{`Tu peux aider ${firstNameOf(sos.author)}\u202f?`}</span>
        ) : (
          'C’est noté, et personne ne le voit. Si tu changes d’avis, tu peux toujours répondre.'
        )}
      </p>
    </Card>
  );
}
