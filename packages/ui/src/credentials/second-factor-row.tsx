import type { SecondFactor } from '@guilde/contracts/auth/rules.ts';
import { type ComponentType, useState } from 'react';
import { Button } from '../kit/button.tsx';
import { Dialog, DialogContent } from '../kit/dialog.tsx';
import { formatShortDate, plural } from '../kit/format.ts';
import { Skeleton, SkeletonGroup } from '../kit/skeleton.tsx';
import { StateBadge } from '../kit/state-badge.tsx';
import { ValueRow } from '../kit/value-row.tsx';
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

export function SecondFactorRow() {
  const { data: factor, error, refetch, isFetching } = useSecondFactor();
  // The state is here, so that the dialog stays open when what is below it changes.
  const [act, setAct] = useState<Act | null>(null);
  return (
    <ValueRow
      label="Double vérification"
      value={factor && <State factor={factor} />}
      actions={factor && <Actions isActive={factor.addedAt !== null} onAct={setAct} />}
    >
      {!factor &&
        (error ? (
          <LoadFailed
            title="Impossible de charger la double vérification"
            query={{ error, refetch, isFetching }}
            className="py-8"
          />
        ) : (
          <SkeletonGroup>
            <Skeleton className="w-2/3" />
          </SkeletonGroup>
        ))}
      <Dialog open={act !== null} onOpenChange={(open) => open || setAct(null)}>
        {act && <ActDialog act={act} onDone={() => setAct(null)} />}
      </Dialog>
    </ValueRow>
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

function State({ factor: { addedAt, recoveryCodesLeft } }: { factor: SecondFactor }) {
  if (!addedAt)
    return 'À la connexion, Guilde te demandera aussi le code d’une application d’authentification.';
  return (
    <div className="grid gap-1">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <StateBadge state="done">Activée</StateBadge>
        <span>{` depuis le ${formatShortDate(addedAt)}`}</span>
      </p>
      <p className={recoveryCodesLeft < FEW_CODES ? 'text-warning' : ''}>
        {recoveryCodesLeft === 0
          ? 'Il ne te reste aucun code de secours : crées-en de nouveaux.'
          : `Il te reste ${plural(recoveryCodesLeft, 'code')} de secours, si tu perds ton téléphone.`}
      </p>
    </div>
  );
}

function Actions({ isActive, onAct }: { isActive: boolean; onAct: (act: Act) => void }) {
  if (!isActive)
    return (
      <Button
        variant="outline"
        size="sm"
        aria-label="Activer la double vérification"
        onClick={() => onAct('add')}
      >
        Activer
      </Button>
    );
  return (
    <>
      <Button variant="outline" size="sm" onClick={() => onAct('renew')}>
        Nouveaux codes de secours
      </Button>
      <Button variant="ghost" size="sm" onClick={() => onAct('remove')}>
        Désactiver
      </Button>
    </>
  );
}
