import type { contactInput } from '@guilde/contracts/contact/input.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { call, useApi } from '../api.ts';
import { toast } from '../kit/toast.ts';
import { sendWithUniqueId } from '../refusals.ts';
import { contactDrafts } from './contact-draft.ts';
import { contactFailure, hasContactFieldErrors } from './contact-failure.ts';

const rightsKey = ['right-requests'] as const;

/** Requests are sorted from the newest; they are null while nobody is signed in. */
export function useRightRequests(memberId: string | null) {
  const api = useApi();
  return useQuery({
    queryKey: [...rightsKey, memberId],
    queryFn: () => call(api.contact.rights.$get()),
    enabled: memberId !== null,
  });
}

/** The result is shown on whatever page the writer is by then. */
export function useSendContactMessage(draftKey: string) {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (message: z.output<typeof contactInput>) =>
      sendWithUniqueId(message, (json) => call(api.contact.$post({ json }))),
    onSuccess: (_answer, { id, right }) => {
      if (right) void queryClient.invalidateQueries({ queryKey: rightsKey });
      contactDrafts(draftKey).drop(draftKey, id);
      toast.success('Message envoyé !', {
        description: 'Nous vous répondrons dans les plus brefs délais.',
      });
    },
    onError: (error) => {
      if (!hasContactFieldErrors(error)) toast.error('Erreur', { description: contactFailure(error) });
    },
  });
}
