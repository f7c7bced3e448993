import { useCallback } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { type AdminTab, paths } from '../paths.ts';

export type ListAddress = {
  q: string;
  openId: string | undefined;
  param: (name: string) => string | null;
  chosen: <V extends string>(name: string, values: readonly V[]) => V;
  /** The path has no open row. */
  listPath: (changes?: Params) => string;
  rowPath: (id: string) => string;
  /** The filters change without a new history entry. */
  change: (changes: Params) => void;
  /** Keeps the row that was opened since the last key, also before it is drawn. */
  search: (q: string) => void;
  close: () => void;
};

type Params = Record<string, string | null>;

/** The update is flushed, so that a row opened right after the change has the new address in its link. */
const AT_ONCE = { replace: true, flushSync: true };

/** The filters are in the address, so that a filtered list can be shared. */
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
    // A `to` path would be resolved against the drawn address.
    search: (q) => void navigate({ search: listPath({ q }).split('?')[1] }, AT_ONCE),
    close: () => void navigate(listPath(), { replace: true }),
  };
}
