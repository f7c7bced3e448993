import type { SuggestionsInput } from '@guilde/contracts/knowledge/input.ts';
import type {
  Article,
  ArticleCard,
  KnowledgePage,
  SolvedSos,
  SummaryDraft,
  SummaryDraftAnswer,
  SummaryOrigin,
} from '@guilde/contracts/knowledge/rules.ts';
import {
  type InfiniteData,
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { type ApiClient, call, useApi } from '../api.ts';
import type { LiveHandlers } from '../live.ts';
import { readAgain } from '../mutation.ts';
import { filterParams, type KnowledgeFilters } from './filters.ts';

const knowledgeKey = ['knowledge'] as const;

/** The previous result stays while other filters load. */
export function useArticles(filters: KnowledgeFilters) {
  const api = useApi();
  return useInfiniteQuery({
    queryKey: [...knowledgeKey, 'list', filters],
    queryFn: ({ pageParam: cursor }) =>
      call(api.knowledge.$get({ query: { ...filterParams(filters), ...(cursor ? { cursor } : {}) } })),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    placeholderData: keepPreviousData,
  });
}

/** Returns each article once: it may have moved to the next page while loading. */
export function articlesOf(pages: InfiniteData<KnowledgePage> | undefined): ArticleCard[] {
  const articles = pages?.pages.flatMap((page) => page.items) ?? [];
  return [...new Map(articles.map((article) => [article.id, article])).values()];
}

export function useKnowledgeOverview() {
  const api = useApi();
  return useQuery({
    queryKey: [...knowledgeKey, 'overview'],
    queryFn: () => call(api.knowledge.overview.$get()),
  });
}

export function useArticle(summaryId: string | null) {
  const api = useApi();
  return useQuery<Article>({
    queryKey: [...knowledgeKey, 'article', summaryId],
    queryFn: () => call(api.knowledge[':summaryId'].$get({ param: { summaryId: summaryId ?? '' } })),
    enabled: summaryId !== null,
  });
}

export function useSolved(memberId: string) {
  const api = useApi();
  return useQuery<SolvedSos[]>({
    queryKey: [...knowledgeKey, 'solved', memberId],
    queryFn: () => call(api.members[':memberId'].solved.$get({ param: { memberId } })),
  });
}

/** A null draft is not fetched. The previous suggestions stay while loading. */
export function useSuggestions(draft: SuggestionsInput | null) {
  const api = useApi();
  return useQuery({
    queryKey: [...knowledgeKey, 'suggestions', draft],
    queryFn: () => call(api.knowledge.suggestions.$post({ json: draft ?? {} })),
    enabled: draft !== null,
    placeholderData: keepPreviousData,
    // Nobody asked for suggestions, so a failure shows none.
    retry: false,
  });
}

export function useCountOpening() {
  const api = useApi();
  return useMutation({
    mutationFn: ({ summaryId, draftId }: { summaryId: string; draftId: string }) =>
      call(api.knowledge[':summaryId'].openings.$post({ param: { summaryId }, json: { draftId } })),
  });
}

export function useSayWorked(summaryId: string) {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (worked: boolean) => {
      const route = api.knowledge[':summaryId'].worked;
      return call(worked ? route.$put({ param: { summaryId } }) : route.$delete({ param: { summaryId } }));
    },
    onSuccess: (worked) =>
      queryClient.setQueryData<Article>(
        [...knowledgeKey, 'article', summaryId],
        (article) => article && { ...article, worked },
      ),
  });
}

const draftKey = (sourceId: string) => [...knowledgeKey, 'draft', sourceId];

/** « résumé » of a conversation, « compte rendu » of an event. */
export const textName = (origin: SummaryOrigin | undefined) =>
  origin === 'event' ? 'compte rendu' : 'résumé';

/** The draft is null while there is none. */
export function useSummaryDraft(sourceId: string) {
  const api = useApi();
  return useQuery<SummaryDraft | null>({
    queryKey: draftKey(sourceId),
    queryFn: async () => (await call(api.knowledge.drafts[':sourceId'].$get({ param: { sourceId } }))).draft,
  });
}

type Veto = { seen: string; place: number; isVetoed: boolean; reason: string };

/** A refusal refetches the draft, which has changed meanwhile. */
function useDraftAnswer<I>(
  sourceId: string,
  send: (api: ApiClient, input: I) => Promise<SummaryDraftAnswer>,
) {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (input: I) => send(api, input),
    onSuccess: ({ draft }) => queryClient.setQueryData(draftKey(sourceId), draft),
    onError: () => queryClient.invalidateQueries({ queryKey: draftKey(sourceId) }),
  });
}

export const useVeto = (sourceId: string) =>
  useDraftAnswer(sourceId, (api, json: Veto) =>
    call(api.knowledge.drafts[':sourceId'].veto.$put({ param: { sourceId }, json })),
  );

export const useConsent = (sourceId: string) =>
  useDraftAnswer(sourceId, (api, json: Pick<Veto, 'seen'>) =>
    call(api.knowledge.drafts[':sourceId'].consent.$put({ param: { sourceId }, json })),
  );

export const knowledgeEvents: LiveHandlers = {
  'knowledge.changed': ({ queryClient }) => readAgain(queryClient, knowledgeKey),
  'draft.changed': ({ queryClient }) => readAgain(queryClient, knowledgeKey),
  resumed: ({ queryClient }) => readAgain(queryClient, knowledgeKey),
};
