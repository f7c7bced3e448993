import { type AdminUser, type AdminUserPage, accountName } from '@guilde/contracts/admin/rules.ts';
import { MEMBER_ACTS_MAX } from '@guilde/contracts/member-acts/rules.ts';
import { memberFilters } from '@guilde/contracts/member-filters/input.ts';
import type { MemberFilters } from '@guilde/contracts/member-filters/rules.ts';
import { useMember } from '../auth/account.ts';
import { Button } from '../kit/button.tsx';
import { plural } from '../kit/format.ts';
import { AdminExport } from './admin-export.tsx';
import { AnnouncementDialog } from './announcements/form.tsx';
import { useUsers } from './data.ts';
import { AdminList, type Counter, Counters, rowsOf } from './list.tsx';
import { filtersIn, type ListAddress, useListAddress } from './list-address.ts';
import { MemberCell } from './member-cell.tsx';
import { ReportedUsers } from './reported-users.tsx';
import { useSelection } from './selection.tsx';
import type { Columns } from './table.tsx';
import { UserBadges } from './user-badges.tsx';
import { UserPanel } from './user-panel.tsx';
import { MemberFilterBar } from './users/filters.tsx';
import { SavedFilters } from './users/saved-filters.tsx';
import { SelectionBar } from './users/selection-bar.tsx';

export function UsersTab() {
  const address = useListAddress('users');
  // Moderators read reports, not accounts.
  const isAdmin = useMember().role === 'admin';
  const isReported = !isAdmin || address.param('view') === 'reported';
  return isReported ? <ReportedUsers address={address} /> : <AllUsers address={address} />;
}

function AllUsers({ address }: { address: ListAddress }) {
  const filters = filtersIn(address, memberFilters);
  const list = useUsers(filters);
  const counts = list.data?.pages[0]?.counts;
  const selection = useSelection({
    rows: rowsOf(list),
    listKey: JSON.stringify(filters),
    max: MEMBER_ACTS_MAX,
    rowLabel: (user) => `Sélectionner ${accountName(user)}`,
    allLabel: `Sélectionner les membres affichés (${MEMBER_ACTS_MAX} au plus)`,
  });
  return (
    <>
      <UserCounters address={address} filter={filters.filter} counts={counts} />
      <div className="mb-4">
        <MemberFilterBar address={address} filters={filters} />
      </div>
      <SavedFilters filters={filters} />
      <div className="mb-2 flex flex-wrap items-center justify-between gap-3">
        <p className="text-sm text-muted-foreground tabular-nums">
          {counts && plural(counts.matched, 'membre')}
        </p>
        <div className="flex flex-wrap gap-2">
          {/* An announcement keeps its filter, which must not hold a name. */}
          {filters.q === '' && filters.sponsor === '' && (
            <AnnouncementDialog
              receivers={{ audience: 'filter', filters }}
              trigger={
                <Button variant="outline" size="sm">
                  Écrire à ces membres…
                </Button>
              }
            />
          )}
          <AdminExport
            path="/api/admin/users/export"
            file="guilde-membres.csv"
            filters={filters}
            done="Liste exportée"
            hint="Elle contient des données personnelles : supprime le fichier dès qu’il a servi."
            failed="La liste n’a pas pu être exportée"
            size="sm"
          />
        </div>
      </div>
      <AdminList
        label="Utilisateurs"
        list={list}
        address={address}
        columns={columnsOf(address, filters.order)}
        failed="Erreur lors du chargement des utilisateurs"
        empty={{ title: 'Aucun utilisateur', text: 'Les comptes apparaissent ici dès l’inscription.' }}
        selection={selection}
      />
      <SelectionBar selection={selection} />
      <UserPanel openId={address.openId} onClose={address.close} />
    </>
  );
}

type Filter = MemberFilters['filter'];

function UserCounters({
  address,
  filter,
  counts,
}: {
  address: ListAddress;
  filter: Filter;
  counts: AdminUserPage['counts'] | undefined;
}) {
  const counter = (label: Counter['label'], name: Filter, count: number | undefined) => ({
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
          label: ['signalement en attente', 'signalements en attente'] as const,
          count: counts?.pendingReports,
          to: address.listPath({ view: 'reported', filter: null, q: null, status: 'pending' }),
          isChosen: false,
        },
      ].filter(({ count, isChosen }) => count !== 0 || isChosen)}
    />
  );
}

/** A second click on « Inscription » turns the order round. */
function columnsOf(address: ListAddress, order: MemberFilters['order']): Columns<AdminUser> {
  const to = (next: MemberFilters['order']) => address.listPath({ order: next === 'newest' ? null : next });
  const joined = { newest: 'descending', oldest: 'ascending', name: null, helps: null } as const;
  return [
    {
      head: 'Nom',
      sort: { to: to('name'), order: order === 'name' ? 'ascending' : null },
      cell: (user) => <UserName user={user} />,
    },
    { head: 'E-mail', from: 'wide', className: 'wrap-anywhere', cell: ({ email }) => email },
    { head: 'Boutique', from: 'wide', className: 'wrap-anywhere', cell: ({ storeName }) => storeName || '—' },
    { head: 'Statut', cell: (user) => <UserBadges user={user} /> },
    {
      head: 'SOS résolus',
      from: 'widest',
      isNumber: true,
      amount: ({ totalHelpCount }) => totalHelpCount,
      sort: { to: to('helps'), order: order === 'helps' ? 'descending' : null },
      cell: ({ totalHelpCount }) => totalHelpCount,
    },
    { head: 'Dernière visite', from: 'widest', day: ({ lastSeenAt }) => lastSeenAt },
    {
      head: 'Inscription',
      from: 'widest',
      sort: { to: to(order === 'newest' ? 'oldest' : 'newest'), order: joined[order] },
      day: ({ createdAt }) => createdAt,
    },
  ];
}

function UserName({ user }: { user: AdminUser }) {
  if (user.firstName || user.lastName) return <MemberCell member={user} note={user.email} />;
  return <span className="font-medium wrap-anywhere text-foreground">{user.email}</span>;
}
