import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { errorMessage } from '../api.ts';
import { withProof } from '../credentials/proof.ts';
import { Button, type ButtonProps } from '../kit/button.tsx';
import { toast } from '../kit/toast.ts';
import { usePlatform } from '../platform.ts';
import { fetchFile, saveFile } from '../save-file.ts';
import { adminKey } from './live-events.ts';

type Props = {
  path: string;
  file: string;
  filters?: object;
  label?: string;
  done: string;
  hint: string;
  failed: string;
} & Pick<ButtonProps, 'size' | 'className'>;

/** The export is an act too, so the journal is refetched. */
export function AdminExport({
  path,
  file,
  filters = {},
  label = 'Exporter en CSV',
  done,
  hint,
  failed,
  ...button
}: Props) {
  const platform = usePlatform();
  const queryClient = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const headers = { 'content-type': 'application/json' };
      const request = { method: 'POST', body: JSON.stringify(filters), headers };
      return saveFile(await withProof(() => fetchFile(platform, path, request)), file);
    },
    onSuccess: () => {
      toast.success(done, { description: hint });
      return queryClient.invalidateQueries({ queryKey: [...adminKey, 'journal'] });
    },
    onError: (error) => toast.error(failed, { description: errorMessage(error) }),
  });
  return (
    <Button variant="outline" loading={isPending} {...button} onClick={() => mutate()}>
      <Download />
      <span>{label}</span>
    </Button>
  );
}
