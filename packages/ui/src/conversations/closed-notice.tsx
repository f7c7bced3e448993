import type { Conversation } from '@guilde/contracts/conversations/rules.ts';
import {
  denyReopenSos,
  denyUndoResolution,
  REOPEN_HOURS,
  UNDO_MINUTES,
} from '@guilde/contracts/sos/rules.ts';
import { Lock } from 'lucide-react';
import { Link } from 'react-router-dom';
import { Button } from '../kit/button.tsx';
import { formatDate } from '../kit/format.ts';
import { serverNow } from '../kit/server-time.ts';
import { useMemberContext } from './member-context.ts';
import { ownerPage } from './owner-page.ts';

export type Undo = { start: (resolvedAt: string) => void; running: boolean };

export function ClosedNotice({ conversation, undo }: { conversation: Conversation; undo: Undo }) {
  const { memberId } = useMemberContext();
  const { outcome, closedAt, closedByTeam, requesterId } = conversation;
  const now = serverNow();
  const page = ownerPage(conversation);
  const author = requesterId === null ? null : { id: requesterId };
  const sos = conversation.sosId !== null &&
    outcome !== null && { author, status: outcome, closedAt, resolvedAt: closedAt, closedByTeam };
  const isReopenable = sos && denyReopenSos(memberId, sos, now) === null;
  const isUndoable = sos && denyUndoResolution(memberId, sos, now) === null;
  const may = isReopenable
    ? ` Tu peux le rouvrir pendant ${REOPEN_HOURS}\u00a0heures.`
    : isUndoable && ` Tu peux annuler pendant ${UNDO_MINUTES}\u00a0minutes.`;
  return (
    <div className="mx-auto flex max-w-3xl flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border bg-card py-2.5 pr-2.5 pl-4 text-sm">
      <Lock className="size-4 shrink-0 text-muted-foreground" />
      <div className="min-w-0 flex-1 basis-[11rem]">
        <p className="font-medium">Ce chat est fermé</p>
        <p className="text-muted-foreground text-pretty">
          {`${outcomeText(conversation)}${closedAt ? ` le\u00a0${formatDate(closedAt)}` : ''}.${may || ''}`}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        {isUndoable && closedAt && (
          <Button variant="outline" size="sm" loading={undo.running} onClick={() => undo.start(closedAt)}>
            Annuler
          </Button>
        )}
        <Button asChild variant="outline" size="sm">
          <Link to={page.to}>{page.label}</Link>
        </Button>
      </div>
    </div>
  );
}

function outcomeText({ eventId, dealId, outcome, closedAt, closedByTeam }: Conversation): string {
  if (dealId) return 'Il s’est fermé avec le deal';
  if (eventId && closedAt === null) return 'L’équipe a fermé les événements';
  if (eventId) return 'Il s’est fermé une semaine après la Room,';
  if (outcome === 'resolved') return 'SOS résolu';
  return closedByTeam ? 'SOS fermé par l’équipe, sans résolution,' : 'SOS fermé sans résolution';
}
