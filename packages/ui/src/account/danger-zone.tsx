import { LogOut, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useIsSigningOut, useSignOut } from '../auth/sign-out.ts';
import { ProofDialog } from '../credentials/proof-dialog.tsx';
import { Button } from '../kit/button.tsx';
import { Card, SectionHeader } from '../kit/card.tsx';
import { AccountAction } from './account-action.tsx';
import { DeleteAccountDialog } from './delete-account-dialog.tsx';

/** `children` are further rows, before the deletion. */
export function DangerZone({ title = 'Zone de danger', children }: { title?: string; children?: ReactNode }) {
  const signOut = useSignOut();
  const signingOut = useIsSigningOut();
  return (
    <section aria-label={title}>
      <SectionHeader title={title} />
      <Card className="divide-y p-0 md:p-0">
        <AccountAction
          title="Se déconnecter"
          text="Tu retrouveras tout à ta prochaine connexion, sauf ce que tu n’as pas encore envoyé."
        >
          <Button variant="outline" loading={signingOut} onClick={signOut}>
            <LogOut />
            Se déconnecter
          </Button>
        </AccountAction>
        {children}
        <AccountAction
          title="Supprimer mon compte"
          text="Ton profil et tes données sont supprimés définitivement. Les autres gardent tes messages, sans ton nom."
        >
          <DeleteAccountDialog
            trigger={
              <Button variant="destructive">
                <Trash2 />
                Supprimer mon compte
              </Button>
            }
          />
        </AccountAction>
      </Card>
      <ProofDialog />
    </section>
  );
}
