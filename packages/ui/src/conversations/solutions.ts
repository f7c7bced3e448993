import { type Conversation, denyMarkSolution, type Message } from '@guilde/contracts/conversations/rules.ts';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { call, errorMessage } from '../api.ts';
import { toast } from '../kit/toast.ts';
import { participantOf } from './conversation.ts';
import { useMemberContext } from './member-context.ts';
import { receiveChange } from './store.ts';

/** Says « C’est ça qui a marché » and its contrary, for this member and message, or null. */
export function useSolution(conversation: Conversation, message: Message) {
  const context = useMemberContext();
  const { memberId } = context;
  const role = participantOf(conversation, memberId)?.role ?? 'other';
  const isRequester = role === 'requester';
  const { solution } = message;
  const isSolution = !solution || (isRequester && !solution.confirmed);
  const { mutate } = useMutation({
    mutationFn: (wanted: boolean) =>
      call(
        context.api.conversations[':conversationId'].messages[':messageId'].solution.$put({
          param: { conversationId: conversation.id, messageId: message.id },
          json: { isSolution: wanted },
        }),
      ),
    onSuccess: (changed) => receiveChange(context, changed),
    onError: (error) => toast.error('Erreur', { description: errorMessage(error) }),
  });
  const isDenied = denyMarkSolution({ ...conversation, role, memberId }, message, isSolution) !== null;
  const label = isRequester
    ? isSolution
      ? 'C’est ça qui a marché'
      : 'Ce n’est pas ça qui a marché'
    : isSolution
      ? 'Proposer comme solution'
      : 'Retirer la proposition';
  return {
    act: isDenied ? null : { label, run: () => mutate(isSolution) },
    decide: isRequester && !isDenied && solution?.confirmed === false ? mutate : null,
  };
}

/** Includes messages that are not loaded; changes refetch them. */
export function useSolutions({ id, revision }: Pick<Conversation, 'id' | 'revision'>) {
  const { api } = useMemberContext();
  return useQuery({
    queryKey: ['solutions', id, revision],
    queryFn: () =>
      call(api.conversations[':conversationId'].solutions.$get({ param: { conversationId: id } })),
    // The revision changes with every reaction.
    placeholderData: keepPreviousData,
    select: ({ messages }) => messages.filter(({ solution }) => solution?.confirmed),
  });
}
