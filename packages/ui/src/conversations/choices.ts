import { useMutation } from '@tanstack/react-query';
import { call, errorMessage } from '../api.ts';
import { announce } from '../kit/announcer.tsx';
import { toast } from '../kit/toast.ts';
import { useMemberContext } from './member-context.ts';
import { holdReading } from './reading.ts';
import { receiveUnread } from './store.ts';
import { useUnread } from './unread.ts';

const onError = (error: Error) => toast.error('Erreur', { description: errorMessage(error) });

export function useIsMuted(conversationId: string): boolean {
  return useUnread()?.muted?.includes(conversationId) ?? false;
}

export function useMute(conversationId: string) {
  const { api, queryClient } = useMemberContext();
  return useMutation({
    mutationFn: (isMuted: boolean) =>
      call(api.conversations[':conversationId'].muted.$put({ param: { conversationId }, json: { isMuted } })),
    onSuccess: (unread, isMuted) => {
      receiveUnread(queryClient, unread);
      toast.success(
        isMuted
          ? 'Conversation en sourdine. Tu reçois toujours les mentions et les réponses à tes messages.'
          : 'Les notifications de cette conversation sont de retour.',
      );
    },
    onError,
  }).mutate;
}

/** The mark is at the given message, else at the last of somebody else, until the conversation is left. */
export function useMarkUnread(conversationId: string) {
  const context = useMemberContext();
  return useMutation({
    mutationFn: async (seq?: number) => {
      const release = holdReading(context.queryClient, conversationId);
      try {
        const { unread } = context.api.conversations[':conversationId'];
        return await call(unread.$put({ param: { conversationId }, json: seq === undefined ? {} : { seq } }));
      } catch (error) {
        release();
        throw error;
      }
    },
    onSuccess: (unread) => {
      receiveUnread(context.queryClient, unread);
      if (unread.conversations[conversationId]) announce('Marquée comme non lue.');
      else toast.info('Personne d’autre n’a encore écrit ici.');
    },
    onError,
  }).mutate;
}
