import { MAX_PARTICIPANTS } from '@guilde/contracts/conversations/rules.ts';
import { optionLabel, SPECIALTIES } from '@guilde/contracts/profiles/rules.ts';
import type { Sos } from '@guilde/contracts/sos/rules.ts';
import { Bell, BellRing, HandHelping, Hourglass, MessagesSquare, UsersRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useMember } from '../auth/account.ts';
import { Card } from '../kit/card.tsx';
import { paths } from '../paths.ts';
import { NotifyHere } from '../settings/notify-here.tsx';
import { nextText, reachText, useReach, usualText } from './reach.ts';

/** It is true for the requester before the first reply. */
export function isAwaitingReply(sos: Sos, viewerId: string): boolean {
  return sos.author?.id === viewerId && sos.status === 'open' && sos.conversation === null;
}

export function AwaitingReply({ sos, heading: Heading }: { sos: Sos; heading: 'h2' | 'h3' }) {
  const { id: viewerId } = useMember();
  if (!isAwaitingReply(sos, viewerId)) return null;
  return (
    <Card asChild edge="primary" className="grid gap-3 md:p-4">
      <section aria-labelledby="sos-waiting">
        <Heading id="sos-waiting" className="flex items-center gap-2 text-base">
          <Hourglass aria-hidden strokeWidth={1.75} className="size-4.5 text-primary" />
          En attente d’une première réponse
        </Heading>
        <ul className="grid gap-2 text-sm text-muted-foreground">
          <ReachFact sosId={sos.id} />
          <Fact icon={<UsersRound aria-hidden strokeWidth={1.75} />}>{visibilityText(sos)}</Fact>
          <Fact icon={<MessagesSquare aria-hidden strokeWidth={1.75} />}>
            La première réponse ouvre le chat, et tu la vois arriver ici. Jusqu’à {MAX_PARTICIPANTS - 1}{' '}
            marchands peuvent te rejoindre.
          </Fact>
          <Fact icon={<HandHelping aria-hidden strokeWidth={1.75} />}>
            Tu penses à quelqu’un ? Depuis son profil, dans l’
            <Link to={paths.directory} className="text-primary underline underline-offset-4">
              annuaire
            </Link>
            , tu peux l’inviter à aider.
          </Fact>
          <Fact icon={<Bell aria-hidden strokeWidth={1.75} />}>
            Tu peux fermer Guilde{'\u00a0'}: dès que quelqu’un te répond, une notification ou un{' '}
            <span className="whitespace-nowrap">e-mail</span> te prévient, selon tes{' '}
            <Link to={paths.settings} className="text-primary underline underline-offset-4">
              réglages
            </Link>
            .
            <span className="mt-2 grid justify-items-start gap-2 empty:hidden">
              <NotifyHere />
            </span>
          </Fact>
        </ul>
      </section>
    </Card>
  );
}

function ReachFact({ sosId }: { sosId: string }) {
  const { data: reach } = useReach(sosId);
  if (!reach) return null;
  return (
    <Fact icon={<BellRing aria-hidden strokeWidth={1.75} />}>
      <span role="status" className="block font-medium text-foreground">
        {reachText(reach)}
      </span>
      {nextText(reach)} {usualText(reach.usual)}
    </Fact>
  );
}

function visibilityText({ specialties }: Sos): string {
  if (specialties.length === 0) return 'Tous les membres voient ton SOS dès maintenant.';
  const sought = specialties.map((id) => optionLabel(SPECIALTIES, id)).join(', ');
  return `Tous les membres voient ton SOS dès maintenant. Il apparaît sous «\u00a0Pour moi\u00a0» chez ceux qui ont ces spécialités\u00a0: ${sought}.`;
}

function Fact({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li className="flex gap-2.5 [&>svg]:mt-0.5 [&>svg]:size-4 [&>svg]:shrink-0">
      {icon}
      <span className="min-w-0">{children}</span>
    </li>
  );
}
