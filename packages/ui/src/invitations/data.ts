import type { accessRequestInput } from '@guilde/contracts/access/input.ts';
import type { signUpInput } from '@guilde/contracts/auth/input.ts';
import type { SponsoredPage } from '@guilde/contracts/home/rules.ts';
import type { inviteInput } from '@guilde/contracts/invitations/input.ts';
import type { Invitation, Invitations } from '@guilde/contracts/invitations/rules.ts';
import {
  type QueryClient,
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQuery,
} from '@tanstack/react-query';
import type { z } from 'zod';
import { type ApiClient, call, useApi } from '../api.ts';
import { useAfterSignIn } from '../auth/data.ts';
import { toast } from '../kit/toast.ts';
import type { LiveHandlers } from '../live.ts';
import { useAct } from '../mutation.ts';

const invitationsKey = ['invitations'] as const;
const sponsoredKey = ['sponsored'] as const;

const SHOWN_AT_FIRST = '6';
const SHOWN_MORE = '50';

/** Takes the link of an invitation mail, and refuses further ones or allows them again. */
export function useObjection() {
  const api = useApi();
  return useMutation({
    mutationFn: async ({ token, refuse }: { token: string; refuse: boolean }) => {
      const query = { query: { token } };
      const { objection } = api.invitations;
      await (refuse ? call(objection.$post(query)) : call(objection.$delete(query)));
      return { state: refuse ? ('refused' as const) : ('allowed' as const) };
    },
  });
}

export function useAccessOffer(code: string) {
  const api = useApi();
  return useQuery({
    queryKey: ['access-offer', code],
    queryFn: () => call(api.invitations.access[':code'].$get({ param: { code } })),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export function useAskForAccess(code: string) {
  return useAct((api, json: z.output<typeof accessRequestInput>) =>
    call(api.invitations.access[':code'].$post({ param: { code }, json })),
  );
}

/** The secrets stay in memory only. */
export function useInvitationOffer(secrets: { token: string; proof?: string | undefined }) {
  const api = useApi();
  return useQuery({
    queryKey: ['invitation-offer', secrets.token, secrets.proof],
    queryFn: () => call(api.invitations.lookup.$post({ json: secrets })),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Signs in at once when the link proved the address. */
export function useSignUp() {
  const api = useApi();
  const afterSignIn = useAfterSignIn();
  return useMutation({
    mutationFn: async (input: z.output<typeof signUpInput>) => {
      const signedUp = await call(api.auth['sign-up'].$post({ json: input }));
      if (signedUp.confirmed) await afterSignIn();
      return signedUp;
    },
    onSuccess: ({ confirmed }) =>
      toast.success('Compte créé !', {
        description: confirmed
          ? 'Complète maintenant ton profil.'
          : 'Confirme ton adresse e-mail, puis complète ton profil.',
      }),
  });
}

export function useInvitations() {
  const api = useApi();
  return useQuery({
    queryKey: invitationsKey,
    queryFn: () => call<Invitations>(api.invitations.$get()),
  });
}

/** Lists the invitees with an account; first come those who might need a word. */
export function useSponsored() {
  const api = useApi();
  return useInfiniteQuery({
    queryKey: sponsoredKey,
    queryFn: ({ pageParam: cursor }) =>
      call<SponsoredPage>(
        api.invitations.sponsored.$get({
          query: cursor ? { cursor, limit: SHOWN_MORE } : { limit: SHOWN_AT_FIRST },
        }),
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  });
}

export function useInvite() {
  return useAct(
    (api, json: z.output<typeof inviteInput>) => call<Invitation>(api.invitations.$post({ json })),
    refreshInvitations,
  );
}

export function useDeleteInvitation() {
  return useAct(
    (api, invitationId: string) =>
      call(api.invitations[':invitationId'].$delete({ param: { invitationId } })),
    // It is awaited, so that the row is gone when the dialog closes.
    refreshInvitations,
  );
}

export function useRenewInvitation() {
  return useAct(
    (api, invitationId: string) =>
      call(api.invitations[':invitationId'].renew.$post({ param: { invitationId } })),
    refreshInvitations,
  );
}

export function invitationLinkQuery(api: ApiClient, invitationId: string) {
  return queryOptions({
    queryKey: [...invitationsKey, invitationId, 'link'],
    queryFn: () => call(api.invitations[':invitationId'].link.$post({ param: { invitationId } })),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

function refreshInvitations(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: invitationsKey, exact: true });
}

const refreshAll: LiveHandlers['resumed'] = ({ queryClient }) => {
  void refreshInvitations(queryClient);
  void queryClient.invalidateQueries({ queryKey: sponsoredKey });
};

export const invitationEvents: LiveHandlers = { 'invitations.changed': refreshAll, resumed: refreshAll };
