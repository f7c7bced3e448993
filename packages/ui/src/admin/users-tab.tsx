import type { AdminUser, AdminUserCounts } from '@guilde/contracts/admin.ts';
import { useMember } from '../auth/account.ts';
import { RadioChips } from '../kit/chips.tsx';
import { formatShortDate } from '../kit/format.ts';
import { useUsers } from './data.ts';
import { AdminList, type Counter, Counters, ListTools } from './list.tsx';
import { type ListAddress, useListAddress } from './list-address.ts';
import { MemberCell } from './member-cell.tsx';
import { ReportedUsers } from './reported-users.tsx';
import type { Column } from './table.tsx';
import { UserBadges } from './user-badges.tsx';
import { UserPanel } from './user-panel.tsx';

const VIEWS = [
  { value: 'all', label: 'Tous les utilisateurs' },
  { value: 'reported', label: 'Utilisateurs signalés' },
] as const;

const FILTERS = ['all', 'admins', 'moderators', 'suspended', 'incomplete'] as const;

export function UsersTab() {
  const address = useListAddress('users');
  // Moderators read reports, not accounts.
  const isAdmin = useMember().role === 'admin';
  const view = address.chosen(
    'view',
    VIEWS.map(({ value }) => value),
  );
  return (
    <>
      {isAdmin && (
        <RadioChips
          label="Quels utilisateurs"
          className="mb-4 flex-wrap"
          options={VIEWS}
          value={view}
          onChange={(next) =>
            address.change({ view: next === 'all' ? null : next, filter: null, status: null, q: null })
          }
        />
      )}
      {isAdmin && view === 'all' ? <AllUsers address={address} /> : <ReportedUsers address={address} />}
    </>
  );
}

function AllUsers({ address }: { address: ListAddress }) {
  const filter = address.chosen('filter', FILTERS);
  const list = useUsers({ filter, q: address.q });
  return (
    <>
      <UserCounters address={address} filter={filter} counts={list.data?.pages[0]?.counts} />
      <ListTools address={address} label="Rechercher un utilisateur" placeholder="Nom, boutique ou e-mail" />
      <AdminList
        label="Utilisateurs"
        list={list}
        address={address}
        columns={columns}
        idOf={idOf}
        failed="Erreur lors du chargement des utilisateurs"
        empty={{ title: 'Aucun utilisateur', text: 'Les comptes apparaissent ici dès l’inscription.' }}
      />
      <UserPanel openId={address.openId} onClose={address.close} />
    </>
  );
}

function UserCounters({
  address,
  filter,
  counts,
}: {
  address: ListAddress;
  filter: (typeof FILTERS)[number];
  counts: AdminUserCounts | undefined;
}) {
  const counter = (label: Counter['label'], name: (typeof FILTERS)[number], count: number | undefined) => ({
    label,
    count,
    to: address.listPath({ filter: name === 'all' ? null : name }),
    isChosen: filter === name,
  });
  return (
    <Counters
      label="Filtrer les utilisateurs"
      counters={[
        counter(['compte', 'comptes'], 'all', counts?.total),
        counter(['administrateur', 'administrateurs'], 'admins', counts?.admins),
        counter(['modérateur', 'modérateurs'], 'moderators', counts?.moderators),
        counter(['suspendu', 'suspendus'], 'suspended', counts?.suspended),
        counter(['profil incomplet', 'profils incomplets'], 'incomplete', counts?.incomplete),
        {
          label: ['signalement en attente', 'signalements en attente'],
          count: counts?.pendingReports,
          to: address.listPath({ view: 'reported', filter: null, q: null, status: 'pending' }),
          isChosen: false,
        },
      ]}
    />
  );
}

const idOf = ({ id }: AdminUser) => id;

const columns: readonly [Column<AdminUser>, ...Column<AdminUser>[]] = [
  { head: 'Nom', cell: (user) => <UserName user={user} /> },
  { head: 'E-mail', from: 'wide', className: 'wrap-anywhere', cell: ({ email }) => email },
  { head: 'Boutique', from: 'wide', className: 'wrap-anywhere', cell: ({ storeName }) => storeName || '—' },
  { head: 'Statut', cell: (user) => <UserBadges user={user} /> },
  {
    head: 'SOS résolus',
    from: 'widest',
    isNumber: true,
    amount: ({ totalHelpCount }) => totalHelpCount,
    cell: ({ totalHelpCount }) => totalHelpCount,
  },
  {
    head: 'Inscription',
    from: 'widest',
    className: 'whitespace-nowrap',
    cell: ({ createdAt }) => formatShortDate(createdAt),
  },
];

function UserName({ user }: { user: AdminUser }) {
  if (user.firstName || user.lastName) return <MemberCell member={user} note={user.email} />;
  return <span className="font-medium wrap-anywhere text-foreground">{user.email}</span>;
}
