import { useEffect } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';

/**
 * Secrets that a link carries in its query (`token`, `proof`). They move to the history entry's own state at once, so
 * that a reload keeps them while the address bar, the history list and referrers do not. Null until that is done:
 * nothing may be fetched from an address that still shows them. `names` must be a constant.
 */
export function useLinkSecrets<N extends string>(names: readonly N[]): Partial<Record<N, string>> | null {
  const [search] = useSearchParams();
  const { state } = useLocation();
  const navigate = useNavigate();
  const inAddress = names.some((name) => search.has(name));
  useEffect(() => {
    if (!inAddress) return;
    const rest = new URLSearchParams(search);
    const secrets: Record<string, string> = {};
    for (const name of names) {
      const value = rest.get(name);
      if (value) secrets[name] = value;
      rest.delete(name);
    }
    void navigate({ search: rest.toString() }, { replace: true, state: secrets });
  }, [inAddress, search, names, navigate]);
  if (inAddress) return null;
  return (state as Partial<Record<N, string>> | null) ?? {};
}
