import type { LiveHandlers } from '../live.ts';
import { readAgain } from '../mutation.ts';

/** They stand apart from the queries, because every page has the handlers. */
export const dealsKey = ['deals'] as const;
export const listsKey = [...dealsKey, 'list'] as const;
export const detailKey = (dealId: string) => [...dealsKey, 'detail', dealId] as const;

export const dealEvents: LiveHandlers = {
  'deal.changed': ({ queryClient }, { dealId }) => readAgain(queryClient, listsKey, detailKey(dealId)),
  resumed: ({ queryClient }) => readAgain(queryClient, dealsKey),
};
