import { Download, LogOut, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { errorMessage } from '../api.ts';
import { useIsSigningOut, useSignOut } from '../auth/sign-out.ts';
import { ProofDialog } from '../credentials/proof-dialog.tsx';
import { Button } from '../kit/button.tsx';
import { Card, SectionHeader } from '../kit/card.tsx';
import { toast } from '../kit/toast.ts';
import { paths } from '../paths.ts';
import { useDownloadPersonalData } from './data.ts';
import { DeleteAccountDialog } from './delete-account-dialog.tsx';

export function DangerZone({ title = 'Zone de danger' }: { title?: string }) {
  const signOut = useSignOut();
  const signingOut = useIsSigningOut();
  const download = useDownloadPersonalData();
  const fetchData = () =>
    download.mutate(undefined, {
      onSuccess: () => toast.success('Archive téléchargée'),
      onError: (error) => toast.error('Erreur', { description: errorMessage(error) }),
    });
  return (
    <section>
      <SectionHeader title={title} />
      <Card className="divide-y p-0 md:p-0">
        <Action
          title="Se déconnecter"
          text="Tu retrouveras tout à ta prochaine connexion, sauf ce que tu n’as pas encore envoyé."
        >
          <Button variant="outline" loading={signingOut} onClick={signOut}>
            <LogOut aria-hidden strokeWidth={1.75} />
            Se déconnecter
          </Button>
        </Action>
        <Action
          title="Mes données"
          text={
            <>
              Toutes tes données, dans une archive réutilisable ailleurs. Pour les autres demandes{'\u00a0'}:{' '}
              <Link to={paths.rights} className="underline underline-offset-4">
                Mes droits
              </Link>
              .
            </>
          }
        >
          <Button variant="outline" loading={download.isPending} onClick={fetchData}>
            <Download aria-hidden strokeWidth={1.75} />
            Télécharger mes données
          </Button>
        </Action>
        <Action
          title="Supprimer mon compte"
          text="Ton profil et tes données sont supprimés définitivement. Tes messages restent, sans ton nom."
        >
          <DeleteAccountDialog
            trigger={
              <Button variant="destructive">
                <Trash2 aria-hidden strokeWidth={1.75} />
                Supprimer mon compte
              </Button>
            }
          />
        </Action>
      </Card>
      <ProofDialog />
    </section>
  );
}

function Action({ title, text, children }: { title: string; text: ReactNode; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-3 p-4 sm:flex-row sm:items-center sm:justify-between sm:gap-6 md:px-5">
      <div className="min-w-0">
        <h3 className="text-base">{title}</h3>
        <p className="text-sm text-muted-foreground">{text}</p>
      </div>
      {children}
    </div>
  );
}
