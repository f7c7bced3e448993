import type { MemberFilters } from '@guilde/contracts/member-filters.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { withProof } from '../../account/proof.ts';
import { fetchFile, saveFile } from '../../account/save-file.ts';
import { errorMessage } from '../../api.ts';
import { Button } from '../../kit/button.tsx';
import { toast } from '../../kit/toast.ts';
import { usePlatform } from '../../platform.ts';
import { adminKey } from '../live-events.ts';

const FILE = 'guilde-membres.csv';

/** What the list shows, in full. The export is an act too, so the journal is refetched. */
export function MembersExport({ filters }: { filters: MemberFilters }) {
  const platform = usePlatform();
  const queryClient = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: async () =>
      saveFile(
        await withProof(() =>
          fetchFile(platform, '/api/admin/users/export', {
            method: 'POST',
            body: JSON.stringify(filters),
            headers: { 'content-type': 'application/json' },
          }),
        ),
        FILE,
      ),
    onSuccess: () => {
      toast.success('Liste exportée', {
        description: 'Elle contient des données personnelles : supprime le fichier dès qu’il a servi.',
      });
      return queryClient.invalidateQueries({ queryKey: [...adminKey, 'journal'] });
    },
    onError: (error) =>
      toast.error('La liste n’a pas pu être exportée', { description: errorMessage(error) }),
  });
  return (
    <Button variant="outline" size="sm" loading={isPending} onClick={() => mutate()}>
      <Download aria-hidden strokeWidth={1.75} />
      Exporter en CSV
    </Button>
  );
}
