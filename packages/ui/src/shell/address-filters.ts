import { SEARCH_MAX } from '@guilde/contracts/text.ts';
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { type URLSearchParamsInit, useSearchParams } from 'react-router-dom';
import type { DebouncedSearchProps } from '../kit/debounced-search.tsx';

export type AddressFilters<F> = {
  filters: F;
  change: (changed: Partial<F>) => void;
  search: Pick<DebouncedSearchProps, 'q' | 'onSearch' | 'resets'>;
};

/** The filters change without a new history entry. `read` and `write` must be stable. */
export function useAddressFilters<F extends { q: string }>(
  read: (address: URLSearchParams) => F,
  write: (filters: F) => URLSearchParamsInit,
): AddressFilters<F> {
  const [address, setAddress] = useSearchParams();
  const [resets, setResets] = useState(0);
  const filters = useMemo(() => read(address), [read, address]);
  // A second change may come before the address has followed the first, and before the effects of what is drawn.
  const wanted = useRef(filters);
  useLayoutEffect(() => {
    wanted.current = filters;
  }, [filters]);
  const follow = useCallback(
    (changed: Partial<F>) => {
      wanted.current = { ...wanted.current, ...changed };
      setAddress(write(wanted.current), { replace: true });
    },
    [setAddress, write],
  );
  const change = useCallback(
    (changed: Partial<F>) => {
      if (changed.q !== undefined) setResets((count) => count + 1);
      follow(changed);
    },
    [follow],
  );
  const onSearch = useCallback((q: string) => follow({ q } as Partial<F>), [follow]);
  const search = useMemo(() => ({ q: filters.q, onSearch, resets }), [filters.q, onSearch, resets]);
  return { filters, change, search };
}

/** Anything but an option counts as absent. */
export function chosenIn<T extends string, Otherwise extends string>(
  given: string | null,
  options: readonly { id: T }[],
  otherwise: Otherwise,
): T | Otherwise {
  return options.find(({ id }) => id === given)?.id ?? otherwise;
}

/** Returns the valid values, each once, sorted. */
export function allChosenIn<T extends string>(given: readonly string[], options: readonly { id: T }[]): T[] {
  const ids = options.map(({ id }) => id).filter((id) => given.includes(id));
  return ids.sort();
}

/** Too long a text counts as absent. */
export function searchIn(address: URLSearchParams): string {
  const text = address.get('q')?.trim() ?? '';
  return text.length > SEARCH_MAX ? '' : text;
}
