import type { AdminInvitation } from '@guilde/contracts/admin-invitations/rules.ts';
import { memberName } from '@guilde/contracts/profiles/rules.ts';
import { ActButton } from '../../kit/reason-dialog.tsx';
import { LabelledBadge, StateBadge } from '../../kit/state-badge.tsx';
import { acts, useAct } from '../acts.ts';
import { useAllInvitations } from '../data.ts';
import { liftingAct } from '../lifting-act.ts';
import { AdminList, type Counter, Counters, statusCounters } from '../list.tsx';
import { type ListAddress, useListAddress } from '../list-address.ts';
import { MemberCell } from '../member-cell.tsx';
import type { Columns } from '../table.tsx';
import { AccessLinks } from './access-links.tsx';
import { BulkInvitations } from './bulk/bulk-invitations.tsx';
import { SponsorTree } from './sponsor-tree.tsx';

const STATUSES = ['all', 'pending', 'expired', 'accepted'] as const;
const NAMES: Record<(typeof STATUSES)[number], Counter['label']> = {
  all: ['invitation', 'invitations'],
  pending: 'en attente',
  expired: ['expirée', 'expirées'],
  accepted: ['acceptée', 'acceptées'],
};

export function InvitationsTab() {
  const address = useListAddress('invitations');
  const view = address.param('view');
  if (view === 'access') return <AccessLinks />;
  if (view === 'tree') return <SponsorTree address={address} />;
  return view === 'bulk' ? <BulkInvitations /> : <InvitationList address={address} />;
}

function InvitationList({ address }: { address: ListAddress }) {
  const status = address.chosen('status', STATUSES);
  const list = useAllInvitations({ status });
  return (
    <>
      <Counters
        label="Filtrer les invitations"
        counters={statusCounters(STATUSES, NAMES, {
          chosen: status,
          counts: list.data?.pages[0]?.counts,
          address,
        })}
      />
      <AdminList
        label="Invitations"
        list={list}
        address={address}
        columns={columns}
        failed="Impossible de charger les invitations"
        empty={{ title: 'Aucune invitation', text: 'Celles que les membres envoient apparaissent ici.' }}
        opens={false}
      />
    </>
  );
}

const STATES = {
  pending: { state: 'waiting', label: 'En attente' },
  expired: { state: 'ended', label: 'Expirée' },
  accepted: { state: 'done', label: 'Acceptée' },
} as const;

function InvitationState({
  invitation: { id, status, isBounced, maskedEmail },
}: {
  invitation: AdminInvitation;
}) {
  const lift = useAct(acts.liftInvitationBounce);
  return (
    <span className="flex flex-wrap items-center gap-1.5">
      <LabelledBadge of={STATES[status]} />
      {isBounced && <StateBadge state="failed">Revenue</StateBadge>}
      {isBounced && (
        <ActButton
          {...liftingAct(maskedEmail ?? 'cette adresse', () => lift.run({ id }))}
          label="Réessayer"
        />
      )}
    </span>
  );
}

const columns: Columns<AdminInvitation> = [
  {
    head: 'Personne invitée',
    cell: ({ invitee, inviter, maskedEmail }) => {
      const note = `Par ${inviterName(inviter)}`;
      if (invitee) return <MemberCell member={invitee} note={note} />;
      return (
        <span className="grid">
          <span className="font-medium wrap-anywhere text-foreground">
            {maskedEmail ?? 'Compte supprimé'}
          </span>
          <span className="text-xs text-muted-foreground lg:hidden">{note}</span>
        </span>
      );
    },
  },
  { head: 'Invitée par', from: 'wide', cell: ({ inviter }) => inviterName(inviter) },
  { head: 'État', cell: (invitation) => <InvitationState invitation={invitation} /> },
  { head: 'Envoyée', from: 'wide', day: ({ createdAt }) => createdAt },
  { head: 'Acceptée', from: 'widest', day: ({ acceptedAt }) => acceptedAt },
  { head: 'Profil complété', from: 'widest', day: ({ completedAt }) => completedAt },
];

function inviterName(inviter: AdminInvitation['inviter']): string {
  return inviter ? memberName(inviter) : 'l’installation ou un compte supprimé';
}
