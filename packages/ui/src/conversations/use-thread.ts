import { type Conversation, POLLING_MS } from '@guilde/contracts/conversations/rules.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLive } from '../live.ts';
import { useChats } from './chats.ts';
import { fetchBelow, fetchOlder, fillThread, threadQuery } from './history.ts';
import { useMemberContext } from './member-context.ts';

export function useThread(conversation: Conversation) {
  const thread = useChats(({ byId }) => byId[conversation.id]?.thread);
  const request = useQuery({ ...threadQuery(useMemberContext(), conversation), enabled: !thread });
  return { thread, request };
}

export function useLoadOlder(conversationId: string) {
  const context = useMemberContext();
  return useMutation({ mutationFn: () => fetchOlder(context, conversationId) });
}

export function useLoadBelow(conversationId: string) {
  const context = useMemberContext();
  return useMutation({ mutationFn: () => fetchBelow(context, conversationId) });
}

/** It polls every two seconds while the socket is down (docs/specification.md#realtime). */
export function usePolling(conversationId: string): void {
  const context = useMemberContext();
  const isOnline = useLive((live) => live.connection === 'online');
  useEffect(() => {
    if (isOnline) return;
    const timer = setInterval(() => void fillThread(context, conversationId), POLLING_MS);
    return () => clearInterval(timer);
  }, [context, conversationId, isOnline]);
}
