import type { Reported } from '@guilde/contracts/reports.ts';
import type { reportInput } from '@guilde/contracts/reports-input.ts';
import { useMutation } from '@tanstack/react-query';
import type { z } from 'zod';
import { call, useApi } from '../api.ts';
import { sendUnderFreshId } from '../refusals.ts';

export type Report = z.output<typeof reportInput>;

export function useReportMember() {
  const api = useApi();
  return useMutation({
    mutationFn: (report: Report) =>
      sendUnderFreshId(report, (json) => call<Reported>(api.reports.$post({ json }))),
  });
}
