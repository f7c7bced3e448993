import {
  type Conversation,
  denyDeleteMessage,
  denyEditMessage,
  type Message,
} from '@guilde/contracts/conversations/rules.ts';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { useCallback } from 'react';
import { type ApiClient, call, errorMessage } from '../api.ts';
import { serverNow } from '../kit/server-time.ts';
import { toast } from '../kit/toast.ts';
import { leaveEditing } from './composer-context.tsx';
import { knownThread } from './history.ts';
import { useMemberContext } from './member-context.ts';
import { receiveChange } from './store.ts';

export function mayEdit(message: Message, memberId: string, { status }: Pick<Conversation, 'status'>) {
  return denyEditMessage(message, { memberId, status, now: serverNow() }) === null;
}

export function mayDelete(message: Message, memberId: string): boolean {
  return denyDeleteMessage(message, { memberId }) === null;
}

function paramsOf({ conversationId, id }: Message) {
  return { param: { conversationId, messageId: id } };
}

/** Rejects on failure, after a toast. */
export function useEditMessage() {
  const context = useMemberContext();
  const route = context.api.conversations[':conversationId'].messages[':messageId'];
  return useMutation({
    mutationFn: ({ message, content }: { message: Message; content: string }) =>
      call(route.$put({ ...paramsOf(message), json: { content } })),
    onSuccess: (changed) => {
      receiveChange(context, changed);
      leaveEditing(changed);
    },
    onError: (error) => toast.error('Message non modifié', { description: errorMessage(error) }),
  });
}

/** Rejects on failure, after a toast. */
export function useDeleteMessage() {
  const context = useMemberContext();
  const route = context.api.conversations[':conversationId'].messages[':messageId'];
  return useMutation({
    mutationFn: (message: Message) => call(route.$delete(paramsOf(message))),
    onSuccess: (changed) => receiveChange(context, changed),
    onError: (error) => toast.error('Message non supprimé', { description: errorMessage(error) }),
  });
}

/** The key changes with each correction. */
export function versionsQuery(api: ApiClient, message: Message) {
  const { versions } = api.conversations[':conversationId'].messages[':messageId'];
  return queryOptions({
    queryKey: ['message-versions', message.id, message.revision],
    queryFn: () => call(versions.$get(paramsOf(message))),
  });
}

/** Returns the member’s last message, while it can still be changed. */
export function useLastEditable(conversation: Conversation): () => Message | undefined {
  const { queryClient, memberId } = useMemberContext();
  return useCallback(() => {
    const last = knownThread(queryClient, conversation.id)?.messages.findLast(
      ({ senderId, kind }) => kind === 'text' && senderId === memberId,
    );
    return last && mayEdit(last, memberId, conversation) ? last : undefined;
  }, [queryClient, memberId, conversation]);
}
