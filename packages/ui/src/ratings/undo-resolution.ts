import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, useApi } from '../api.ts';
import { toast } from '../kit/toast.ts';
import { failureText } from '../refusals.ts';
import { applySos } from '../sos/data.ts';

/** The page may be another one when the answer comes, so that both texts stand here. */
export function useUndoResolution(sosId: string): { start: (resolvedAt: string) => void; running: boolean } {
  const api = useApi();
  const queryClient = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: (resolvedAt: string) =>
      call(api.ratings.undo[':sosId'].$post({ param: { sosId }, json: { resolvedAt } })),
    onSuccess: (sos) => {
      applySos(queryClient, sos);
      toast.success('Résolution annulée');
    },
    onError: (error) =>
      toast.error('Erreur', { description: failureText(error, 'La résolution n’a pas pu être annulée.') }),
  });
  return { start: mutate, running: isPending };
}
