import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { cn } from '../kit/cn.ts';
import { formatShortDate } from '../kit/format.ts';
import { letterShortcutOf } from '../kit/letter-shortcuts.ts';
import { useKeyDown } from '../kit/use-key-down.ts';
import { SelectAll, type Selection, SelectRow } from './selection.tsx';

export type Column<T> = (Cell<T> | Day<T>) & {
  head: string;
  /** `wide` shows the column from 768 px, `widest` from 1280 px. */
  from?: 'wide' | 'widest';
  isNumber?: boolean;
  /** `order` is the present order of the list; `to` chooses another. */
  sort?: { to: string; order: 'ascending' | 'descending' | null };
  /** A column whose amounts are all 0 is left out. */
  amount?: (row: T) => number;
  className?: string;
};

type Cell<T> = { cell: (row: T) => ReactNode };

/** The cell shows the day on one line, and a dash without one. */
type Day<T> = { day: (row: T) => string | null };

/** The first column names the row. */
export type Columns<T> = readonly [Column<T> & Cell<T>, ...Column<T>[]];

function contentOf<T>(column: Column<T>, row: T): ReactNode {
  if ('cell' in column) return column.cell(row);
  const day = column.day(row);
  return day === null ? '—' : formatShortDate(day);
}

export type AdminTableProps<T> = {
  label: string;
  columns: Columns<T>;
  rows: readonly T[];
  idOf: (row: T) => string;
  /** A row opens this page; without the function no row opens one. */
  rowPath?: ((id: string) => string) | undefined;
  openId?: string | undefined;
  faded?: boolean;
  selection?: Selection<T>;
};

const shownFrom = { wide: 'max-lg:hidden', widest: 'max-xl:hidden' };

/** Each row becomes a block where even two columns do not fit. */
export function AdminTable<T>(props: AdminTableProps<T>) {
  const { label, rows, idOf, rowPath, openId, faded, selection } = props;
  const table = useRef<HTMLTableElement>(null);
  useArrows(table, { ids: rows.map(idOf), openId, rowPath });
  useSelectKey(selection);
  const [first, ...others] = props.columns;
  const columns: typeof props.columns = [
    first,
    ...others.filter(({ amount }) => !amount || rows.some((row) => amount(row) !== 0)),
  ];
  return (
    <div className="@container">
      <table
        ref={table}
        aria-label={label}
        className={cn(
          'w-full border-separate border-spacing-0 text-sm @max-[15rem]:block',
          faded && 'opacity-60',
        )}
      >
        <thead className="@max-[15rem]:sr-only">
          <tr>
            {selection && (
              <td className="sticky top-[var(--shell-top,0px)] z-10 w-0 border-b bg-background md:pl-2">
                <SelectAll selection={selection} />
              </td>
            )}
            {columns.map((column) => (
              <th
                key={column.head}
                scope="col"
                className={cn(
                  'sticky top-[var(--shell-top,0px)] z-10 border-b bg-background px-3 py-2 text-left text-xs font-medium whitespace-nowrap text-muted-foreground first:pl-2',
                  column.isNumber && 'text-right',
                  column.from && shownFrom[column.from],
                )}
                {...(column.sort?.order && { 'aria-sort': column.sort.order })}
              >
                {column.sort ? <SortLink head={column.head} sort={column.sort} /> : column.head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="@max-[15rem]:block">
          {rows.map((row) => (
            <Row
              key={idOf(row)}
              row={row}
              id={idOf(row)}
              columns={columns}
              path={rowPath?.(idOf(row)) ?? null}
              isOpen={idOf(row) === openId}
              {...(selection && { selection })}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function SortLink({ head, sort }: { head: string; sort: NonNullable<Column<never>['sort']> }) {
  const Icon = sort.order === null ? ArrowUpDown : sort.order === 'ascending' ? ArrowUp : ArrowDown;
  return (
    <Link
      to={sort.to}
      replace
      className="inline-flex min-h-6 items-center gap-1 rounded-sm hover:text-foreground max-md:min-h-11"
    >
      {head}
      <Icon className={cn('size-3.5', sort.order === null && 'opacity-50')} />
    </Link>
  );
}

function Row<T>({
  row,
  id,
  columns,
  path,
  isOpen,
  selection,
}: {
  row: T;
  id: string;
  columns: AdminTableProps<T>['columns'];
  path: string | null;
  isOpen: boolean;
  selection?: Selection<T>;
}) {
  const [first, ...rest] = columns;
  const isSelected = selection?.isSelected(id) ?? false;
  return (
    <tr
      data-row={id}
      className={cn(
        'group relative scroll-mt-12 hover:bg-muted/60 @max-[15rem]:block @max-[15rem]:border-b',
        (isOpen || isSelected) && 'bg-primary-soft hover:bg-primary-soft',
      )}
    >
      {selection && (
        // The cell is above the link, which covers the row.
        <td className="relative z-1 border-b align-middle md:pl-2 @max-[15rem]:border-b-0">
          <SelectRow selection={selection} row={row} id={id} />
        </td>
      )}
      <th
        scope="row"
        className={cn(
          'border-b px-3 py-2 text-left align-middle font-normal first:pl-2 max-lg:w-full @max-[15rem]:block @max-[15rem]:border-b-0 @max-[15rem]:pb-0',
          first.className,
        )}
      >
        {path === null ? (
          first.cell(row)
        ) : (
          <Link
            to={path}
            data-row-link
            aria-current={isOpen ? 'true' : undefined}
            className="block min-h-6 rounded-sm after:absolute after:inset-0 after:content-[''] max-md:min-h-11 max-md:content-center"
          >
            {first.cell(row)}
          </Link>
        )}
      </th>
      {rest.map((column) => (
        <td
          key={column.head}
          className={cn(
            'border-b px-3 py-2 align-middle text-muted-foreground @max-[15rem]:border-b-0 @max-[15rem]:pl-2',
            column.isNumber && 'text-right tabular-nums',
            'day' in column && 'whitespace-nowrap',
            column.from ? shownFrom[column.from] : '@max-[15rem]:inline-block',
            column.className,
          )}
        >
          {contentOf(column, row)}
        </td>
      ))}
    </tr>
  );
}

type Rows = {
  ids: readonly string[];
  openId: string | undefined;
  rowPath: AdminTableProps<never>['rowPath'];
};

function useSelectKey(selection: Pick<Selection<never>, 'toggle'> | undefined): void {
  useKeyDown((event) => {
    if (!selection || letterShortcutOf(event) !== 'x') return;
    const row = (event.target as HTMLElement).closest<HTMLElement>('[data-row]')?.dataset.row;
    if (row === undefined) return;
    event.preventDefault();
    selection.toggle(row, false);
  });
}

/**
 * ↑ and ↓, k and j work anywhere on the page. When the panel closes, its row gets the focus, or the row that took its
 * place.
 */
function useArrows(table: { current: HTMLTableElement | null }, { ids, openId, rowPath }: Rows): void {
  const navigate = useNavigate();
  /** It is the index of the open row, also after the row left the list. */
  const place = useRef(-1);
  const openAt = openId === undefined ? -1 : ids.indexOf(openId);
  useEffect(() => {
    if (openAt >= 0) place.current = openAt;
  }, [openAt]);
  useKeyDown((event) => {
    const letter = letterShortcutOf(event);
    const isDown = event.key === 'ArrowDown' || letter === 'j';
    if (!isDown && event.key !== 'ArrowUp' && letter !== 'k') return;
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (isBusy(event.target)) return;
    if (openId !== undefined) {
      const at = openAt >= 0 ? openAt : isDown ? place.current - 1 : place.current;
      const next = ids[isDown ? at + 1 : at - 1];
      event.preventDefault();
      if (next !== undefined && rowPath) void navigate(rowPath(next), { replace: true });
      return;
    }
    const links = linksIn(table.current);
    const row = document.activeElement?.closest('[data-row]');
    const at = links.findIndex((link) => row?.contains(link));
    const next = links[isDown ? at + 1 : at < 0 ? links.length - 1 : at - 1];
    if (!next) return;
    event.preventDefault();
    next.focus();
  });
  const previous = useRef(openId);
  useEffect(() => {
    const left = previous.current;
    previous.current = openId;
    const row = (id: string) => table.current?.querySelector<HTMLElement>(`[data-row="${id}"]`);
    if (openId !== undefined) row(openId)?.scrollIntoView({ block: 'nearest' });
    else if (left !== undefined) {
      const links = linksIn(table.current);
      const own = row(left)?.querySelector<HTMLElement>('[data-row-link]');
      (own ?? links[Math.min(place.current, links.length - 1)])?.focus();
    }
  }, [table, openId]);
}

function linksIn(table: HTMLTableElement | null): HTMLElement[] {
  return [...(table?.querySelectorAll<HTMLElement>('[data-row-link]') ?? [])];
}

/** Fields, dialogs, tabs and scrollable text need the arrow keys. */
function isBusy(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  const { isContentEditable, scrollHeight, clientHeight } = target;
  const isScroller =
    scrollHeight > clientHeight &&
    /auto|scroll/.test(getComputedStyle(target).overflowY) &&
    target !== document.body;
  return (
    isContentEditable ||
    (isScroller && !target.matches('[data-panel]')) ||
    target.closest(
      'input:not([type="checkbox"]), textarea, select, [role="dialog"]:not([data-panel]), [role="alertdialog"], [role="tablist"], [role="menu"]',
    ) !== null
  );
}
