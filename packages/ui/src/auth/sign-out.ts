import type { Account } from '@guilde/contracts/auth/rules.ts';
import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { create } from 'zustand';
import { accountKey, call, errorMessage, useApi } from '../api.ts';
import { forgetDrafts } from '../drafts.ts';
import { toast } from '../kit/toast.ts';
import { paths } from '../paths.ts';
import { forgetMember } from './account.ts';

const signOutKey = ['sign-out'];

/** Meanwhile guards redirect without a return path, and closing pages save no draft. The guards reset it. */
export const useSessionEnding = create<{ isEnding: boolean }>(() => ({ isEnding: false }));

/**
 * Forgets the member and their drafts once `end` has succeeded, and goes to the public page `to`, with
 * `state`.
 */
export function useEndSession() {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  return async (to: string, end: () => Promise<unknown>, state?: object) => {
    const memberId = queryClient.getQueryData<Account | null>(accountKey)?.id;
    useSessionEnding.setState({ isEnding: true });
    try {
      await end();
    } catch (error) {
      useSessionEnding.setState({ isEnding: false });
      throw error;
    }
    forgetMember(queryClient);
    await navigate(to, { replace: true, state });
    if (memberId) forgetDrafts(memberId);
  };
}

export function useSignOut(): () => void {
  const api = useApi();
  const endSession = useEndSession();
  const { mutate } = useMutation({
    mutationKey: signOutKey,
    mutationFn: async () => {
      await endSession(paths.auth(), () => call(api.auth['sign-out'].$post()));
      toast.success('Déconnexion', { description: 'À bientôt' });
    },
    onError: (error) => toast.error('Erreur', { description: errorMessage(error) }),
  });
  return () => mutate();
}

/** A page that needs no session uses it, where somebody else goes on. */
export function useSignOutTo() {
  const api = useApi();
  const endSession = useEndSession();
  return useMutation({
    mutationFn: async ({ to, state }: { to: string; state: object }) => {
      await endSession(to, () => call(api.auth['sign-out'].$post()), state);
      // The guard would reset the state, and such a page has none.
      useSessionEnding.setState({ isEnding: false });
    },
    onError: (error) => toast.error('Erreur', { description: errorMessage(error) }),
  });
}

export function useIsSigningOut(): boolean {
  return useIsMutating({ mutationKey: signOutKey }) > 0;
}
