import type { Sos } from '@guilde/contracts/sos/rules.ts';
import { Hourglass } from 'lucide-react';
import { Link } from 'react-router-dom';
import { useMember } from '../auth/account.ts';
import { Card } from '../kit/card.tsx';
import { paths } from '../paths.ts';
import { NotifyHere } from '../settings/notify-here.tsx';
import { nextText, reachText, useReach } from './reach.ts';

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
          <Hourglass className="size-4.5 text-primary" />
          En attente d’une première réponse
        </Heading>
        <ReachLines sosId={sos.id} />
        <Link
          to={paths.directory}
          className="w-fit rounded-sm text-sm text-primary-strong underline underline-offset-4 max-md:py-2.5"
        >
          Inviter quelqu’un à aider
        </Link>
        <div className="grid justify-items-start gap-2 text-sm text-muted-foreground empty:hidden">
          <NotifyHere />
        </div>
      </section>
    </Card>
  );
}

function ReachLines({ sosId }: { sosId: string }) {
  const { data: reach } = useReach(sosId);
  if (!reach) return null;
  return (
    <div className="grid gap-0.5 text-sm">
      <p role="status" className="font-medium">
        {reachText(reach)}
      </p>
      <p className="text-muted-foreground empty:hidden">{nextText(reach)}</p>
    </div>
  );
}
