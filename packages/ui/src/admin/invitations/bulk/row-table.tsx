import type { TypedRow } from '@guilde/contracts/bulk-invitations/columns.ts';
import {
  BULK_FIELDS,
  type BulkRow,
  type BulkStatus,
  bulkReason,
} from '@guilde/contracts/bulk-invitations/rules.ts';
import { optionLabel } from '@guilde/contracts/profiles/rules.ts';
import { useState } from 'react';
import { Button } from '../../../kit/button.tsx';
import { formatNumber } from '../../../kit/format.ts';
import { type State, StateBadge } from '../../../kit/state-badge.tsx';
import { AdminTable, type Columns } from '../../table.tsx';
import { StateFilter } from './state-filter.tsx';

const SHOWN_AT_ONCE = 50;

const STATES: Record<BulkStatus, State> = {
  ready: 'done',
  named: 'waiting',
  member: 'ended',
  invited: 'ended',
  duplicate: 'ended',
  inactive: 'ended',
  objected: 'failed',
  bounced: 'failed',
  invalid: 'failed',
  empty: 'failed',
};

const FILTERS = {
  all: { label: 'Toutes', has: () => true },
  ready: { label: 'Prêtes', has: ({ status }: BulkRow) => status === 'ready' },
  named: { label: 'Sans adresse', has: ({ status }: BulkRow) => status === 'named' },
  skipped: { label: 'Écartées', has: ({ status }: BulkRow) => status !== 'ready' && status !== 'named' },
} as const;

type Filter = keyof typeof FILTERS;
type Shown = BulkRow & { typed: TypedRow | undefined };

/** The server answers in the order of the rows. */
export function RowTable({ typed, rows }: { typed: readonly TypedRow[]; rows: readonly BulkRow[] }) {
  const [filter, setFilter] = useState<Filter>('all');
  const [shown, setShown] = useState(SHOWN_AT_ONCE);
  const all: Shown[] = rows.map((row, index) => ({ ...row, typed: typed[index] }));
  const chosen = all.filter(FILTERS[filter].has);
  return (
    <div className="grid grid-cols-1 gap-3">
      <StateFilter
        options={(Object.keys(FILTERS) as Filter[]).map((id) => ({
          id,
          label: FILTERS[id].label,
          count: all.filter(FILTERS[id].has).length,
        }))}
        chosen={filter}
        onChoose={(name) => {
          setFilter(name);
          setShown(SHOWN_AT_ONCE);
        }}
      />
      <AdminTable
        label="Lignes"
        columns={columns}
        rows={chosen.slice(0, shown)}
        idOf={({ line }) => String(line)}
      />
      {shown < chosen.length && (
        <Button
          variant="outline"
          size="sm"
          className="justify-self-start"
          onClick={() => setShown(shown + 4 * SHOWN_AT_ONCE)}
        >
          Afficher la suite
        </Button>
      )}
    </div>
  );
}

const nameOf = (row: TypedRow | undefined) => `${row?.firstName ?? ''} ${row?.lastName ?? ''}`.trim();

const columns: Columns<Shown> = [
  {
    head: 'Marchand',
    cell: ({ typed }) => (
      <span className="grid">
        <span className="font-medium wrap-anywhere text-foreground">
          {typed?.email || nameOf(typed) || '—'}
        </span>
        {typed?.email && nameOf(typed) && (
          <span className="text-xs wrap-anywhere text-muted-foreground">{nameOf(typed)}</span>
        )}
      </span>
    ),
  },
  { head: 'Boutique', from: 'wide', cell: ({ typed }) => typed?.storeName || '—' },
  {
    head: 'Résultat',
    cell: (row) => (
      <span className="grid min-w-28 justify-items-start gap-0.5">
        <StateBadge state={STATES[row.status]} className="h-auto min-h-6 py-0.5 whitespace-normal">
          {bulkReason(row)}
        </StateBadge>
        {row.dropped.length > 0 && (
          <span className="text-xs text-muted-foreground">
            {`Illisible, laissé de côté\u00a0: ${row.dropped.map((field) => optionLabel(BULK_FIELDS, field)).join(', ')}`}
          </span>
        )}
      </span>
    ),
  },
  { head: 'Ligne', from: 'wide', isNumber: true, cell: ({ line }) => formatNumber(line) },
];
