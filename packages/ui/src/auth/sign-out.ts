import type { Account } from '@guilde/contracts/auth.ts';
import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { create } from 'zustand';
import { accountKey, call, errorMessage, useApi } from '../api.ts';
import { forgetDrafts } from '../drafts.ts';
import { toast } from '../kit/toast.ts';
import { paths } from '../paths.ts';
import { forgetMember } from './account.ts';

const signOutKey = ['sign-out'];

/**
 * True while a member leaves of their own accord: the guards then let them go where they are led, instead of sending
 * them to /auth with the page they leave as the place to come back to. The guards end it when they are gone.
 */
export const useLeaving = create<{ leaving: boolean }>(() => ({ leaving: false }));

/**
 * Ends the session by `end`, forgets the member with what they had written and not sent, and goes to a public page;
 * nothing changes when `end` fails. `state`: for the page that follows.
 */
export function useLeave() {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  return async (to: string, end: () => Promise<unknown>, state?: object) => {
    const memberId = queryClient.getQueryData<Account | null>(accountKey)?.id;
    useLeaving.setState({ leaving: true });
    try {
      await end();
    } catch (error) {
      useLeaving.setState({ leaving: false });
      throw error;
    }
    forgetMember(queryClient);
    await navigate(to, { replace: true, state });
    // After the pages that may keep a draft when they are left.
    if (memberId) forgetDrafts(memberId);
  };
}

/** Ends the session and leads to /auth. */
export function useSignOut(): () => void {
  const api = useApi();
  const leave = useLeave();
  const { mutate } = useMutation({
    mutationKey: signOutKey,
    mutationFn: async () => {
      await leave(paths.auth(), () => call(api.auth['sign-out'].$post()));
      toast.success('Déconnexion', { description: 'À bientôt' });
    },
    onError: (error) => toast.error('Erreur', { description: errorMessage(error) }),
  });
  return () => mutate();
}

/** Ends the session for somebody else to go on, on a page that needs none. */
export function useSignOutHere() {
  const api = useApi();
  const leave = useLeave();
  return useMutation({
    mutationFn: async ({ to, state }: { to: string; state: object }) => {
      await leave(to, () => call(api.auth['sign-out'].$post()), state);
      // No guard stands above such a page to end it.
      useLeaving.setState({ leaving: false });
    },
    onError: (error) => toast.error('Erreur', { description: errorMessage(error) }),
  });
}

export function useIsSigningOut(): boolean {
  return useIsMutating({ mutationKey: signOutKey }) > 0;
}
