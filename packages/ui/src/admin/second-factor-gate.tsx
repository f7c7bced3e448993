import { useSecondFactor } from '../account/second-factor-data.ts';
import { Button } from '../kit/button.tsx';
import { Card } from '../kit/card.tsx';
import { Dialog, DialogContent } from '../kit/dialog.tsx';
import { Skeleton, SkeletonGroup } from '../kit/skeleton.tsx';
import { AddSecondFactor } from '../settings/add-second-factor.tsx';
import { LoadFailed } from '../shell/load-failed.tsx';
import { Page, PageHeader } from '../shell/page.tsx';
import { ProofForm } from './proof-form.tsx';

type SecondFactorGateProps = { isAdding: boolean; onAdding: (isAdding: boolean) => void };

/** All that an administrator sees without a second factor. */
export function SecondFactorGate({ isAdding, onAdding }: SecondFactorGateProps) {
  const { data: factor, error, refetch, isFetching } = useSecondFactor();
  return (
    <Page width="narrow">
      <PageHeader title="Administration" />
      {factor ? (
        <Card className="grid gap-4">
          {factor.addedAt && !isAdding ? (
            <>
              <h2 className="text-lg">Confirme que c’est toi</h2>
              <p className="text-sm text-muted-foreground">
                Saisis le code de ton application pour ouvrir l’administration.
              </p>
              <ProofForm onProven={() => undefined} />
            </>
          ) : (
            <>
              <h2 className="text-lg">L’administration demande la double vérification</h2>
              <p className="text-sm text-muted-foreground">
                Ici se lisent des données de tous les membres : un mot de passe, ou l’accès à une messagerie,
                ne doit pas suffire pour y entrer. Il te faut une application d’authentification, comme celle
                de ton gestionnaire de mots de passe. Compte deux minutes.
              </p>
              <Button className="justify-self-start" onClick={() => onAdding(true)}>
                Activer la double vérification
              </Button>
            </>
          )}
        </Card>
      ) : error ? (
        <LoadFailed
          title="Impossible de charger la double vérification"
          query={{ error, refetch, isFetching }}
        />
      ) : (
        <SkeletonGroup>
          <Skeleton className="h-40 rounded-lg" />
        </SkeletonGroup>
      )}
      <Dialog open={isAdding} onOpenChange={onAdding}>
        <DialogContent size="sm" title="Activer la double vérification">
          <AddSecondFactor onDone={() => onAdding(false)} />
        </DialogContent>
      </Dialog>
    </Page>
  );
}
