import type { Company } from '@guilde/contracts/information/rules.ts';
import { useQuery } from '@tanstack/react-query';
import { call, useApi } from '../api.ts';

/** The company changes only with a restart of the server. */
export function useCompany() {
  const api = useApi();
  return useQuery({
    queryKey: ['company'],
    queryFn: () => call<Company>(api.information.company.$get()),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
