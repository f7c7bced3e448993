import type { contestInput } from '@guilde/contracts/cases/input.ts';
import type { ContestedDecision } from '@guilde/contracts/cases/rules.ts';
import type { reportTextInput } from '@guilde/contracts/reports/input.ts';
import type { Reported } from '@guilde/contracts/reports/rules.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { call, useApi } from '../api.ts';
import { sendWithUniqueId } from '../refusals.ts';

export type ReportText = z.output<typeof reportTextInput>;
export type ReportSubject =
  | { reportedUserId: string }
  | { messageId: string }
  | { eventId: string }
  | { dealId: string }
  | { ratingId: string };

export function useReport(subject: ReportSubject) {
  const api = useApi();
  return useMutation({
    mutationFn: (report: ReportText) =>
      sendWithUniqueId(report, (text) =>
        call<Reported>(
          'messageId' in subject
            ? api.reports.messages.$post({ json: { ...text, ...subject } })
            : 'eventId' in subject
              ? api.reports.events.$post({ json: { ...text, ...subject } })
              : 'dealId' in subject
                ? api.reports.deals.$post({ json: { ...text, ...subject } })
                : 'ratingId' in subject
                  ? api.reports.ratings.$post({ json: { ...text, ...subject } })
                  : api.reports.$post({ json: { ...text, ...subject } }),
        ),
      ),
  });
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
