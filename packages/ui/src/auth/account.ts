import type { Account } from '@guilde/contracts/auth/rules.ts';
import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, use, useCallback } from 'react';
import { create } from 'zustand';
import { type ApiClient, accountKey, call, useApi } from '../api.ts';
import { toast } from '../kit/toast.ts';
import type { LiveHandlers } from '../live.ts';
import { readAgain } from '../mutation.ts';

/** The account is null for a visitor. Every guard reads this query. */
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

/** Asks beside the query, so that its data stays on screen until there is an answer. */
export function useAskAccount(): () => Promise<void> {
  const api = useApi();
  const queryClient = useQueryClient();
  return useCallback(async () => {
    queryClient.setQueryData(accountKey, await call(api.auth.account.$get()));
  }, [api, queryClient]);
}

const MemberContext = createContext<Account | null>(null);

export const MemberProvider = MemberContext.Provider;

/** It does not read the query, as the screen may render once more after `forgetMember`. */
export function useMember(): Account {
  const member = use(MemberContext);
  if (!member) throw new Error('useMember needs a guard above it');
  return member;
}

/** The guard deletes their drafts once the screens that may save one are closed. */
export const useSignedOutMember = create<{ memberId: string | null }>(() => ({ memberId: null }));

export function forgetMember(queryClient: QueryClient): void {
  useSignedOutMember.setState({ memberId: queryClient.getQueryData<Account | null>(accountKey)?.id ?? null });
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== accountKey[0] });
  queryClient.setQueryData(accountKey, null);
}

export const accountEvents: LiveHandlers = {
  'account.changed': ({ queryClient }) => readAgain(queryClient, accountKey),
  'signed-out': ({ queryClient }, { forced, lapsed }) => {
    if (lapsed) queryClient.setQueryData(accountKey, null);
    else forgetMember(queryClient);
    if (forced) toast.error('Déconnexion forcée pour votre sécurité');
  },
  resumed: ({ queryClient }) => readAgain(queryClient, accountKey),
};
