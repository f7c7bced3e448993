import { auditFilters } from '@guilde/contracts/audit/input.ts';
import { AUDIT_EXPORT_MAX, type AuditEntry, type AuditPage } from '@guilde/contracts/audit/rules.ts';
import { formatNumber } from '../../kit/format.ts';
import { ScreenReaderSpace } from '../../kit/screen-reader-space.tsx';
import { AdminExport } from '../admin-export.tsx';
import { useJournal } from '../data.ts';
import { shortDateTimeText } from '../labels.ts';
import { AdminList, ListTools } from '../list.tsx';
import { filtersIn, type ListAddress, useListAddress } from '../list-address.ts';
import type { Columns } from '../table.tsx';
import { JournalFilters } from './filters.tsx';
import { actionText } from './labels.ts';
import { JournalPanel } from './panel.tsx';
import { SecurityLog } from './security-log.tsx';

const LOADING_FAILED = 'Erreur lors du chargement du journal';

const COLUMNS: Columns<AuditEntry> = [
  { head: 'Acte', cell: (entry) => <ActCell entry={entry} /> },
  {
    head: 'Sur',
    from: 'wide',
    className: 'max-w-64',
    cell: (entry) => <span className="block truncate">{entry.subjectLabel}</span>,
  },
  { head: 'Par', from: 'wide', className: 'whitespace-nowrap', cell: (entry) => entry.actorName },
  {
    head: 'Motif',
    from: 'widest',
    className: 'max-w-72',
    cell: (entry) => <span className="block truncate">{entry.reason || '–'}</span>,
  },
  {
    head: 'Date',
    from: 'wide',
    isNumber: true,
    className: 'whitespace-nowrap',
    cell: (entry) => <time dateTime={entry.createdAt}>{shortDateTimeText(entry.createdAt)}</time>,
  },
];

export function JournalTab() {
  const address = useListAddress('journal');
  const isSecurity = address.param('view') === 'security';
  return isSecurity ? <SecurityLog address={address} /> : <Acts address={address} />;
}

function Acts({ address }: { address: ListAddress }) {
  const filters = filtersIn(address, auditFilters);
  const list = useJournal(filters);
  return (
    <>
      <ListTools address={address} label="Rechercher dans le journal" placeholder="Nom, motif…">
        <AdminExport
          path="/api/admin/journal/export"
          file="guilde-journal.csv"
          filters={filters}
          done="Journal exporté"
          hint={`Il contient au plus les ${formatNumber(AUDIT_EXPORT_MAX)} actes les plus récents.`}
          failed="Le journal n’a pas pu être exporté"
          className="md:ml-auto"
        />
      </ListTools>
      <JournalFilters address={address} filters={filters} actors={list.data?.pages[0]?.actors ?? []} />
      <AdminList<AuditEntry, AuditPage>
        label="Journal"
        list={list}
        address={address}
        columns={COLUMNS}
        failed={LOADING_FAILED}
        empty={{
          title: 'Aucun acte',
          text: 'Chaque acte d’administration s’inscrit ici.',
        }}
      />
      <JournalPanel address={address} />
    </>
  );
}

function ActCell({ entry }: { entry: AuditEntry }) {
  return (
    <span className="grid">
      <span className="font-medium text-foreground">{actionText(entry.action)}</span>
      <ScreenReaderSpace />
      <span className="text-xs text-muted-foreground wrap-anywhere lg:hidden">
        {`${entry.subjectLabel} · ${entry.actorName} · ${shortDateTimeText(entry.createdAt)}`}
      </span>
    </span>
  );
}
