import type { contestInput } from '@guilde/contracts/cases/input.ts';
import type { ContestedDecision } from '@guilde/contracts/cases/rules.ts';
import type { reportTextInput } from '@guilde/contracts/reports/input.ts';
import type { Reported, ReportSubject } from '@guilde/contracts/reports/rules.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { type ApiClient, call, useApi } from '../api.ts';
import { sendWithUniqueId } from '../refusals.ts';

export type ReportText = z.output<typeof reportTextInput>;
/** `about` says what the id names. */
export type Reporting = { about: ReportSubject; id: string };

export function useReport(of: Reporting) {
  const { reports } = useApi();
  return useMutation({
    mutationFn: (report: ReportText) =>
      sendWithUniqueId(report, (text) => call<Reported>(send(reports, of, text))),
  });
}

function send(reports: ApiClient['reports'], { about, id }: Reporting, text: ReportText) {
  if (about === 'member') return reports.$post({ json: { ...text, reportedUserId: id } });
  if (about === 'message') return reports.messages.$post({ json: { ...text, messageId: id } });
  if (about === 'event') return reports.events.$post({ json: { ...text, eventId: id } });
  if (about === 'deal') return reports.deals.$post({ json: { ...text, dealId: id } });
  return reports.ratings.$post({ json: { ...text, ratingId: id } });
}

export function useContestedDecision(token: string | undefined) {
  const api = useApi();
  return useQuery<ContestedDecision>({
    queryKey: ['contested', token],
    queryFn: () => call(api.decisions.contested.$post({ json: { token: token ?? '' } })),
    enabled: token !== undefined,
  });
}

export function useContest(token: string) {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (contest: Omit<z.input<typeof contestInput>, 'token'>) =>
      call(api.decisions.contests.$post({ json: { token, ...contest } })),
    onSuccess: (contested) => {
      queryClient.setQueryData(['contested', token], contested);
    },
  });
}
