import type { Conversation } from '@guilde/contracts/conversations/rules.ts';
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { call, isRefusal } from '../api.ts';
import type { LiveContext } from '../live.ts';
import {
  conversationOfSos,
  knownChat,
  knownChats,
  updateChats,
  useChats,
  withConversation,
  withoutSeat,
} from './chats.ts';
import { participantOf } from './conversation.ts';
import { useMemberContext } from './member-context.ts';

const conversationsKey = ['conversation'] as const;
const conversationKey = (sosId: string) => [...conversationsKey, sosId] as const;

/** The query keeps only the state of the request; the conversation is in the chat. */
function conversationQuery({ api, queryClient, memberId }: LiveContext, sosId: string) {
  return queryOptions({
    queryKey: conversationKey(sosId),
    queryFn: async () => {
      try {
        const answer = await call(api.conversations['by-sos'][':sosId'].$get({ param: { sosId } }));
        updateChats(queryClient, (chats) => withConversation(chats, answer, memberId));
      } catch (error) {
        if (isRefusal(error, 'NOT_FOUND')) forgetSeat(queryClient, sosId);
        throw error;
      }
      return null;
    },
    refetchOnMount: 'always',
  });
}

function forgetSeat(queryClient: QueryClient, sosId: string): void {
  const known = conversationOfSos(knownChats(queryClient), sosId);
  if (known) updateChats(queryClient, (chats) => withoutSeat(chats, known.id, known.lastSeq));
}

export function useConversation(sosId: string) {
  const request = useQuery(conversationQuery(useMemberContext(), sosId));
  const conversation = useChats((chats) => conversationOfSos(chats, sosId));
  return { conversation, request };
}

/** It has a seat of `senderId`, who may have come since the last fetch. Rejects with `ApiError`. */
export async function conversationById(
  { api, queryClient, memberId }: LiveContext,
  conversationId: string,
  senderId: string | null,
): Promise<Conversation> {
  const known = knownChat(queryClient, conversationId)?.conversation;
  if (known && (!senderId || participantOf(known, senderId))) return known;
  return queryClient.fetchQuery({
    queryKey: ['conversation-by-id', conversationId],
    queryFn: async () => {
      const answer: Conversation = await call(
        api.conversations[':conversationId'].$get({ param: { conversationId } }),
      );
      updateChats(queryClient, (chats) => withConversation(chats, answer, memberId));
      return answer;
    },
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
}

export function refetchConversation({ queryClient }: LiveContext, conversationId: string): void {
  const known = knownChat(queryClient, conversationId)?.conversation;
  if (known) queryClient.invalidateQueries({ queryKey: conversationKey(known.sosId) }).catch(() => undefined);
}

export function refetchConversations(queryClient: QueryClient): void {
  queryClient.invalidateQueries({ queryKey: conversationsKey }).catch(() => undefined);
}

/** A screen that shows it gets not found. */
export function resetConversation(queryClient: QueryClient, sosId: string): void {
  queryClient.resetQueries({ queryKey: conversationKey(sosId), exact: true }).catch(() => undefined);
}
