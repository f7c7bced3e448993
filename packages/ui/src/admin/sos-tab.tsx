import type { AdminSos } from '@guilde/contracts/admin/rules.ts';
import { denySummaryRequest } from '@guilde/contracts/knowledge/rules.ts';
import { memberName, optionLabel } from '@guilde/contracts/profiles/rules.ts';
import { SOS_CATEGORIES } from '@guilde/contracts/sos/rules.ts';
import { RefreshCw } from 'lucide-react';
import { Link } from 'react-router-dom';
import { Button } from '../kit/button.tsx';
import { LabelledBadge } from '../kit/state-badge.tsx';
import { paths } from '../paths.ts';
import { StatusBadge, UrgentBadge } from '../sos/sos-badges.tsx';
import { acts, useAct } from './acts.ts';
import { useAllSos } from './data.ts';
import { JOB_STATES, SUMMARY_STATUSES } from './labels.ts';
import { AdminList, Counters, ListTools, statusCounters } from './list.tsx';
import { useListAddress } from './list-address.ts';
import { SosPanel } from './sos-panel.tsx';
import type { Columns } from './table.tsx';

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
  const counts = list.data?.pages[0]?.counts;
  return (
    <>
      <Counters
        label="Filtrer les SOS"
        counters={statusCounters(FILTERS, LABELS, {
          chosen: status,
          counts: counts && { ...counts, all: counts.total },
          address,
        })}
      />
      <ListTools address={address} label="Rechercher un SOS" placeholder="Titre ou description">
        <Button variant="outline" loading={list.isRefetching} onClick={() => void list.refetch()}>
          <RefreshCw />
          Actualiser
        </Button>
      </ListTools>
      <AdminList
        label="SOS"
        list={list}
        address={address}
        columns={columns}
        failed="Erreur lors du chargement des SOS"
        empty={{ title: 'Aucun SOS', text: 'Les SOS des membres apparaissent ici.' }}
      />
      <SosPanel openId={address.openId} onClose={address.close} />
    </>
  );
}

const columns: Columns<AdminSos> = [
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
  { head: 'Date', from: 'widest', day: ({ createdAt }) => createdAt },
  { head: 'Résumé', from: 'wide', cell: (sos) => <SummaryCell sos={sos} /> },
];

function SummaryCell({ sos }: { sos: AdminSos }) {
  const request = useAct(acts.requestSummary);
  if (sos.job) return <LabelledBadge of={JOB_STATES[sos.job]} />;
  if (sos.summary)
    return (
      <Link to={paths.admin('summaries', sos.summary.id)} className="relative z-1">
        <LabelledBadge of={SUMMARY_STATUSES[sos.summary.status]} />
      </Link>
    );
  if (denySummaryRequest(sos)) return '—';
  return (
    <Button
      size="sm"
      variant="outline"
      className="relative z-1"
      loading={request.isPending}
      onClick={() => request.start({ id: sos.id })}
    >
      Résumé IA
    </Button>
  );
}
