import type { SecondFactor } from '@guilde/contracts/auth/rules.ts';
import { type ComponentType, useState } from 'react';
import { Button } from '../kit/button.tsx';
import { Card, SectionHeader } from '../kit/card.tsx';
import { Dialog, DialogContent } from '../kit/dialog.tsx';
import { formatShortDate, plural } from '../kit/format.ts';
import { Skeleton, SkeletonGroup } from '../kit/skeleton.tsx';
import { StateBadge } from '../kit/state-badge.tsx';
import { LoadFailed } from '../shell/load-failed.tsx';
import { AddSecondFactor } from './add-second-factor.tsx';
import { RemoveSecondFactor, RenewRecoveryCodes } from './change-second-factor.tsx';
import { useSecondFactor } from './second-factor-data.ts';

const FEW_CODES = 3;

type Act = 'add' | 'renew' | 'remove';

const acts: Record<Act, { title: string; Content: ComponentType<{ onDone: () => void }> }> = {
  add: { title: 'Activer la double vérification', Content: AddSecondFactor },
  renew: { title: 'Nouveaux codes de secours', Content: RenewRecoveryCodes },
  remove: { title: 'Désactiver la double vérification ?', Content: RemoveSecondFactor },
};

export function SecondFactorSection() {
  const { data: factor, error, refetch, isFetching } = useSecondFactor();
  // The state is here, so that the dialog stays open when what is below it changes.
  const [act, setAct] = useState<Act | null>(null);
  return (
    <section>
      <SectionHeader title="Double vérification">
        {factor?.addedAt && <StateBadge state="done">Activée</StateBadge>}
      </SectionHeader>
      {factor ? (
        <Card className="grid gap-4">
          {factor.addedAt ? (
            <Active factor={factor} onAct={setAct} />
          ) : (
            <Inactive onAdd={() => setAct('add')} />
          )}
        </Card>
      ) : error ? (
        <LoadFailed
          title="Impossible de charger la double vérification"
          query={{ error, refetch, isFetching }}
          className="py-8"
        />
      ) : (
        <SkeletonGroup>
          <Skeleton className="h-24 rounded-lg" />
        </SkeletonGroup>
      )}
      <Dialog open={act !== null} onOpenChange={(open) => open || setAct(null)}>
        {act && <ActDialog act={act} onDone={() => setAct(null)} />}
      </Dialog>
    </section>
  );
}

function ActDialog({ act, onDone }: { act: Act; onDone: () => void }) {
  const { title, Content } = acts[act];
  return (
    <DialogContent size="sm" title={title}>
      <Content onDone={onDone} />
    </DialogContent>
  );
}

function Inactive({ onAdd }: { onAdd: () => void }) {
  return (
    <>
      <p className="text-sm text-muted-foreground">
        En plus de ton mot de passe, Guilde te demandera le code d’une application d’authentification, comme
        ton gestionnaire de mots de passe.
      </p>
      <Button className="justify-self-start" onClick={onAdd}>
        Activer la double vérification
      </Button>
    </>
  );
}

function Active({ factor, onAct }: { factor: SecondFactor; onAct: (act: Act) => void }) {
  const { addedAt, recoveryCodesLeft } = factor;
  const isLow = recoveryCodesLeft < FEW_CODES;
  return (
    <>
      <div className="grid gap-1 text-sm">
        <p>
          À chaque connexion, Guilde demande le code de ton application, depuis le{' '}
          {formatShortDate(addedAt ?? '')}.
        </p>
        <p className={isLow ? 'text-warning' : 'text-muted-foreground'}>
          {recoveryCodesLeft === 0
            ? 'Il ne te reste aucun code de secours : crées-en de nouveaux.'
            : `Il te reste ${plural(recoveryCodesLeft, 'code')} de secours, si tu perds ton téléphone.`}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button variant="outline" onClick={() => onAct('renew')}>
          Nouveaux codes de secours
        </Button>
        <Button variant="ghost" onClick={() => onAct('remove')}>
          Désactiver
        </Button>
      </div>
    </>
  );
}
