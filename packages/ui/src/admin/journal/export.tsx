import { AUDIT_EXPORT_MAX } from '@guilde/contracts/audit.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { withProof } from '../../account/proof.ts';
import { fetchFile, saveFile } from '../../account/save-file.ts';
import { errorMessage } from '../../api.ts';
import { Button } from '../../kit/button.tsx';
import { formatNumber } from '../../kit/format.ts';
import { toast } from '../../kit/toast.ts';
import { usePlatform } from '../../platform.ts';
import { adminKey } from '../live-events.ts';
import type { JournalAddress } from './address.ts';

const FILE = 'guilde-journal.csv';

/** The export is an act too, so the journal is refetched. */
export function JournalExport({ filters }: { filters: JournalAddress }) {
  const platform = usePlatform();
  const queryClient = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: async () =>
      saveFile(
        await withProof(() =>
          fetchFile(platform, '/api/admin/journal/export', {
            method: 'POST',
            body: JSON.stringify(filters),
            headers: { 'content-type': 'application/json' },
          }),
        ),
        FILE,
      ),
    onSuccess: () => {
      toast.success('Journal exporté', {
        description: `Il contient au plus les ${formatNumber(AUDIT_EXPORT_MAX)} actes les plus récents.`,
      });
      return queryClient.invalidateQueries({ queryKey: [...adminKey, 'journal'] });
    },
    onError: (error) =>
      toast.error('Le journal n’a pas pu être exporté', { description: errorMessage(error) }),
  });
  return (
    <Button variant="outline" loading={isPending} className="md:ml-auto" onClick={() => mutate()}>
      <Download aria-hidden strokeWidth={1.75} />
      Exporter en CSV
    </Button>
  );
}
