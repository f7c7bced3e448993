import type { AdminSos, AdminSosCounts } from '@guilde/contracts/admin.ts';
import { denySummaryRequest } from '@guilde/contracts/knowledge.ts';
import { memberName, optionLabel } from '@guilde/contracts/profiles.ts';
import { SOS_CATEGORIES } from '@guilde/contracts/sos-options.ts';
import { RefreshCw } from 'lucide-react';
import { Link } from 'react-router-dom';
import { Button } from '../kit/button.tsx';
import { formatShortDate } from '../kit/format.ts';
import { StateBadge } from '../kit/state-badge.tsx';
import { paths } from '../paths.ts';
import { StatusBadge, UrgentBadge } from '../sos/sos-badges.tsx';
import { acts, useAct } from './acts.ts';
import { useAllSos } from './data.ts';
import { JOB_STATES, SUMMARY_STATUSES } from './labels.ts';
import { AdminList, Counters, ListTools } from './list.tsx';
import { type ListAddress, useListAddress } from './list-address.ts';
import { SosPanel } from './sos-panel.tsx';
import type { Column } from './table.tsx';

const FILTERS = ['all', 'open', 'in_progress', 'resolved', 'closed', 'urgent', 'unhelped'] as const;

const LABELS = {
  all: 'SOS',
  open: ['ouvert', 'ouverts'],
  in_progress: 'en cours',
  resolved: ['résolu', 'résolus'],
  closed: ['fermé', 'fermés'],
  urgent: ['urgent', 'urgents'],
  unhelped: 'sans aide',
} as const;

export function SosTab() {
  const address = useListAddress('sos');
  const status = address.chosen('status', FILTERS);
  const list = useAllSos({ status, q: address.q });
  return (
    <>
      <SosCounters address={address} status={status} counts={list.data?.pages[0]?.counts} />
      <ListTools address={address} label="Rechercher un SOS" placeholder="Titre ou description">
        <Button variant="outline" loading={list.isRefetching} onClick={() => void list.refetch()}>
          <RefreshCw aria-hidden strokeWidth={1.75} />
          Actualiser
        </Button>
      </ListTools>
      <AdminList
        label="SOS"
        list={list}
        address={address}
        columns={columns}
        idOf={idOf}
        failed="Erreur lors du chargement des SOS"
        empty={{ title: 'Aucun SOS', text: 'Les SOS des membres apparaissent ici.' }}
      />
      <SosPanel openId={address.openId} onClose={address.close} />
    </>
  );
}

function SosCounters({
  address,
  status,
  counts,
}: {
  address: ListAddress;
  status: (typeof FILTERS)[number];
  counts: AdminSosCounts | undefined;
}) {
  return (
    <Counters
      label="Filtrer les SOS"
      counters={FILTERS.map((name) => ({
        label: LABELS[name],
        count: name === 'all' ? counts?.total : counts?.[name],
        to: address.listPath({ status: name === 'all' ? null : name }),
        isChosen: status === name,
      }))}
    />
  );
}

const idOf = ({ id }: AdminSos) => id;

const columns: readonly [Column<AdminSos>, ...Column<AdminSos>[]] = [
  {
    head: 'Titre',
    className: 'max-w-96',
    cell: (sos) => (
      <span className="flex min-w-0 flex-wrap items-center gap-2">
        <span className="line-clamp-2 font-medium wrap-anywhere text-foreground">{sos.title}</span>
        {sos.isUrgent && <UrgentBadge />}
      </span>
    ),
  },
  { head: 'Auteur', from: 'wide', cell: ({ author }) => memberName(author) },
  { head: 'Catégorie', from: 'wide', cell: ({ category }) => optionLabel(SOS_CATEGORIES, category) },
  { head: 'Statut', cell: ({ status }) => <StatusBadge status={status} /> },
  {
    head: 'Date',
    from: 'widest',
    className: 'whitespace-nowrap',
    cell: ({ createdAt }) => formatShortDate(createdAt),
  },
  { head: 'Résumé', from: 'wide', cell: (sos) => <SummaryCell sos={sos} /> },
];

function SummaryCell({ sos }: { sos: AdminSos }) {
  const request = useAct(acts.requestSummary);
  if (sos.job) return <StateBadge state={JOB_STATES[sos.job].state}>{JOB_STATES[sos.job].label}</StateBadge>;
  if (sos.summary)
    return (
      <Link to={paths.admin('summaries', sos.summary.id)} className="relative z-1">
        <StateBadge state={SUMMARY_STATUSES[sos.summary.status].state}>
          {SUMMARY_STATUSES[sos.summary.status].label}
        </StateBadge>
      </Link>
    );
  if (denySummaryRequest(sos)) return '—';
  return (
    <Button
      size="sm"
      variant="outline"
      className="relative z-1"
      loading={request.isPending}
      onClick={() => void request.run({ id: sos.id }).catch(() => undefined)}
    >
      Résumé IA
    </Button>
  );
}
