import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { cn } from '../kit/cn.ts';

export type Column<T> = {
  head: string;
  cell: (row: T) => ReactNode;
  /** `wide`: only from 768 px on; `widest`: from 1280 px on. */
  from?: 'wide' | 'widest';
  /** Numbers stand under each other on the right. */
  isNumber?: boolean;
  className?: string;
};

export type AdminTableProps<T> = {
  /** Read out; what the rows are. */
  label: string;
  /** The first column names the row and opens it. */
  columns: readonly [Column<T>, ...Column<T>[]];
  rows: readonly T[];
  idOf: (row: T) => string;
  /** Null where a row says all that there is to say. */
  rowPath: ((id: string) => string) | null;
  openId: string | undefined;
  faded?: boolean;
};

const shownFrom = { wide: 'max-lg:hidden', widest: 'max-xl:hidden' };

/** A dense table with a sticky head. Each row has an address; ↑ and ↓ move between rows, Enter opens. */
export function AdminTable<T>({ label, columns, rows, idOf, rowPath, openId, faded }: AdminTableProps<T>) {
  const table = useRef<HTMLTableElement>(null);
  useArrows(table, openId);
  return (
    <table
      ref={table}
      aria-label={label}
      className={cn('w-full border-separate border-spacing-0 text-sm', faded && 'opacity-60')}
    >
      <thead>
        <tr>
          {columns.map((column) => (
            <th
              key={column.head}
              scope="col"
              className={cn(
                'sticky top-[var(--shell-top,0px)] z-10 border-b bg-background px-3 py-2 text-left text-xs font-medium whitespace-nowrap text-muted-foreground first:pl-2',
                column.isNumber && 'text-right',
                column.from && shownFrom[column.from],
              )}
            >
              {column.head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row
            key={idOf(row)}
            row={row}
            id={idOf(row)}
            columns={columns}
            path={rowPath?.(idOf(row)) ?? null}
            isOpen={idOf(row) === openId}
          />
        ))}
      </tbody>
    </table>
  );
}

function Row<T>({
  row,
  id,
  columns,
  path,
  isOpen,
}: {
  row: T;
  id: string;
  columns: AdminTableProps<T>['columns'];
  path: string | null;
  isOpen: boolean;
}) {
  const [first, ...rest] = columns;
  return (
    <tr data-row={id} className={cn('group relative hover:bg-muted/60', isOpen && 'bg-primary-soft')}>
      <th
        scope="row"
        className={cn(
          'border-b px-3 py-2 text-left align-middle font-normal first:pl-2 max-lg:w-full',
          first.className,
        )}
      >
        {path === null ? (
          first.cell(row)
        ) : (
          <Link
            to={path}
            data-row-link
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
            'border-b px-3 py-2 align-middle text-muted-foreground',
            column.isNumber && 'text-right tabular-nums',
            column.from && shownFrom[column.from],
            column.className,
          )}
        >
          {column.cell(row)}
        </td>
      ))}
    </tr>
  );
}

/** ↑ and ↓ work from anywhere on the page where they mean nothing else. The row that was open has the focus again. */
function useArrows(table: { current: HTMLTableElement | null }, openId: string | undefined): void {
  useEffect(() => {
    const move = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
      if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || isBusy(event.target))
        return;
      const links = [...(table.current?.querySelectorAll<HTMLElement>('[data-row-link]') ?? [])];
      const at = links.indexOf(document.activeElement as HTMLElement);
      const next = event.key === 'ArrowDown' ? at + 1 : at < 0 ? links.length - 1 : at - 1;
      if (!links[next]) return;
      event.preventDefault();
      links[next].focus();
    };
    document.addEventListener('keydown', move);
    return () => document.removeEventListener('keydown', move);
  }, [table]);
  const previous = useRef(openId);
  useEffect(() => {
    const left = previous.current;
    previous.current = openId;
    if (left && !openId)
      table.current?.querySelector<HTMLElement>(`[data-row="${left}"] [data-row-link]`)?.focus();
  }, [table, openId]);
}

/** Where the arrows belong to something else: a field, an open dialog, a list of tabs. */
function isBusy(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.closest('input, textarea, select, [role="dialog"], [role="alertdialog"], [role="tablist"]') !==
        null)
  );
}
