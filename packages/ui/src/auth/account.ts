import type { Account } from '@guilde/contracts/auth.ts';
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { createContext, use } from 'react';
import { create } from 'zustand';
import { type ApiClient, accountKey, call, useApi } from '../api.ts';
import { toast } from '../kit/toast.ts';
import type { LiveHandlers } from '../live.ts';

/** Who is signed in; null for a visitor. The one source of every guard. */
export function accountQuery(api: ApiClient) {
  return queryOptions<Account | null>({
    queryKey: accountKey,
    queryFn: () => call(api.auth.account.$get()),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export function useAccount() {
  return useQuery(accountQuery(useApi()));
}

const MemberContext = createContext<Account | null>(null);

/** Around everything that RequireSession guards. */
export const MemberProvider = MemberContext.Provider;

/**
 * The signed-in person, where a guard above guarantees one. It comes from the guard and not from the query: when the
 * account has just been forgotten, what is still on screen may render once more before the guard takes it away.
 */
export function useMember(): Account {
  const member = use(MemberContext);
  if (!member) throw new Error('useMember needs a guard above it');
  return member;
}

/** Who has left for good: the guard forgets what they wrote once the screens that may keep it are closed. */
export const useDeparted = create<{ memberId: string | null }>(() => ({ memberId: null }));

/**
 * Removes everything that the client knows of the member who has just signed out, or whose session was ended; the guards
 * then lead to /auth.
 */
export function forgetMember(queryClient: QueryClient): void {
  useDeparted.setState({ memberId: queryClient.getQueryData<Account | null>(accountKey)?.id ?? null });
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== accountKey[0] });
  queryClient.setQueryData(accountKey, null);
}

export const accountEvents: LiveHandlers = {
  'account.changed': ({ queryClient }) => {
    queryClient.invalidateQueries({ queryKey: accountKey }).catch(() => undefined);
  },
  'signed-out': ({ queryClient }, { forced, lapsed }) => {
    if (lapsed) queryClient.setQueryData(accountKey, null);
    else forgetMember(queryClient);
    if (forced) toast.error('Déconnexion forcée pour votre sécurité');
  },
  resumed: ({ queryClient }) => {
    queryClient.invalidateQueries({ queryKey: accountKey }).catch(() => undefined);
  },
};
