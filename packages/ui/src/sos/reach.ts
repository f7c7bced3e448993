import { firstNameOf } from '@guilde/contracts/profiles/rules.ts';
import type { Reach } from '@guilde/contracts/sos/waves.ts';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ApiClient, call, useApi } from '../api.ts';
import { formatTime, plural } from '../kit/format.ts';
import type { LiveContext, LiveHandlers } from '../live.ts';
import { tellAtOnce } from '../live-notices.ts';
import { readAgain } from '../mutation.ts';
import { forgetView, sosDetailQuery } from './data.ts';

const reachKey = ['sos-reach'] as const;

function reachQuery(api: ApiClient, sosId: string) {
  return queryOptions<Reach>({
    queryKey: [...reachKey, sosId],
    queryFn: () => call(api.sos[':sosId'].reach.$get({ param: { sosId } })),
  });
}

export function useReach(sosId: string) {
  return useQuery(reachQuery(useApi(), sosId));
}

/** The member answers « Pas cette fois ». */
export function useDeclineAlert(sosId: string) {
  const api = useApi();
  const queryClient = useQueryClient();
  const { queryKey } = sosDetailQuery(api, sosId);
  return useMutation({
    mutationFn: () => call(api.sos[':sosId'].decline.$post({ param: { sosId } })),
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  });
}

/** « 8 marchands prévenus · 3 l’ont ouvert · réponse habituelle en 7 min » */
export function reachText({ alerted, opened, next, isTeamTold, usual }: Reach): string {
  const wait = usual ? [`réponse habituelle en ${waitText(usual.minutes)}`] : [];
  if (alerted === 0) {
    const asked =
      next || isTeamTold
        ? 'Aucun membre disponible n’a pu être prévenu pour l’instant'
        : 'Guilde choisit les premiers membres à prévenir';
    return [asked, ...wait].join(' · ');
  }
  const seen = opened === 0 ? [] : [`${opened} l’${opened > 1 ? 'ont' : 'a'} ouvert`];
  return [plural(alerted, 'marchand prévenu', 'marchands prévenus'), ...seen, ...wait].join(' · ');
}

export function nextText({ next, isTeamTold }: Pick<Reach, 'next' | 'isTeamTold'>): string {
  if (isTeamTold) return 'L’équipe est prévenue.';
  if (!next) return '';
  const at = formatTime(next.at);
  if (next.asks === 'team') return `Sans réponse, l’équipe sera prévenue à ${at}.`;
  return next.asks === 'everybody'
    ? `Sans réponse, tous les membres disponibles seront prévenus à ${at}.`
    : `Sans réponse, d’autres membres seront prévenus à ${at}.`;
}

function waitText(minutes: number): string {
  return minutes < 120 ? `${minutes}\u00a0min` : `${Math.round(minutes / 60)}\u00a0h`;
}

export const reachEvents: LiveHandlers = {
  'sos.reached': ({ queryClient }, { sosId }) => readAgain(queryClient, [...reachKey, sosId]),
  'sos.alerted': (context, { sos }) => {
    tellAtOnce({
      id: sos.id,
      announcedAs: `Un SOS a besoin de toi\u00a0: «\u00a0${sos.title}\u00a0»`,
      title: `${firstNameOf(sos.author)} a besoin d’aide\u00a0: ${sos.title}`,
      sosId: sos.id,
      action: 'help',
      shownOn: ['sos', 'home'],
    });
    forgetView(context.queryClient, sos.id);
    refetchDetail(context, sos.id);
  },
  'sos.declined': (context, { sosId }) => refetchDetail(context, sosId),
  resumed: ({ queryClient }) => readAgain(queryClient, reachKey),
};

function refetchDetail({ api, queryClient }: LiveContext, sosId: string): void {
  readAgain(queryClient, sosDetailQuery(api, sosId).queryKey);
}
