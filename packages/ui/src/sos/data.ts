import type { Account } from '@guilde/contracts/auth/rules.ts';
import type { correctSosInput, createSosInput, sosAdditionInput } from '@guilde/contracts/sos/input.ts';
import type { Sos, SosDetail, SosForViewer } from '@guilde/contracts/sos/rules.ts';
import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { z } from 'zod';
import { type ApiClient, accountKey, call, useApi } from '../api.ts';
import { toast } from '../kit/toast.ts';
import type { LiveHandlers } from '../live.ts';
import { readAgain, useAct } from '../mutation.ts';
import { reapplyAfterFetch } from '../reapply-after-fetch.ts';
import { failureText } from '../refusals.ts';
import { refetchUnseenSos } from '../unseen.ts';
import { belongsTo, cardsOf, type Feed, isOlder, mergeSos, withoutSos } from './feed.ts';
import { filterParams, type SosFilters } from './filters.ts';

export type CreateSos = z.input<typeof createSosInput>;

/** The texts are in docs/specification.md#sos. */
export const STATUS_CHANGED = 'Statut mis à jour';
export const STATUS_FAILED = 'Impossible de mettre à jour le statut';

export const sosKey = ['sos'] as const;
const feedsKey = [...sosKey, 'feed'] as const;
const feedKey = (filters: SosFilters) => [...feedsKey, filters] as const;
const viewedKey = (sosId: string) => ['sos-viewed', sosId] as const;
const detailKey = (sosId: string) => [...sosKey, 'detail', sosId] as const;

export function sosFeedQuery(api: ApiClient, filters: SosFilters) {
  return infiniteQueryOptions({
    queryKey: feedKey(filters),
    queryFn: ({ pageParam: cursor }) =>
      call(api.sos.$get({ query: { ...filterParams(filters), ...(cursor ? { cursor } : {}) } })),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  });
}

/** The previous result stays while other filters load. */
export function useSosFeed(filters: SosFilters) {
  return useInfiniteQuery({ ...sosFeedQuery(useApi(), filters), placeholderData: keepPreviousData });
}

export function sosDetailQuery(api: ApiClient, sosId: string) {
  return queryOptions<SosDetail | SosForViewer>({
    queryKey: detailKey(sosId),
    queryFn: () => call(api.sos[':sosId'].$get({ param: { sosId } })),
  });
}

export function useSos(sosId: string | undefined) {
  return useQuery({ ...sosDetailQuery(useApi(), sosId ?? ''), enabled: sosId !== undefined });
}

/** Reads it from any loaded list, to show while the detail loads. */
export function useSosCard(sosId: string): Sos | undefined {
  return useQueryClient()
    .getQueriesData<Feed>({ queryKey: feedsKey })
    .flatMap(([, feed]) => cardsOf(feed))
    .find((card) => card.id === sosId);
}

/** Writes it into lists and detail; refetches lists of which only the server knows if they contain it. */
export function applySos(queryClient: QueryClient, sos: Sos | SosDetail): void {
  const { card, text } = splitDetail(sos);
  const before = queryClient.getQueryData<SosDetail>(detailKey(card.id));
  // Events have no text.
  const hasOldText = !text && before && before.correctedAt !== card.correctedAt && !isOlder(card, before);
  const isNew = isNewVersion(queryClient, card);
  reapplyAfterFetch(queryClient, feedsKey, (key) => applyToFeed(queryClient, key, card, isNew));
  reapplyAfterFetch(queryClient, detailKey(card.id), (key) =>
    queryClient.setQueryData<SosDetail>(key, (known) => {
      if (known && isOlder(card, known)) return known;
      return known && { ...known, ...card, ...text };
    }),
  );
  if (text && !queryClient.getQueryData(detailKey(card.id)))
    queryClient.setQueryData<SosDetail>(detailKey(card.id), { ...card, ...text });
  if (hasOldText) readAgain(queryClient, detailKey(card.id));
}

function applyToFeed(queryClient: QueryClient, key: readonly unknown[], card: Sos, isNew: boolean): void {
  const feed = queryClient.getQueryData<Feed>(key);
  if (!feed) return;
  const known = cardsOf(feed).some((item) => item.id === card.id);
  const memberId = queryClient.getQueryData<Account | null>(accountKey)?.id;
  const belongs = belongsTo(key[feedsKey.length] as SosFilters, card, memberId);
  if (belongs === null && !known) {
    if (isNew) readAgain(queryClient, key);
  } else queryClient.setQueryData<Feed>(key, mergeSos(feed, card, belongs ?? true));
}

const lastChanges = new WeakMap<QueryClient, Map<string, string>>();

/** It is false when only the views have changed, since they do not change `updatedAt`. */
function isNewVersion(queryClient: QueryClient, { id, updatedAt }: Sos): boolean {
  const changes = lastChanges.get(queryClient) ?? new Map<string, string>();
  lastChanges.set(queryClient, changes);
  const isNew = changes.get(id) !== updatedAt;
  changes.set(id, updatedAt);
  return isNew;
}

function splitDetail(sos: Sos | SosDetail): {
  card: Sos;
  text?: Pick<SosDetail, 'description' | 'additions' | 'files'>;
} {
  if (!('description' in sos)) return { card: sos };
  const { description, additions, files, ...card } = sos;
  return { card, text: { description, additions, files } };
}

function removeSos(queryClient: QueryClient, sosId: string): void {
  reapplyAfterFetch(queryClient, feedsKey, (key) =>
    queryClient.setQueryData<Feed>(key, (feed) => feed && withoutSos(feed, sosId)),
  );
  readAgain(queryClient, detailKey(sosId));
}

export const sosEvents: LiveHandlers = {
  'sos.created': ({ queryClient }, { sos }) => applySos(queryClient, sos),
  'sos.updated': ({ queryClient }, { sos }) => applySos(queryClient, sos),
  'sos.removed': ({ queryClient }, { sosId }) => removeSos(queryClient, sosId),
  resumed: ({ queryClient }) => readAgain(queryClient, sosKey),
};

export function useCreateSos() {
  return useAct((api, input: CreateSos) => call(api.sos.$post({ json: input })), applySos);
}

export function useLeaveSos(sosId: string) {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call(api.sos[':sosId'].leave.$post({ param: { sosId } })),
    onSettled: () => readAgain(queryClient, detailKey(sosId)),
  });
}

export function useCloseSos(sosId: string) {
  return useAct((api) => call(api.sos[':sosId'].close.$post({ param: { sosId } })), applySos);
}

export function useCorrectSos(sosId: string) {
  return useAct(
    (api, json: z.input<typeof correctSosInput>) => call(api.sos[':sosId'].$put({ param: { sosId }, json })),
    applySos,
  );
}

export function useAddToSos(sosId: string) {
  return useAct(
    (api, json: z.input<typeof sosAdditionInput>) =>
      call(api.sos[':sosId'].additions.$post({ param: { sosId }, json })),
    applySos,
  );
}

/** An SOS can be reopened within 24 hours after closing. */
export function useReopenSos(sosId: string) {
  return useAct((api) => call(api.sos[':sosId'].reopen.$post({ param: { sosId } })), applySos);
}

/** The page may be another one when the answer comes, so that both texts stand here. */
export function useUndoResolution(sosId: string) {
  const { mutateAsync, isPending } = useAct(
    (api, resolvedAt: string) =>
      call(api.ratings.undo[':sosId'].$post({ param: { sosId }, json: { resolvedAt } })),
    applySos,
  );
  const start = (resolvedAt: string) =>
    void mutateAsync(resolvedAt).then(
      () => toast.success('Résolution annulée'),
      (error) =>
        toast.error('Erreur', { description: failureText(error, 'La résolution n’a pas pu être annulée.') }),
    );
  return { start, running: isPending };
}

/** Makes the next view count as the answer to an alert. */
export function forgetView(queryClient: QueryClient, sosId: string): void {
  queryClient.removeQueries({ queryKey: viewedKey(sosId) });
}

/** Each SOS is sent once, because the server counts each member once. */
export function useViewSos(): (sosId: string) => void {
  const api = useApi();
  const queryClient = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: (sosId: string) => call(api.sos[':sosId'].view.$post({ param: { sosId } })),
    onSuccess: (_views, sosId) => refetchUnseenSos(queryClient, sosId),
    onError: (_error, sosId) => forgetView(queryClient, sosId),
  });
  return (sosId) => {
    if (queryClient.getQueryData(viewedKey(sosId))) return;
    queryClient.setQueryData(viewedKey(sosId), true);
    mutate(sosId);
  };
}
