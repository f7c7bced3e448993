import { useCallback } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router-dom';
import type { z } from 'zod';
import { type AdminTab, paths } from '../paths.ts';

export type ListAddress = ReturnType<typeof useListAddress>;

type Params = Record<string, string | null>;

/** The update is flushed, so that a row opened right after the change has the new address in its link. */
const AT_ONCE = { replace: true, flushSync: true };

/** The filters are in the address, so that a filtered list can be shared. */
export function useListAddress(tab: AdminTab) {
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
    param: (name: string) => search.get(name),
    chosen: <V extends string>(name: string, values: readonly V[]): V =>
      values.find((value) => value === search.get(name)) ?? (values[0] as never),
    /** The path has no open row. */
    listPath,
    /** The path has no filters either. */
    wholePath: paths.admin(tab, undefined, { view: search.get('view') }),
    rowPath: (id: string) => paths.admin(tab, id, Object.fromEntries(search)),
    /** The filters change without a new history entry. */
    change: (changes: Params) => void navigate(listPath(changes), AT_ONCE),
    /**
     * Keeps the row that was opened since the last key, also before it is drawn: a `to` path would be resolved against
     * the drawn address.
     */
    search: (q: string) => void navigate({ search: listPath({ q }).split('?')[1] }, AT_ONCE),
    close: () => void navigate(listPath(), { replace: true }),
  };
}

/** Invalid values of the address are left out. */
export function filtersIn<S extends z.ZodObject>(address: ListAddress, schema: S): z.output<S> {
  const given = Object.keys(schema.shape).flatMap((name) => {
    const value = address.param(name);
    return value !== null && schema.safeParse({ [name]: value }).success ? [[name, value]] : [];
  });
  return schema.parse(Object.fromEntries(given));
}
