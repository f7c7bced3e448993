import {
  denyAddToSos,
  denyCorrectSos,
  denyEndSos,
  isEnded,
  type SosDetail,
} from '@guilde/contracts/sos/rules.ts';
import { CircleCheck, Ellipsis, LogOut, OctagonX, Pencil, TextQuote } from 'lucide-react';
import { Suspense, useState } from 'react';
import { errorMessage } from '../api.ts';
import { useMember } from '../auth/account.ts';
import { Button } from '../kit/button.tsx';
import { ConfirmDialog } from '../kit/confirm-dialog.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '../kit/dropdown-menu.tsx';
import { toast } from '../kit/toast.ts';
import { failureText } from '../refusals.ts';
import { lazyPart } from '../shell/lazy-screen.tsx';
import { isAwaitingReply } from './awaiting-reply.tsx';
import { STATUS_CHANGED, STATUS_FAILED, useCloseSos, useLeaveSos } from './data.ts';

const CorrectSosDialog = lazyPart(async () => (await import('./sos-corrections.tsx')).CorrectSosDialog);
const AddToSosDialog = lazyPart(async () => (await import('./sos-corrections.tsx')).AddToSosDialog);

export function SosMenu({ sos, onResolve }: { sos: SosDetail; onResolve: () => void }) {
  const { id: viewerId } = useMember();
  const [asking, setAsking] = useState<'close' | 'leave' | null>(null);
  // A closed form keeps what was written.
  const [form, setForm] = useState<{ kind: 'correct' | 'add'; isOpen: boolean } | null>(null);
  const formProps = {
    sos,
    isOpen: form?.isOpen ?? false,
    onClose: () => setForm(form && { ...form, isOpen: false }),
    onDone: () => setForm(null),
  };
  const canLeave = !isEnded(sos) && sos.helpers.some((helper) => helper.id === viewerId);
  const canClose = denyEndSos(viewerId, sos) === null;
  return (
    <>
      {(canLeave || canClose) && (
        <DropdownMenu>
          <DropdownMenuTrigger asChild>
            <Button variant="ghost" size="icon" aria-label="Autres actions" className="-mr-2">
              <Ellipsis />
            </Button>
          </DropdownMenuTrigger>
          <DropdownMenuContent align="end">
            {canLeave && (
              <DropdownMenuItem onSelect={() => setAsking('leave')}>
                <LogOut />
                Quitter la conversation
              </DropdownMenuItem>
            )}
            {denyCorrectSos(viewerId, sos) === null && (
              <DropdownMenuItem onSelect={() => setForm({ kind: 'correct', isOpen: true })}>
                <Pencil />
                Corriger
              </DropdownMenuItem>
            )}
            {denyAddToSos(viewerId, sos) === null && (
              <DropdownMenuItem onSelect={() => setForm({ kind: 'add', isOpen: true })}>
                <TextQuote />
                Ajouter une précision
              </DropdownMenuItem>
            )}
            {isAwaitingReply(sos, viewerId) && (
              <DropdownMenuItem onSelect={onResolve}>
                <CircleCheck />
                Marquer comme résolu
              </DropdownMenuItem>
            )}
            {canClose && (
              <DropdownMenuItem onSelect={() => setAsking('close')}>
                <OctagonX />
                Fermer sans résolution
              </DropdownMenuItem>
            )}
          </DropdownMenuContent>
        </DropdownMenu>
      )}
      <Suspense>
        {form?.kind === 'correct' && <CorrectSosDialog {...formProps} />}
        {form?.kind === 'add' && <AddToSosDialog {...formProps} />}
      </Suspense>
      <CloseDialog sosId={sos.id} open={asking === 'close'} onDone={() => setAsking(null)} />
      <LeaveDialog sosId={sos.id} open={asking === 'leave'} onDone={() => setAsking(null)} />
    </>
  );
}

type AskProps = { sosId: string; open: boolean; onDone: () => void };

function CloseDialog({ sosId, open, onDone }: AskProps) {
  const close = useCloseSos(sosId);
  const confirm = () =>
    close.mutateAsync(undefined, {
      onSuccess: () => toast.success(STATUS_CHANGED),
      onError: (error) => toast.error('Erreur', { description: failureText(error, STATUS_FAILED) }),
    });
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => !next && onDone()}
      title="Fermer sans résolution ?"
      description="Le chat se ferme pour tout le monde et personne n’est évalué. Tu peux rouvrir ton SOS pendant 24 heures."
      confirmLabel="Fermer le SOS"
      destructive
      onConfirm={confirm}
    />
  );
}

function LeaveDialog({ sosId, open, onDone }: AskProps) {
  const leave = useLeaveSos(sosId);
  const confirm = () =>
    leave.mutateAsync(undefined, {
      onSuccess: () => toast.success('Tu as quitté la conversation.', { shownByPage: true }),
      onError: (error) => toast.error('Erreur', { description: errorMessage(error) }),
    });
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => !next && onDone()}
      title="Quitter la conversation ?"
      description="Ta place se libère pour quelqu’un d’autre et tu ne verras plus les messages. Tes messages sont conservés."
      confirmLabel="Quitter la conversation"
      destructive
      onConfirm={confirm}
    />
  );
}
