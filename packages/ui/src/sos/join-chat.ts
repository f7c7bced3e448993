import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { call, useApi } from '../api.ts';
import { toast } from '../kit/toast.ts';
import { paths } from '../paths.ts';
import { failureText } from '../refusals.ts';
import { sosDetailQuery } from './data.ts';

/** Takes a seat and opens the conversation. */
export function useJoinChat(): { start: (sosId: string) => void; running: boolean } {
  const api = useApi();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { mutate, isPending } = useMutation({
    mutationFn: (sosId: string) => call(api.sos[':sosId'].join.$post({ param: { sosId } })),
    onSuccess: (_conversation, sosId) => void navigate(paths.chat({ sos: sosId })),
    onError: (error) =>
      toast.error('Erreur', { description: failureText(error, 'Impossible de rejoindre la conversation.') }),
    onSettled: (_conversation, _error, sosId) =>
      void queryClient.invalidateQueries({ queryKey: sosDetailQuery(api, sosId).queryKey }),
  });
  return { start: mutate, running: isPending };
}
