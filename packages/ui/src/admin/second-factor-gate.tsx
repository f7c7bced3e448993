import { AddPasskeyDialog } from '../credentials/add-passkey.tsx';
import { AddPasskeyOnWeb } from '../credentials/add-passkey-on-web.tsx';
import { AddSecondFactor } from '../credentials/add-second-factor.tsx';
import { useCanUsePasskeys } from '../credentials/passkey-data.ts';
import { ProofForm } from '../credentials/proof-form.tsx';
import { useSecondFactor } from '../credentials/second-factor-data.ts';
import { Button } from '../kit/button.tsx';
import { Card } from '../kit/card.tsx';
import { Dialog, DialogContent } from '../kit/dialog.tsx';
import { Skeleton, SkeletonGroup } from '../kit/skeleton.tsx';
import { usePlatform } from '../platform.ts';
import { LoadFailed } from '../shell/load-failed.tsx';
import { Page, PageHeader } from '../shell/page.tsx';

/** It names the factor that is being added. */
export type Adding = 'app' | 'passkey' | null;

type SecondFactorGateProps = { adding: Adding; onAdding: (adding: Adding) => void };

/** Administrators without a second factor see only this. */
export function SecondFactorGate({ adding, onAdding }: SecondFactorGateProps) {
  const query = useSecondFactor();
  const factor = query.data;
  const hasPasskeys = useCanUsePasskeys();
  const { desktop } = usePlatform();
  const isProvable = factor && (factor.addedAt !== null || factor.passkeys > 0);
  return (
    <Page width="reading">
      <PageHeader title="Administration" />
      {factor ? (
        <Card className="grid gap-4">
          {isProvable && !adding ? (
            <>
              <h2 className="text-lg">Confirme que c’est toi</h2>
              <p className="text-sm text-muted-foreground">
                L’administration s’ouvre avec ta double vérification.
              </p>
              <ProofForm onProven={() => undefined} />
            </>
          ) : (
            <>
              <h2 className="text-lg">L’administration demande la double vérification</h2>
              <p className="text-sm text-muted-foreground">
                L’administration montre les données de tous les membres : elle demande le code d’une
                application d’authentification, comme ton gestionnaire de mots de passe.
              </p>
              <div className="flex flex-wrap gap-2">
                <Button onClick={() => onAdding('app')}>Activer la double vérification</Button>
                {hasPasskeys && (
                  <Button variant="outline" onClick={() => onAdding('passkey')}>
                    Ajouter une clé d’accès
                  </Button>
                )}
              </div>
              {desktop && <AddPasskeyOnWeb desktop={desktop} />}
            </>
          )}
        </Card>
      ) : query.error ? (
        <LoadFailed title="Impossible de charger la double vérification" query={query} />
      ) : (
        <SkeletonGroup>
          <Skeleton className="h-40 rounded-lg" />
        </SkeletonGroup>
      )}
      <Dialog open={adding !== null} onOpenChange={(open) => open || onAdding(null)}>
        {adding === 'app' && (
          <DialogContent size="sm" title="Activer la double vérification">
            <AddSecondFactor onDone={() => onAdding(null)} />
          </DialogContent>
        )}
        {adding === 'passkey' && <AddPasskeyDialog onDone={() => onAdding(null)} />}
      </Dialog>
    </Page>
  );
}
