import { Download } from 'lucide-react';
import { Link } from 'react-router-dom';
import { errorMessage } from '../api.ts';
import { Button } from '../kit/button.tsx';
import { toast } from '../kit/toast.ts';
import { paths } from '../paths.ts';
import { AccountAction } from './account-action.tsx';
import { useDownloadPersonalData } from './data.ts';

export function DownloadData({ title }: { title?: string }) {
  const download = useDownloadPersonalData();
  const fetchData = () =>
    download.mutate(undefined, {
      onSuccess: () => toast.success('Archive téléchargée'),
      onError: (error) => toast.error('Erreur', { description: errorMessage(error) }),
    });
  return (
    <AccountAction
      {...(title && { title })}
      text={
        <>
          Toutes tes données, dans une archive réutilisable ailleurs. Pour les autres demandes{'\u00a0'}:{' '}
          <Link to={paths.rights} className="underline underline-offset-4">
            tes droits
          </Link>
          .
        </>
      }
    >
      <Button variant="outline" loading={download.isPending} onClick={fetchData}>
        <Download />
        Télécharger mes données
      </Button>
    </AccountAction>
  );
}
