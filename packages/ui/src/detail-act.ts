import { type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query';
import type { ApiClient } from './api.ts';
import { toast } from './kit/toast.ts';
import { readAgain, useAct } from './mutation.ts';
import { failureText } from './refusals.ts';

export type DetailKeys = { detailKey: (id: string) => QueryKey; listsKey: QueryKey };

/** Stores the answer of an act as the page’s, and reads the lists again. */
export function keepDetail({ detailKey, listsKey }: DetailKeys) {
  return (queryClient: QueryClient, detail: { id: string }) => {
    queryClient.setQueryData(detailKey(detail.id), detail);
    readAgain(queryClient, listsKey);
  };
}

/** A refusal says that what is shown has changed, so that it is read again. */
export function useDetailAct<Input>(
  keys: DetailKeys,
  id: string,
  act: (api: ApiClient, input: Input) => Promise<{ id: string }>,
  failed: string,
) {
  const queryClient = useQueryClient();
  const { mutateAsync, isPending } = useAct(act, keepDetail(keys));
  const run = async (input: Input) => {
    try {
      return await mutateAsync(input);
    } catch (error) {
      toast.error('Erreur', { description: failureText(error, failed) });
      readAgain(queryClient, keys.detailKey(id));
      throw error;
    }
  };
  /** The failure has been shown, and nobody waits. */
  const start = (input: Input, onDone?: () => unknown) => void run(input).then(onDone, () => undefined);
  return { run, start, isPending };
}
