import type {
  commitInput,
  dealChoiceInput,
  dealInterestInput,
  dealMessageInput,
  dealOfferInput,
  dealReviewInput,
  keptInput,
  leadDealInput,
  proposeDealInput,
} from '@guilde/contracts/deals/input.ts';
import type { DEAL_SCOPES, DealCategory, DealDetail } from '@guilde/contracts/deals/rules.ts';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { type ApiClient, call, useApi } from '../api.ts';
import { keepDetail, useDetailAct } from '../detail-act.ts';
import { serverNow } from '../kit/server-time.ts';
import { useAct } from '../mutation.ts';
import { detailKey, listsKey } from './live-events.ts';

const keys = { detailKey, listsKey };

export type DealFilters = {
  scope: (typeof DEAL_SCOPES)[number];
  category: DealCategory | 'all';
  /** The list has no search. */
  q: '';
};

export function useDeals({ scope, category }: DealFilters) {
  const api = useApi();
  return useInfiniteQuery({
    queryKey: [...listsKey, scope, category],
    queryFn: ({ pageParam: cursor }) =>
      call(api.deals.$get({ query: { scope, category, ...(cursor ? { cursor } : {}) } })),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    placeholderData: keepPreviousData,
  });
}

/** `now` is when it was read. */
export type ShownDeal = DealDetail & { now: number };

export function useDeal(dealId: string | undefined) {
  const api = useApi();
  return useQuery({
    queryKey: detailKey(dealId ?? ''),
    enabled: dealId !== undefined,
    queryFn: () => call(api.deals[':dealId'].$get({ param: { dealId: dealId ?? '' } })),
    select: withNow,
  });
}

function withNow(deal: DealDetail): ShownDeal {
  return { ...deal, now: serverNow() };
}

type Acts = ApiClient['deals'][':dealId'];
type Param = { dealId: string };
type Of<Schema extends z.ZodType> = z.input<Schema>;

export const dealActs = {
  lead: (deal: Acts, param: Param, json: Of<typeof leadDealInput>) => call(deal.lead.$post({ param, json })),
  /** Null takes the interest back. */
  follow: (deal: Acts, param: Param, json: Of<typeof dealInterestInput> | null) =>
    call(json ? deal.interest.$put({ param, json }) : deal.interest.$delete({ param })),
  commit: (deal: Acts, param: Param, json: Of<typeof commitInput>) =>
    call(deal.commit.$post({ param, json })),
  confirm: (deal: Acts, param: Param, revision: number) =>
    call(deal.confirm.$post({ param, json: { revision } })),
  withdraw: (deal: Acts, param: Param, reason: string) =>
    call(deal.withdraw.$post({ param, json: { reason } })),
  consent: (deal: Acts, param: Param, consent: boolean) =>
    call(deal.consent.$put({ param, json: { consent } })),
  choose: (deal: Acts, param: Param, choice: Of<typeof dealChoiceInput>['choice']) =>
    call(deal.choice.$post({ param, json: { choice } })),
  conclude: (deal: Acts, param: Param) => call(deal.conclude.$post({ param })),
  markKept: (deal: Acts, param: Param, json: Of<typeof keptInput>) => call(deal.kept.$post({ param, json })),
  message: (deal: Acts, param: Param, json: Of<typeof dealMessageInput>) =>
    call(deal.message.$post({ param, json })),
  leave: (deal: Acts, param: Param) => call(deal.leave.$post({ param })),
  cancel: (deal: Acts, param: Param, reason: string) => call(deal.cancel.$post({ param, json: { reason } })),
  review: (deal: Acts, param: Param, json: Of<typeof dealReviewInput>) =>
    call(deal.review.$post({ param, json })),
};

export const useDealAct = <Input = void>(
  dealId: string,
  act: (deal: Acts, param: Param, input: Input) => Promise<DealDetail>,
) =>
  useDetailAct(
    keys,
    dealId,
    (api, input: Input) => act(api.deals[':dealId'], { dealId }, input),
    'Impossible d’enregistrer',
  );

/** Its refusals stand beside the fields. */
export const useSaveDeal = (dealId: string | undefined) =>
  useAct(
    (api, { offer, ...deal }: z.output<typeof proposeDealInput>) =>
      dealId && offer
        ? call(
            api.deals[':dealId'].offer.$put({
              param: { dealId },
              json: offer satisfies Of<typeof dealOfferInput>,
            }),
          )
        : call(api.deals.$post({ json: { ...deal, offer } })),
    keepDetail(keys),
  );
