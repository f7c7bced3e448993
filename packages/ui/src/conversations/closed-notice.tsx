import type { Conversation } from '@guilde/contracts/conversations.ts';
import { denyReopenSos, REOPEN_HOURS } from '@guilde/contracts/sos.ts';
import { Lock } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { formatDate } from '../kit/format.ts';
import { paths } from '../paths.ts';
import { useMemberContext } from './member-context.ts';

/** In place of the composer once nobody can write any more: that it is over, and how it ended. */
export function ClosedNotice({ conversation }: { conversation: Conversation }) {
  const { memberId } = useMemberContext();
  const { sosId, outcome, closedAt, closedByTeam, requesterId } = conversation;
  const [now] = useState(Date.now);
  const sos = { author: requesterId === null ? null : { id: requesterId }, closedAt, closedByTeam };
  const isReopenable = outcome !== null && denyReopenSos(memberId, { ...sos, status: outcome }, now) === null;
  return (
    <div className="mx-auto flex max-w-3xl items-start gap-3 rounded-lg bg-muted px-4 py-3 text-sm">
      <Lock aria-hidden strokeWidth={1.75} className="mt-0.5 size-4 shrink-0 text-muted-foreground" />
      <div className="min-w-0">
        <p className="font-medium">Ce chat est fermé</p>
        <p className="text-muted-foreground">
          {outcomeText(conversation)}
          {closedAt && ` (${formatDate(closedAt)})`}.{' '}
          {isReopenable && `Tu peux le rouvrir pendant ${REOPEN_HOURS} heures. `}
          <Link to={paths.sosDetail(sosId)} className="text-primary underline underline-offset-2">
            Voir le SOS
          </Link>
        </p>
      </div>
    </div>
  );
}

function outcomeText({ outcome, closedByTeam }: Conversation): string {
  if (outcome === 'resolved') return 'Le SOS est résolu';
  return closedByTeam ? 'L’équipe a fermé le SOS sans résolution' : 'Le SOS a été fermé sans résolution';
}
