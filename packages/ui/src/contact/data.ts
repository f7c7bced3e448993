import type { contactInput } from '@guilde/contracts/contact-input.ts';
import { useMutation } from '@tanstack/react-query';
import type { z } from 'zod';
import { call, useApi } from '../api.ts';
import { toast } from '../kit/toast.ts';
import { sendWithUniqueId } from '../refusals.ts';
import { useContactDrafts } from './contact-draft.ts';
import { contactFailure, hasContactFieldErrors } from './contact-failure.ts';

/** The result shows on whatever page the writer is by then. */
export function useSendContactMessage(draftKey: string) {
  const api = useApi();
  return useMutation({
    mutationFn: (message: z.output<typeof contactInput>) =>
      sendWithUniqueId(message, (json) => call(api.contact.$post({ json }))),
    onSuccess: (_answer, { id }) => {
      useContactDrafts.getState().drop(draftKey, id);
      toast.success('Message envoyé !', {
        description: 'Nous vous répondrons dans les plus brefs délais.',
      });
    },
    onError: (error) => {
      if (!hasContactFieldErrors(error)) toast.error('Erreur', { description: contactFailure(error) });
    },
  });
}
