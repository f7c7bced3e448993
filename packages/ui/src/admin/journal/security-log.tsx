import { errorText, isErrorCode } from '@guilde/contracts/errors.ts';
import { optionLabel } from '@guilde/contracts/profiles/rules.ts';
import {
  SECURITY_EVENTS,
  SECURITY_LOG_MONTHS,
  type SecurityEntry,
  type SecurityPage,
} from '@guilde/contracts/security/rules.ts';
import { Link } from 'react-router-dom';
import { Field } from '../../kit/field.tsx';
import { ActiveFilters } from '../../kit/filter-bar.tsx';
import { toOptions } from '../../kit/options.ts';
import { Select } from '../../kit/select.tsx';
import { paths } from '../../paths.ts';
import { useSecurityLog } from '../data.ts';
import { shortDateTimeText } from '../labels.ts';
import { AdminList } from '../list.tsx';
import type { ListAddress } from '../list-address.ts';
import type { Columns } from '../table.tsx';

const LOADING_FAILED = 'Erreur lors du chargement du journal';
const KIND_OPTIONS = [
  { value: 'all', label: 'Tous les événements' },
  { value: 'refused', label: 'Tous les refus' },
  ...toOptions(SECURITY_EVENTS),
];
const KINDS = KIND_OPTIONS.map(({ value }) => value);

export function SecurityLog({ address }: { address: ListAddress }) {
  const filters = {
    kind: address.chosen('kind', KINDS),
    member: address.param('member') ?? '',
    source: address.param('source') ?? '',
  };
  const list = useSecurityLog(filters);
  return (
    <>
      <SecurityFilters address={address} filters={filters} />
      <AdminList<SecurityEntry, SecurityPage>
        label="Journal de sécurité"
        list={list}
        address={address}
        columns={columnsOf(address)}
        opens={false}
        failed={LOADING_FAILED}
        empty={{
          title: 'Aucun événement',
          text: `Les connexions, les refus et les changements d’accès sont conservés ici ${SECURITY_LOG_MONTHS} mois.`,
        }}
      />
    </>
  );
}

function SecurityFilters({
  address,
  filters: { kind, member, source },
}: {
  address: ListAddress;
  filters: { kind: string; member: string; source: string };
}) {
  const chips = [
    { key: 'member', value: member, label: 'Un seul compte', removeLabel: 'Voir tous les comptes' },
    { key: 'source', value: source, label: source, removeLabel: 'Voir toutes les adresses' },
  ];
  const active = chips
    .filter(({ value }) => value !== '')
    .map((chip) => ({ ...chip, onRemove: () => address.change({ [chip.key]: null }) }));
  return (
    <div className="mb-4 grid gap-3">
      <Field label="Événement" className="max-w-80">
        <Select
          options={KIND_OPTIONS}
          value={kind}
          onChange={({ target }) => address.change({ kind: target.value === 'all' ? null : target.value })}
        />
      </Field>
      <ActiveFilters active={active} />
    </div>
  );
}

const LINK = 'rounded-sm underline-offset-4 hover:underline';

function columnsOf(address: ListAddress): Columns<SecurityEntry> {
  return [
    { head: 'Événement', cell: (entry) => <EventCell entry={entry} /> },
    { head: 'Compte', from: 'wide', cell: (entry) => <AccountCell entry={entry} address={address} /> },
    {
      head: 'Par',
      from: 'widest',
      cell: ({ actor }) =>
        actor ? (
          <Link to={paths.admin('users', actor.id)} className={LINK}>
            {actor.name}
          </Link>
        ) : (
          '–'
        ),
    },
    {
      head: 'Source',
      from: 'wide',
      className: 'whitespace-nowrap',
      cell: ({ source }) =>
        source ? (
          <Link to={address.listPath({ source })} className={LINK}>
            {source}
          </Link>
        ) : (
          '–'
        ),
    },
    {
      head: 'Date',
      from: 'wide',
      isNumber: true,
      className: 'whitespace-nowrap',
      cell: ({ createdAt }) => <time dateTime={createdAt}>{shortDateTimeText(createdAt)}</time>,
    },
  ];
}

function EventCell({ entry }: { entry: SecurityEntry }) {
  const { kind, reason, source, createdAt } = entry;
  return (
    <span className="grid">
      <span className="font-medium text-foreground">{optionLabel(SECURITY_EVENTS, kind)}</span>
      {reason && <span className="text-xs text-muted-foreground">{reasonText(reason)}</span>}
      <span className="text-xs text-muted-foreground wrap-anywhere lg:hidden">
        {[accountText(entry), source, shortDateTimeText(createdAt)].filter(Boolean).join(' · ')}
      </span>
    </span>
  );
}

function AccountCell({ entry, address }: { entry: SecurityEntry; address: ListAddress }) {
  const { member } = entry;
  if (!member) return accountText(entry);
  return (
    <Link to={address.listPath({ member: member.id })} className={LINK}>
      {member.name}
    </Link>
  );
}

function accountText({ member, addressHash }: SecurityEntry): string {
  if (member) return member.name;
  return addressHash ? `Adresse sans compte (${addressHash.slice(0, 6)})` : '–';
}

const REASONS: Record<string, string> = {
  PASSWORD: 'Par mot de passe',
  CODE: 'Par code',
  CONFIRMATION: 'Par lien de confirmation',
  TOTP: 'Par code d’application',
  RECOVERY_CODE: 'Par code de secours',
  ONE: 'Une session',
  OTHERS: 'Toutes les autres sessions',
  ADMIN: 'Devient administrateur',
  MODERATOR: 'Devient modérateur',
  MEMBER: 'Redevient membre',
};

function reasonText(reason: string): string {
  return REASONS[reason] ?? (isErrorCode(reason) ? errorText(reason) : reason);
}
