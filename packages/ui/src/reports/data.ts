import type { Reported } from '@guilde/contracts/reports.ts';
import type { reportInput } from '@guilde/contracts/reports-input.ts';
import { useMutation } from '@tanstack/react-query';
import type { z } from 'zod';
import { call, useApi } from '../api.ts';
import { sendWithUniqueId } from '../refusals.ts';

export type Report = z.output<typeof reportInput>;

export function useReportMember() {
  const api = useApi();
  return useMutation({
    mutationFn: (report: Report) =>
      sendWithUniqueId(report, (json) => call<Reported>(api.reports.$post({ json }))),
  });
}
