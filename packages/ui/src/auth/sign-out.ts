import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { call, errorMessage, useApi } from '../api.ts';
import { toast } from '../kit/toast.ts';
import { paths } from '../paths.ts';
import { forgetMember } from './account.ts';

const signOutKey = ['sign-out'];

/**
 * Goes to a public page, then forgets the member. In this order: the guards of the page that is left would otherwise
 * send the visitor to /auth with that page as the place to come back to.
 */
export function useLeave() {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  return async (to: string) => {
    await navigate(to, { replace: true, flushSync: true });
    forgetMember(queryClient);
  };
}

/** Ends the session and leads to /auth. */
export function useSignOut(): () => void {
  const api = useApi();
  const leave = useLeave();
  const { mutate } = useMutation({
    mutationKey: signOutKey,
    mutationFn: async () => {
      await call(api.auth['sign-out'].$post());
      toast.success('Déconnexion', { description: 'À bientôt' });
      await leave(paths.auth());
    },
    onError: (error) => toast.error('Erreur', { description: errorMessage(error) }),
  });
  return () => mutate();
}

/** While this holds, the account is on its way out: /auth must not send it back to the community. */
export function useIsSigningOut(): boolean {
  return useIsMutating({ mutationKey: signOutKey }) > 0;
}
