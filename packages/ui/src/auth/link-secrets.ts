import { type LinkSecrets, secretsIn } from '@guilde/contracts/links.ts';
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

/**
 * Secrets that a link carries. They move to the history entry's own state at once, so that a reload keeps them while the
 * address bar and the history list do not. Null until that is done: nothing may be fetched from an address that still
 * shows them.
 */
export function useLinkSecrets(): LinkSecrets | null {
  const { search, hash, state } = useLocation();
  const navigate = useNavigate();
  const { token, proof } = secretsIn({ search, hash });
  const inAddress = token !== undefined || proof !== undefined;
  useEffect(() => {
    if (!inAddress) return;
    const rest = new URLSearchParams(search);
    rest.delete('token');
    rest.delete('proof');
    const secrets: LinkSecrets = { token, proof };
    void navigate({ search: rest.toString(), hash: '' }, { replace: true, state: secrets });
  }, [inAddress, search, token, proof, navigate]);
  if (inAddress) return null;
  return (state as LinkSecrets | null) ?? {};
}
