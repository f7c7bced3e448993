import { type Conversation, UNREAD_POLLING_MS } from '@guilde/contracts/conversations/rules.ts';
import type { UnreadState } from '@guilde/contracts/conversations/unread.ts';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '../api.ts';
import { type LiveContext, useLive } from '../live.ts';
import { type Chats, knownChats, updateChats, useChats, withUnread } from './chats.ts';
import { participantOf } from './conversation.ts';
import { useMemberContext } from './member-context.ts';

const unreadKey = ['unread'] as const;

/** It is undefined until the server has sent it. Each page asks once; events and answers follow. */
export function useUnread(): UnreadState | undefined {
  const { api, queryClient } = useMemberContext();
  useQuery({
    queryKey: unreadKey,
    queryFn: async () => {
      const unread = await call(api.conversations.unread.$get());
      updateChats(queryClient, (chats) => withUnread(chats, unread));
      return null;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
  return useChats(countedUnread);
}

function countedUnread({ unread, isCounted }: Chats): UnreadState | undefined {
  return isCounted ? unread : undefined;
}

export function knownUnread(queryClient: QueryClient): UnreadState | undefined {
  return countedUnread(knownChats(queryClient));
}

/**
 * It polls while the socket is down, which some proxies refuse (docs/specification.md#realtime). Returns true when the
 * server has answered since then.
 */
export function useUnreadPolling(): boolean {
  const queryClient = useQueryClient();
  const isOnline = useLive((live) => live.connection === 'online');
  const [isAnswered, setAnswered] = useState(false);
  useEffect(() => {
    if (isOnline) return;
    const poll = async () => {
      await queryClient.refetchQueries({ queryKey: unreadKey }, { cancelRefetch: false });
      setAnswered(queryClient.getQueryState(unreadKey)?.status === 'success');
    };
    const timer = setInterval(() => void poll(), UNREAD_POLLING_MS);
    return () => {
      clearInterval(timer);
      setAnswered(false);
    };
  }, [queryClient, isOnline]);
  return isAnswered;
}

export function isMuted(queryClient: QueryClient, conversationId: string): boolean {
  return knownUnread(queryClient)?.muted?.includes(conversationId) ?? false;
}

/** « Marquer comme non lu » sets it; when it is undefined, the read position counts. */
export function markedFrom(queryClient: QueryClient, conversationId: string): number | undefined {
  return knownUnread(queryClient)?.marked?.[conversationId];
}

export function readPositionOf({ queryClient, memberId }: LiveContext, conversation: Conversation): number {
  const readSeq = participantOf(conversation, memberId)?.readSeq ?? 0;
  const from = markedFrom(queryClient, conversation.id);
  return from === undefined ? readSeq : Math.min(readSeq, from - 1);
}
