import {
  BATCH_ROW_STATES,
  type BatchRow,
  type BatchRowState,
} from '@guilde/contracts/bulk-invitations/rules.ts';
import { optionLabel } from '@guilde/contracts/profiles/rules.ts';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { SectionHeader } from '../../../kit/card.tsx';
import { DebouncedSearch } from '../../../kit/debounced-search.tsx';
import { plural } from '../../../kit/format.ts';
import { InfiniteSentinel } from '../../../kit/infinite-list.tsx';
import { Skeleton, SkeletonGroup } from '../../../kit/skeleton.tsx';
import { type State, StateBadge } from '../../../kit/state-badge.tsx';
import { useAnnouncedResults } from '../../../kit/use-announced-results.ts';
import { paths } from '../../../paths.ts';
import { LoadFailed } from '../../../shell/load-failed.tsx';
import { useBatchRows } from '../../data.ts';
import { idOfRow, rowsOf } from '../../list.tsx';
import { AdminTable, type Columns } from '../../table.tsx';
import { StateFilter } from './state-filter.tsx';

const STATES: Record<BatchRowState, State> = {
  waiting: 'waiting',
  sent: 'active',
  returned: 'failed',
  account: 'active',
  complete: 'done',
  left: 'ended',
  expired: 'ended',
  named: 'waiting',
};

/** Says who of the list has come. `gone` people have no row any more. */
export function BatchRows({ batchId, gone }: { batchId: string; gone: number }) {
  const [q, setQ] = useState('');
  const [status, setStatus] = useState<BatchRowState | 'all'>('all');
  const list = useBatchRows({ batch: batchId, ...(q && { q }), ...(status !== 'all' && { status }) });
  const rows = rowsOf(list);
  useAnnouncedResults(q, list.isSuccess && !list.isPlaceholderData ? rows.length : null, list.hasNextPage);
  return (
    <section aria-label="Qui est venu">
      <SectionHeader title="Qui est venu" />
      {list.data ? (
        <div className="grid grid-cols-1 gap-3">
          <DebouncedSearch
            label="Rechercher dans la liste"
            placeholder="Nom ou boutique"
            maxLength={100}
            q={q}
            onSearch={setQ}
            resets={0}
            className="w-full md:w-80"
          />
          <StateFilter
            options={optionsOf(list.data.pages[0]?.counts ?? {})}
            chosen={status}
            onChoose={setStatus}
          />
          {rows.length === 0 ? (
            <p className="text-sm text-muted-foreground">Personne ne correspond.</p>
          ) : (
            <AdminTable
              label="Lignes de la liste"
              columns={columns}
              rows={rows}
              idOf={idOfRow}
              faded={list.isPlaceholderData}
            />
          )}
          <InfiniteSentinel
            hasMore={list.hasNextPage}
            loading={list.isFetchingNextPage}
            onReach={() => void list.fetchNextPage()}
          />
          {gone > 0 && (
            <p className="text-sm text-muted-foreground">
              {`${plural(gone, 'invitation a été refusée ou effacée, et n’a', 'invitations ont été refusées ou effacées, et n’ont')} plus de ligne.`}
            </p>
          )}
        </div>
      ) : list.error ? (
        <LoadFailed title="Impossible de charger les lignes" query={list} />
      ) : (
        <SkeletonGroup className="grid gap-3">
          <Skeleton className="h-9 w-80 max-w-full" />
          <Skeleton className="h-64 w-full" />
        </SkeletonGroup>
      )}
    </section>
  );
}

type Counts = Partial<Record<BatchRowState, number>>;

/** States that no row has are left out. */
function optionsOf(counts: Counts) {
  const states = BATCH_ROW_STATES.map(({ id, label }) => ({ id, label, count: counts[id] ?? 0 }));
  const all = states.reduce((sum, { count }) => sum + count, 0);
  return [{ id: 'all' as const, label: 'Toutes', count: all }, ...states.filter(({ count }) => count > 0)];
}

const NAME = 'font-medium wrap-anywhere text-foreground';

const columns: Columns<BatchRow> = [
  {
    head: 'Marchand',
    cell: ({ name, email, memberId, storeName }) => {
      const shown = name || email || storeName || '—';
      return (
        <span className="grid">
          {memberId ? (
            <Link
              to={paths.admin('users', memberId)}
              className={`${NAME} underline-offset-4 hover:underline`}
            >
              {shown}
            </Link>
          ) : (
            <span className={NAME}>{shown}</span>
          )}
          {name && email && <span className="text-xs wrap-anywhere text-muted-foreground">{email}</span>}
        </span>
      );
    },
  },
  { head: 'Boutique', from: 'wide', cell: ({ storeName }) => storeName || '—' },
  {
    head: 'État',
    cell: (row) => (
      <span className="grid min-w-28 justify-items-start gap-0.5">
        <StateBadge state={STATES[row.state]}>{optionLabel(BATCH_ROW_STATES, row.state)}</StateBadge>
        <span className="text-xs text-muted-foreground">{noteOf(row)}</span>
      </span>
    ),
  },
  { head: 'Dernier e-mail', from: 'wide', day: ({ mailedAt }) => mailedAt },
];

function noteOf({ state, mailsSent }: BatchRow): string {
  if (state === 'returned') return 'L’adresse n’existe pas, ou refuse nos e-mails.';
  if (state === 'named') return 'Attend le lien d’accès.';
  return state === 'sent' && mailsSent > 1 ? `avec ${plural(mailsSent - 1, 'rappel')}` : '';
}
