import type { Invitation } from '@guilde/contracts/invitations/rules.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useApi } from '../api.ts';
import { announce } from '../kit/announcer.tsx';
import { Button } from '../kit/button.tsx';
import { ConfirmDialog } from '../kit/confirm-dialog.tsx';
import { CopyButton } from '../kit/copy-button.tsx';
import { Field } from '../kit/field.tsx';
import { formatShortDate } from '../kit/format.ts';
import { Input } from '../kit/input.tsx';
import { type State, StateBadge } from '../kit/state-badge.tsx';
import { toast } from '../kit/toast.ts';
import { usePlatform } from '../platform.ts';
import { failureText } from '../refusals.ts';
import { invitationLinkQuery, useDeleteInvitation, useRenewInvitation } from './data.ts';
import { timeLeft } from './time-left.ts';

/** Whoever has accepted is among the sponsored merchants. */
export type Unanswered = Invitation & { status: 'pending' | 'expired' };

const statuses: Record<Unanswered['status'], { label: string; state: State }> = {
  pending: { label: 'En attente', state: 'waiting' },
  expired: { label: 'Expirée', state: 'ended' },
};

export function InvitationRow({ invitation }: { invitation: Unanswered }) {
  const { email, status, isBounced } = invitation;
  const { label, state } = statuses[status];
  const [uncopied, setUncopied] = useState<string | null>(null);
  return (
    <li className="grid grid-cols-1 gap-2 py-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-56 max-sm:basis-[min(14rem,100%)]">
          <p className="font-medium wrap-anywhere">{email}</p>
          <p className="text-sm text-muted-foreground">{whatHappened(invitation)}</p>
        </div>
        <span className="flex flex-wrap gap-1.5">
          <StateBadge state={state}>{label}</StateBadge>
          {isBounced && <StateBadge state="failed">Revenue</StateBadge>}
        </span>
        <div className="flex flex-wrap items-center gap-1.5 max-sm:basis-full">
          {status === 'pending' && <CopyLink invitation={invitation} onUncopied={setUncopied} />}
          <RenewInvitation invitation={invitation} />
          {status === 'pending' && <DeleteInvitation invitation={invitation} />}
        </div>
      </div>
      {uncopied && (
        <Field label="Ton navigateur a refusé la copie. Voici le lien :">
          <Input readOnly value={uncopied} onFocus={(event) => event.target.select()} />
        </Field>
      )}
    </li>
  );
}

function whatHappened({ status, isBounced, createdAt, expiresAt }: Unanswered): string {
  if (status === 'expired') return `Expirée le ${formatShortDate(expiresAt)}. Elle t’est recréditée.`;
  if (isBounced)
    return `L’e-mail est revenu\u00a0: vérifie l’adresse, ou transmets le lien. ${timeLeft(expiresAt)}.`;
  return `Envoyée le ${formatShortDate(createdAt)}. ${timeLeft(expiresAt)}.`;
}

function CopyLink({
  invitation,
  onUncopied,
}: {
  invitation: Invitation;
  onUncopied: (link: string | null) => void;
}) {
  const api = useApi();
  const platform = usePlatform();
  const queryClient = useQueryClient();
  const link = invitationLinkQuery(api, invitation.id);
  // The link is prefetched, because some browsers allow a copy only right after the click.
  const prepare = () => void queryClient.prefetchQuery(link);
  const copy = async () => {
    const { url } = await queryClient.ensureQueryData(link).catch((error: unknown) => {
      toast.error('Erreur', { description: failureText(error, 'Impossible de copier le lien') });
      throw error;
    });
    await platform.copyText(url).catch((error: unknown) => {
      onUncopied(url);
      throw error;
    });
    onUncopied(null);
  };
  return <CopyButton copy={copy} label="Copier le lien" onPointerEnter={prepare} onFocus={prepare} />;
}

/** The link of the first mail stays good. */
function RenewInvitation({ invitation: { id, email } }: { invitation: Invitation }) {
  const renew = useRenewInvitation();
  const send = () =>
    renew.mutate(id, {
      onSuccess: () => toast.success('Invitation renvoyée', { description: 'Valable sept jours de plus.' }),
      onError: (error) =>
        toast.error('Erreur', { description: failureText(error, "Impossible de renvoyer l'invitation") }),
    });
  return (
    <Button
      variant="outline"
      size="sm"
      aria-label={`Renvoyer l’invitation pour ${email ?? ''}`}
      loading={renew.isPending}
      onClick={send}
    >
      Renvoyer
    </Button>
  );
}

function DeleteInvitation({ invitation }: { invitation: Invitation }) {
  const remove = useDeleteInvitation();
  const confirm = async () => {
    try {
      await remove.mutateAsync(invitation.id);
      announce('Invitation supprimée');
    } catch (error) {
      toast.error('Erreur', { description: failureText(error, "Impossible de supprimer l'invitation") });
      throw error;
    }
  };
  return (
    <ConfirmDialog
      trigger={
        <Button
          variant="ghost"
          size="icon"
          aria-label={`Supprimer l’invitation pour ${invitation.email ?? ''}`}
        >
          <Trash2 />
        </Button>
      }
      title="Supprimer cette invitation ?"
      description={`Le lien envoyé à ${invitation.email ?? 'cette personne'} ne fonctionnera plus. L’invitation te sera recréditée.`}
      confirmLabel="Supprimer"
      destructive
      onConfirm={confirm}
    />
  );
}
