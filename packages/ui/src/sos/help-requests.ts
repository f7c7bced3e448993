import { firstNameOf, memberName } from '@guilde/contracts/profiles/rules.ts';
import type { AskableSos, Sos } from '@guilde/contracts/sos/rules.ts';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ApiClient, call, useApi } from '../api.ts';
import type { LiveContext, LiveHandlers } from '../live.ts';
import { tellAtOnce } from '../live-notices.ts';
import { readAgain } from '../mutation.ts';
import { sosDetailQuery } from './data.ts';

const askableKey = ['askable-sos'] as const;

function askableSosQuery(api: ApiClient, memberId: string) {
  return queryOptions<AskableSos[]>({
    queryKey: [...askableKey, memberId],
    queryFn: () => call(api.members[':memberId']['askable-sos'].$get({ param: { memberId } })),
  });
}

export function useAskableSos(memberId: string) {
  return useQuery(askableSosQuery(useApi(), memberId));
}

export function useRequestHelp(memberId: string) {
  const api = useApi();
  const queryClient = useQueryClient();
  const { queryKey } = askableSosQuery(api, memberId);
  return useMutation({
    mutationFn: (sosId: string) =>
      call(api.sos[':sosId']['help-requests'].$post({ param: { sosId }, json: { memberId } })),
    onSuccess: (updated) =>
      queryClient.setQueryData(queryKey, (known) =>
        known?.map((sos) => (sos.id === updated.id ? updated : sos)),
      ),
    onSettled: () => void queryClient.invalidateQueries({ queryKey }),
  });
}

export const helpRequestEvents: LiveHandlers = {
  'sos.created': (context, { sos }) => refetchIfOwn(context, sos),
  'sos.updated': (context, { sos }) => refetchIfOwn(context, sos),
  'sos.removed': refetch,
  'help.requested': (context, { sos, memberId }) => {
    if (memberId !== context.memberId) return refetch(context);
    tellAtOnce({
      id: `help ${sos.id}`,
      announcedAs: `${memberName(sos.author)} t’invite à aider\u00a0: «\u00a0${sos.title}\u00a0»`,
      title: `${firstNameOf(sos.author)} t’invite à aider\u00a0: ${sos.title}`,
      sosId: sos.id,
      action: 'help',
      shownOn: ['sos', 'home'],
    });
    readAgain(context.queryClient, sosDetailQuery(context.api, sos.id).queryKey);
  },
  resumed: refetch,
};

function refetchIfOwn(context: LiveContext, { author }: Sos): void {
  if (author?.id === context.memberId) refetch(context);
}

function refetch({ queryClient }: LiveContext): void {
  readAgain(queryClient, askableKey);
}
