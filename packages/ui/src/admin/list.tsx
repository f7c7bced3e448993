import { Inbox } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { isProofMissing } from '../credentials/proof.ts';
import { Button } from '../kit/button.tsx';
import { cn } from '../kit/cn.ts';
import { DebouncedSearch } from '../kit/debounced-search.tsx';
import { formatNumber, pluralWord } from '../kit/format.ts';
import { InfiniteSentinel } from '../kit/infinite-list.tsx';
import { Skeleton, SkeletonGroup } from '../kit/skeleton.tsx';
import { EmptyState } from '../kit/states.tsx';
import { useAnnouncedResults } from '../kit/use-announced-results.ts';
import { LoadFailed } from '../shell/load-failed.tsx';
import type { AdminListQuery, Page } from './data.ts';
import type { ListAddress } from './list-address.ts';
import { ProofNeeded } from './proof-needed.tsx';
import type { Selection } from './selection.tsx';
import { AdminTable, type Columns } from './table.tsx';

/** `narrowed` is shown when the list is empty because of its filters. */
type Empty = { title: string; text: string; narrowed?: string };

type AdminListProps<T, P extends Page<T>> = {
  label: string;
  list: AdminListQuery<P>;
  address: ListAddress;
  columns: Columns<T>;
  /** The default is the row's `id`. */
  idOf?: (row: T) => string;
  failed: string;
  empty: Empty;
  /** The default is true. */
  opens?: boolean;
  selection?: Selection<T>;
};

export const idOfRow = ({ id }: { id: string }) => id;

/** Returns each row once: it may have moved from one page to the next. */
export function rowsOf<T extends { id: string }>(
  list: AdminListQuery<Page<T>>,
  idOf: (row: T) => string = idOfRow,
): T[] {
  const rows = new Map<string, T>();
  for (const row of list.data?.pages.flatMap((page) => page.items) ?? [])
    if (!rows.has(idOf(row))) rows.set(idOf(row), row);
  return [...rows.values()];
}

export function AdminList<T extends { id: string }, P extends Page<T>>(props: AdminListProps<T, P>) {
  const { label, list, address, columns, idOf = idOfRow, failed, empty, opens = true, selection } = props;
  const rows = rowsOf(list as AdminListQuery<Page<T>>, idOf);
  const isKnown = list.isSuccess && !list.isPlaceholderData;
  useAnnouncedResults(address.q, isKnown ? rows.length : null, list.hasNextPage);
  if (isProofMissing(list.error)) return <ProofNeeded onProven={() => list.refetch()} />;
  if (list.isPending) return <ListSkeleton />;
  if (list.isError && rows.length === 0) return <LoadFailed title={failed} query={list} />;
  if (rows.length === 0) return <NothingListed address={address} empty={empty} />;
  return (
    <>
      <AdminTable
        label={label}
        columns={columns}
        rows={rows}
        idOf={idOf}
        rowPath={opens ? address.rowPath : undefined}
        openId={address.openId}
        faded={list.isPlaceholderData}
        {...(selection && { selection })}
      />
      <InfiniteSentinel
        hasMore={list.hasNextPage}
        loading={list.isFetchingNextPage}
        onReach={() => void list.fetchNextPage()}
      />
    </>
  );
}

function NothingListed({ address, empty }: { address: ListAddress; empty: Empty }) {
  const isNarrowed = address.listPath() !== address.wholePath;
  const { title, text, narrowed = 'Rien ne correspond à ces filtres.' } = empty;
  return (
    <EmptyState
      title={title}
      icon={<Inbox />}
      action={
        isNarrowed && (
          <Button asChild variant="outline">
            <Link to={address.wholePath}>Tout afficher</Link>
          </Button>
        )
      }
    >
      {isNarrowed ? narrowed : text}
    </EmptyState>
  );
}

const skeletonRows = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

function ListSkeleton() {
  return (
    <SkeletonGroup className="grid gap-px">
      {skeletonRows.map((row) => (
        <div key={row} className="flex h-12 items-center gap-6 border-b px-2">
          <Skeleton className="w-1/4" />
          <Skeleton className="w-1/3" />
          <Skeleton className="ml-auto w-20" />
        </div>
      ))}
    </SkeletonGroup>
  );
}

export function ListTools({
  address,
  label,
  placeholder,
  children,
}: {
  address: ListAddress;
  label: string;
  placeholder: string;
  children?: ReactNode;
}) {
  return (
    <div className="mb-4 flex flex-wrap items-center gap-3">
      <DebouncedSearch
        label={label}
        placeholder={placeholder}
        q={address.q}
        onSearch={address.search}
        resets={0}
        className="w-full md:w-80"
      />
      {children}
    </div>
  );
}

export type Counter = {
  /** A label is one text, or a singular and a plural. */
  label: string | readonly [one: string, many: string];
  /** The count is undefined while it is unknown. */
  count: number | string | undefined;
  to: string;
  isChosen: boolean;
};

/** Each counter narrows the list by `status` in its address; « all » comes first and has no status. */
export function statusCounters<Status extends string>(
  statuses: readonly Status[],
  names: Record<Status, Counter['label']>,
  {
    chosen,
    counts,
    address,
  }: { chosen: string; counts: Record<NoInfer<Status>, number> | undefined; address: ListAddress },
): Counter[] {
  return statuses.map((name) => ({
    label: names[name],
    count: counts?.[name],
    to: address.listPath({ status: name === 'all' ? null : name }),
    isChosen: chosen === name,
  }));
}

export function Counters({ label, counters }: { label: string; counters: readonly Counter[] }) {
  return (
    <nav aria-label={label} className="mb-4">
      {/* Phones have one line that scrolls, because nine counters would push the list out of sight. */}
      <ul className="flex gap-1 [scrollbar-width:none] max-md:-mx-4 max-md:overflow-x-auto max-md:px-4 max-md:py-1 md:flex-wrap">
        {counters.map(({ label: name, count, to, isChosen }) => (
          <li key={String(name)} className="shrink-0">
            <Link
              to={to}
              replace
              // Screen readers read styled parts of a line without the space between them.
              aria-label={`${shownCount(count)} ${nameOf(name, count)}`}
              aria-current={isChosen ? 'true' : undefined}
              className={cn(
                'flex min-h-9 items-baseline gap-1.5 rounded-md px-2.5 py-1.5 text-sm text-muted-foreground hover:bg-muted hover:text-foreground max-md:min-h-11 max-md:items-center',
                isChosen && 'bg-primary-soft text-primary-strong hover:bg-primary-soft',
              )}
            >
              <span className="text-base font-semibold text-foreground tabular-nums">
                {shownCount(count)}
              </span>{' '}
              <span>{nameOf(name, count)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function shownCount(count: Counter['count']): string {
  return typeof count === 'number' ? formatNumber(count) : (count ?? '–');
}

function nameOf(name: Counter['label'], count: Counter['count']): string {
  return typeof name === 'string' ? name : pluralWord(Number(count ?? 2), ...name);
}
