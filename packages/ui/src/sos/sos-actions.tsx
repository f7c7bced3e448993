import { shownErrorText } from '@guilde/contracts/errors/shown.ts';
import {
  chatButtonState,
  denyEndSos,
  denyReopenSos,
  denyUndoResolution,
  type SosDetail,
  type SosForViewer,
} from '@guilde/contracts/sos/rules.ts';
import { type ReactNode, useId, useState } from 'react';
import { Link } from 'react-router-dom';
import { useMember } from '../auth/account.ts';
import { Button } from '../kit/button.tsx';
import { focusTitle } from '../kit/focus-title.ts';
import { formatDate, plural } from '../kit/format.ts';
import { serverNow } from '../kit/server-time.ts';
import { toast } from '../kit/toast.ts';
import { paths } from '../paths.ts';
import { failureText } from '../refusals.ts';
import { isAwaitingReply } from './awaiting-reply.tsx';
import { STATUS_CHANGED, STATUS_FAILED, useReopenSos, useUndoResolution } from './data.ts';
import { useJoinChat } from './join-chat.ts';
import { useDeclineAlert } from './reach.ts';

export type SosActionsProps = {
  sosId: string;
  sos: SosDetail | SosForViewer | undefined;
  onResolve: () => void;
};

export function SosActions({ sosId, sos, onResolve }: SosActionsProps) {
  const { id: viewerId } = useMember();
  // The state is here, not in the button: the live event of one’s own action may come before its answer and
  // remove the button.
  const { start, running } = useJoinChat();
  const join = { start: () => start(sosId), running };
  const decline = useDeclining(sosId);
  const reopen = useReopening(sosId);
  const undo = useUndoResolution(sosId);
  // Ending an SOS before any reply is rare, so it is in the menu.
  if (sos && isAwaitingReply(sos, viewerId)) return null;
  return (
    <div className="sticky bottom-0 border-t bg-background">
      <div className="mx-auto flex w-full max-w-3xl flex-wrap items-center justify-end gap-x-4 gap-y-2 px-4 py-3 md:px-8 md:pb-[max(0.75rem,env(safe-area-inset-bottom))]">
        {sos ? (
          <NextStep
            sos={sos}
            onResolve={onResolve}
            join={join}
            decline={decline}
            reopen={reopen}
            undo={undo}
          />
        ) : (
          <Button {...look} loading>
            Chargement...
          </Button>
        )}
      </div>
    </div>
  );
}

const look = {
  size: 'lg',
  className: 'max-md:min-h-11 max-md:flex-auto max-md:px-4 max-md:text-sm',
} as const;

type Work = { start: () => void; running: boolean };
type StepProps = {
  sos: SosDetail | SosForViewer;
  onResolve: () => void;
  join: Work;
  decline: Work;
  reopen: Work;
  undo: ReturnType<typeof useUndoResolution>;
};

function useDeclining(sosId: string): Work {
  const { mutate, isPending } = useDeclineAlert(sosId);
  const start = () =>
    mutate(undefined, {
      onError: (error) =>
        toast.error('Erreur', { description: failureText(error, 'Ta réponse n’a pas pu être enregistrée.') }),
    });
  return { start, running: isPending };
}

function useReopening(sosId: string): Work {
  const { mutate, isPending } = useReopenSos(sosId);
  const start = () =>
    mutate(undefined, {
      onSuccess: () => {
        focusTitle();
        toast.success(STATUS_CHANGED);
      },
      onError: (error) => toast.error('Erreur', { description: failureText(error, STATUS_FAILED) }),
    });
  return { start, running: isPending };
}

function NextStep(props: StepProps) {
  const { sos, join, decline } = props;
  const { id: viewerId } = useMember();
  if (sos.author?.id === viewerId) return <RequesterStep {...props} />;
  const state = chatButtonState(viewerId, sos);
  const isAsked = 'alert' in sos && sos.alert === 'asked';
  const offer = isAsked ? <Answer join={join} decline={decline} /> : <Join sos={sos} join={join} />;
  if (join.running) return offer;
  if (state === 'participant') return <OpenChat sosId={sos.id} main />;
  if (state === 'ended') return <Reason>{outcomeOf(sos)}</Reason>;
  if (state === 'full') return <Full />;
  return offer;
}

function RequesterStep({ sos, onResolve, reopen, undo }: StepProps) {
  const [openedAt] = useState(serverNow);
  const { id: viewerId } = useMember();
  const canEnd = denyEndSos(viewerId, sos) === null;
  const denied = denyReopenSos(viewerId, sos, openedAt);
  const canReopen = denied === null;
  const undoable = denyUndoResolution(viewerId, sos, serverNow()) === null && sos.resolvedAt;
  return (
    <>
      {!canEnd && (
        <Reason>{denied === 'SOS_CLOSED_BY_TEAM' ? shownErrorText(denied) : outcomeOf(sos)}</Reason>
      )}
      {canEnd && (
        <Button {...look} variant="outline" onClick={onResolve}>
          Marquer comme résolu
        </Button>
      )}
      {undoable && (
        <Button {...look} variant="outline" loading={undo.running} onClick={() => undo.start(undoable)}>
          Annuler la résolution
        </Button>
      )}
      {sos.conversation && <OpenChat sosId={sos.id} main={!canReopen} />}
      {canReopen && (
        <Button {...look} loading={reopen.running} onClick={reopen.start}>
          Rouvrir
        </Button>
      )}
    </>
  );
}

function OpenChat({ sosId, main }: { sosId: string; main: boolean }) {
  return (
    <Button asChild {...look} variant={main ? 'default' : 'outline'}>
      <Link to={paths.chat({ sos: sosId })}>Ouvrir le chat</Link>
    </Button>
  );
}

function Join({ sos, join }: Pick<StepProps, 'sos' | 'join'>) {
  const { conversation } = sos;
  const free = conversation ? conversation.maxParticipants - conversation.currentParticipants : 0;
  return (
    <>
      {!conversation && <Reason>Ta réponse ouvre la conversation.</Reason>}
      <Button {...look} loading={join.running} onClick={join.start}>
        {conversation ? `Rejoindre (${plural(free, 'place libre', 'places libres')})` : 'Répondre'}
      </Button>
    </>
  );
}

/** The buttons answer the question of a wave, which the card above asks. */
function Answer({ join, decline }: Pick<StepProps, 'join' | 'decline'>) {
  return (
    <>
      <Button {...look} variant="outline" loading={decline.running} onClick={decline.start}>
        Pas cette fois
      </Button>
      <Button {...look} loading={join.running} onClick={join.start}>
        Je peux aider
      </Button>
    </>
  );
}

function Full() {
  const reasonId = useId();
  return (
    <>
      <Reason id={reasonId}>{shownErrorText('CONVERSATION_FULL')}</Reason>
      <Button {...look} disabled aria-describedby={reasonId}>
        Complet
      </Button>
    </>
  );
}

function Reason({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p id={id} className="mr-auto text-sm text-muted-foreground max-md:basis-full md:flex-1">
      {children}
    </p>
  );
}

function outcomeOf({ resolvedAt, closedAt }: SosDetail): string {
  if (resolvedAt) return `Résolu le ${formatDate(resolvedAt)}.`;
  return closedAt ? `Fermé sans résolution le ${formatDate(closedAt)}.` : shownErrorText('SOS_ENDED');
}
