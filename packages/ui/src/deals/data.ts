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
import { serverNow } from '../kit/server-time.ts';
import { toast } from '../kit/toast.ts';
import { readAgain, useAct } from '../mutation.ts';
import { failureText } from '../refusals.ts';
import { detailKey, listsKey } from './live-events.ts';

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

type Param = { dealId: string };
type Of<Schema extends z.ZodType> = z.input<Schema>;

export const dealActs = {
  lead: (api: ApiClient, param: Param, json: Of<typeof leadDealInput>) =>
    call(api.deals[':dealId'].lead.$post({ param, json })),
  /** Null takes the interest back. */
  follow: (api: ApiClient, param: Param, json: Of<typeof dealInterestInput> | null) =>
    json
      ? call(api.deals[':dealId'].interest.$put({ param, json }))
      : call(api.deals[':dealId'].interest.$delete({ param })),
  commit: (api: ApiClient, param: Param, json: Of<typeof commitInput>) =>
    call(api.deals[':dealId'].commit.$post({ param, json })),
  confirm: (api: ApiClient, param: Param, revision: number) =>
    call(api.deals[':dealId'].confirm.$post({ param, json: { revision } })),
  withdraw: (api: ApiClient, param: Param, reason: string) =>
    call(api.deals[':dealId'].withdraw.$post({ param, json: { reason } })),
  consent: (api: ApiClient, param: Param, consent: boolean) =>
    call(api.deals[':dealId'].consent.$put({ param, json: { consent } })),
  choose: (api: ApiClient, param: Param, choice: Of<typeof dealChoiceInput>['choice']) =>
    call(api.deals[':dealId'].choice.$post({ param, json: { choice } })),
  conclude: (api: ApiClient, param: Param) => call(api.deals[':dealId'].conclude.$post({ param })),
  markKept: (api: ApiClient, param: Param, json: Of<typeof keptInput>) =>
    call(api.deals[':dealId'].kept.$post({ param, json })),
  leave: (api: ApiClient, param: Param) => call(api.deals[':dealId'].leave.$post({ param })),
  cancel: (api: ApiClient, param: Param, reason: string) =>
    call(api.deals[':dealId'].cancel.$post({ param, json: { reason } })),
  review: (api: ApiClient, param: Param, json: Of<typeof dealReviewInput>) =>
    call(api.deals[':dealId'].review.$post({ param, json })),
};

const FAILED = 'Impossible d’enregistrer';

/** A refusal says that the deal has changed, so that it is read again. */
export function useDealAct<Input = void>(
  dealId: string,
  act: (api: ApiClient, param: Param, input: Input) => Promise<DealDetail>,
) {
  const { mutateAsync, isPending } = useAct(
    (api, input: Input) => act(api, { dealId }, input),
    (queryClient, deal) => {
      queryClient.setQueryData(detailKey(dealId), deal);
      readAgain(queryClient, listsKey);
    },
  );
  const refetch = useDeal(dealId).refetch;
  const run = async (input: Input) => {
    try {
      return await mutateAsync(input);
    } catch (error) {
      toast.error('Erreur', { description: failureText(error, FAILED) });
      void refetch();
      throw error;
    }
  };
  return { run, isPending };
}

/** Its refusals stand beside the fields. */
export function useSaveDeal(dealId: string | undefined) {
  return useAct(
    (api, { offer, ...deal }: z.output<typeof proposeDealInput>): Promise<DealDetail> =>
      dealId && offer
        ? call(
            api.deals[':dealId'].offer.$put({
              param: { dealId },
              json: offer satisfies Of<typeof dealOfferInput>,
            }),
          )
        : call(api.deals.$post({ json: { ...deal, offer } })),
    (queryClient, deal) => {
      queryClient.setQueryData(detailKey(deal.id), deal);
      readAgain(queryClient, listsKey);
    },
  );
}

/** Nothing of the deal changes. */
export function useDealMessage(dealId: string) {
  return useAct((api, json: Of<typeof dealMessageInput>) =>
    call(api.deals[':dealId'].message.$post({ param: { dealId }, json })),
  );
}
