import { type Conversation, type ConversationOwner, ownerId } from '@guilde/contracts/conversations/rules.ts';
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { call, isRefusal } from '../api.ts';
import type { LiveContext } from '../live.ts';
import { readAgain } from '../mutation.ts';
import {
  conversationOfOwner,
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
const conversationKey = (id: string) => [...conversationsKey, id] as const;

/** The query keeps only the state of the request; the conversation is in the chat. */
function conversationQuery({ api, queryClient, memberId }: LiveContext, owner: ConversationOwner) {
  const { sosId, eventId, dealId } = owner;
  return queryOptions({
    queryKey: conversationKey(ownerId(owner)),
    queryFn: async () => {
      try {
        const { conversations } = api;
        const answer = await (sosId
          ? call(conversations['by-sos'][':sosId'].$get({ param: { sosId } }))
          : dealId
            ? call(conversations['by-deal'][':dealId'].$get({ param: { dealId } }))
            : call(conversations['by-event'][':eventId'].$get({ param: { eventId: eventId ?? '' } })));
        updateChats(queryClient, (chats) => withConversation(chats, answer, memberId));
      } catch (error) {
        if (isRefusal(error, 'NOT_FOUND')) forgetSeat(queryClient, ownerId(owner));
        throw error;
      }
      return null;
    },
    refetchOnMount: 'always',
  });
}

function forgetSeat(queryClient: QueryClient, id: string): void {
  const known = conversationOfOwner(knownChats(queryClient), id);
  if (known) updateChats(queryClient, (chats) => withoutSeat(chats, known.id, known.lastSeq));
}

export function useConversation(owner: ConversationOwner) {
  const request = useQuery(conversationQuery(useMemberContext(), owner));
  const conversation = useChats((chats) => conversationOfOwner(chats, ownerId(owner)));
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
  if (known) readAgain(queryClient, conversationKey(ownerId(known)));
}

export function refetchConversations(queryClient: QueryClient): void {
  readAgain(queryClient, conversationsKey);
}

/** A screen that shows it gets not found. */
export function resetConversation(queryClient: QueryClient, id: string): void {
  queryClient.resetQueries({ queryKey: conversationKey(id), exact: true }).catch(() => undefined);
}
