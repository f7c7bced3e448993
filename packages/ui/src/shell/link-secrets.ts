import { type LinkSecrets, secretsIn } from '@guilde/contracts/links.ts';
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

/**
 * Moves a link’s secrets from the address to the history entry’s state: a reload keeps them, the address bar
 * and the history list do not. It returns null until then, because nothing may be fetched while the address
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
