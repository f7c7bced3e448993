import type { AdminSummary, AdminSummaryPage } from '@guilde/contracts/admin/rules.ts';
import { optionLabel } from '@guilde/contracts/profiles/rules.ts';
import { SOS_CATEGORIES } from '@guilde/contracts/sos/rules.ts';
import { useMember } from '../../auth/account.ts';
import { formatNumber } from '../../kit/format.ts';
import { ScreenReaderSpace } from '../../kit/screen-reader-space.tsx';
import { useSummaries } from '../data.ts';
import { costText } from '../labels.ts';
import { AdminList, Counters, ListTools, rowsOf, statusCounters } from '../list.tsx';
import { type ListAddress, useListAddress } from '../list-address.ts';
import type { Columns } from '../table.tsx';
import { ImportDialog } from './import/import-dialog.tsx';
import { SummaryJobs } from './jobs.tsx';
import { secondsText, visibilityText } from './labels.ts';
import { SummaryPanel } from './panel.tsx';
import { SummaryStatusBadge, SummaryStatusIcon } from './status.tsx';

const FILTERS = ['all', 'pending', 'scheduled', 'approved', 'rejected', 'to-review'] as const;
const LABELS = {
  all: ['résumé', 'résumés'],
  pending: 'en attente',
  scheduled: ['programmé', 'programmés'],
  approved: ['approuvé', 'approuvés'],
  rejected: ['rejeté', 'rejetés'],
  'to-review': 'à revoir',
} as const;

const HIDDEN_AT_ZERO = new Set<string | undefined>(['scheduled', 'to-review']);

export function SummariesTab() {
  const address = useListAddress('summaries');
  const { role } = useMember();
  const status = address.chosen('status', FILTERS);
  const list = useSummaries({ status, q: address.q });
  return (
    <>
      <Counters
        label="Filtrer les résumés"
        counters={countersOf(status, list.data?.pages[0]?.counts, address)}
      />
      <ListTools address={address} label="Rechercher un résumé" placeholder="Titre ou texte">
        {role === 'admin' && <ImportDialog />}
      </ListTools>
      <SummaryJobs />
      <AdminList
        label="Résumés"
        list={list}
        address={address}
        columns={columns}
        failed="Erreur lors du chargement des résumés"
        empty={{
          title: 'Aucun résumé',
          text: 'Un résumé est préparé dès qu’un SOS est résolu.',
          ...(status === 'pending' && !address.q && { narrowed: 'Tout est relu.' }),
        }}
      />
      <SummaryPanel openId={address.openId} onClose={address.close} rows={rowsOf(list)} />
    </>
  );
}

function countersOf(
  status: (typeof FILTERS)[number],
  counts: AdminSummaryPage['counts'] | undefined,
  address: ListAddress,
) {
  const known = counts && { ...counts, all: counts.total, 'to-review': counts.toReview };
  const cost = {
    label: 'de coût total d’API',
    count: counts && costText(counts.cost),
    to: address.listPath({ status: null }),
    isChosen: false,
  };
  const all = statusCounters(FILTERS, LABELS, { chosen: status, counts: known, address });
  return [
    ...all.filter(({ count, isChosen }, at) => isChosen || count || !HIDDEN_AT_ZERO.has(FILTERS[at])),
    cost,
  ];
}

const columns: Columns<AdminSummary> = [
  { head: 'Résumé', className: 'max-w-120', cell: (summary) => <TitleCell summary={summary} /> },
  { head: 'Statut', cell: (summary) => <SummaryStatusBadge summary={summary} /> },
  { head: 'Catégorie', from: 'wide', cell: ({ category }) => optionLabel(SOS_CATEGORIES, category) },
  { head: 'Visibilité', from: 'widest', className: 'whitespace-nowrap', cell: visibilityText },
  {
    head: 'Participants',
    from: 'widest',
    isNumber: true,
    amount: ({ participantsCount }) => participantsCount,
    cell: ({ participantsCount }) => formatNumber(participantsCount),
  },
  {
    head: 'Messages',
    from: 'widest',
    isNumber: true,
    amount: ({ sourceMessageCount }) => sourceMessageCount,
    cell: ({ sourceMessageCount }) => formatNumber(sourceMessageCount),
  },
  {
    head: 'Durée',
    from: 'widest',
    isNumber: true,
    amount: ({ generationTimeMs }) => Math.round(generationTimeMs / 1000),
    cell: ({ generationTimeMs }) => secondsText(generationTimeMs),
  },
  {
    head: 'Coût',
    from: 'wide',
    isNumber: true,
    className: 'whitespace-nowrap',
    amount: ({ generationCost }) => generationCost,
    cell: ({ generationCost }) => costText(generationCost),
  },
  { head: 'Date', from: 'wide', isNumber: true, day: ({ createdAt }) => createdAt },
];

function TitleCell({ summary }: { summary: AdminSummary }) {
  return (
    <span className="flex min-w-0 items-start gap-2.5">
      <SummaryStatusIcon status={summary.status} />
      <span className="grid min-w-0 gap-0.5">
        <span className="line-clamp-2 font-medium text-foreground wrap-anywhere">{summary.title}</span>
        <ScreenReaderSpace />
        <span className="line-clamp-2 text-xs text-muted-foreground wrap-anywhere">{summary.summary}</span>
      </span>
    </span>
  );
}
