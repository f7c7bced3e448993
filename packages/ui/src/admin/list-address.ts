import type { AdminTab } from '@guilde/contracts/admin.ts';
import { useCallback } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { paths } from '../paths.ts';

/** What the address of a list says: its search, its filters, and which row is open. */
export type ListAddress = {
  q: string;
  openId: string | undefined;
  /** A filter as the address has it; null when it does not. */
  param: (name: string) => string | null;
  /** A filter's value in the address, or its first possible one. */
  chosen: <V extends string>(name: string, values: readonly V[]) => V;
  /** The same list with other filters; the row that is open closes. */
  listPath: (changes?: Params) => string;
  /** The same list with this row open. */
  rowPath: (id: string) => string;
  /** Filters of the address as they are changed from a control; not a step that one goes back through. */
  change: (changes: Params) => void;
  /** Another search; the row that is open stays, it may have been opened before the person had paused. */
  search: (q: string) => void;
  close: () => void;
};

type Params = Record<string, string | null>;

/** Links of the list are made with the address: a row that is opened right after the change keeps it. */
const AT_ONCE = { replace: true, flushSync: true };

/** The filters of a list live in the address, so that a filtered list can be shared and found again. */
export function useListAddress(tab: AdminTab): ListAddress {
  const { openId } = useParams();
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const listPath = useCallback(
    (changes: Params = {}) => paths.admin(tab, undefined, { ...Object.fromEntries(search), ...changes }),
    [tab, search],
  );
  return {
    q: search.get('q') ?? '',
    openId,
    param: (name) => search.get(name),
    chosen: (name, values) => values.find((value) => value === search.get(name)) ?? (values[0] as never),
    listPath,
    rowPath: (id) => paths.admin(tab, id, Object.fromEntries(search)),
    change: (changes) => void navigate(listPath(changes), AT_ONCE),
    search: (q) => void navigate(paths.admin(tab, openId, { ...Object.fromEntries(search), q }), AT_ONCE),
    close: () => void navigate(listPath(), { replace: true }),
  };
}
