import type { PushTestOutcome } from '@guilde/contracts/pushes/rules.ts';
import { errorMessage } from '../api.ts';
import { Button } from '../kit/button.tsx';
import { toast } from '../kit/toast.ts';
import type { PushFeatures } from '../platform.ts';
import { usePushDevices, useRemoveDevice, useSubscribe, useTestPush } from './push-devices.ts';

const testTexts: Record<PushTestOutcome, [title: string, description: string]> = {
  accepted: [
    'Notification envoyée',
    'Rien ne s’affiche après quelques secondes ? Regarde si ton appareil est en mode « Ne pas déranger ».',
  ],
  gone: [
    'Notifications à réactiver',
    'Ton navigateur les a arrêtées sur cet appareil. Active-les de nouveau.',
  ],
  none: ['Notifications à réactiver', 'Cet appareil n’en reçoit plus. Active-les de nouveau.'],
  busy: [
    'Notification non envoyée',
    'Le service de ton navigateur est débordé. Réessaie dans quelques minutes.',
  ],
  unreachable: [
    'Notification non envoyée',
    'Le service de ton navigateur ne répond pas. Réessaie plus tard.',
  ],
  refused: [
    'Notification non envoyée',
    'Le service de ton navigateur l’a refusée. Désactive puis réactive-les.',
  ],
};

/** It needs the permission to notify. */
export function PushControls({ push }: { push: PushFeatures }) {
  const { data } = usePushDevices();
  const subscribe = useSubscribe(push, tellFailure);
  if (!data) return null;
  const device = data.devices.find(({ isThis }) => isThis);
  if (device) return <SubscribedControls push={push} deviceId={device.id} />;
  return (
    <Button loading={subscribe.isPending} onClick={() => subscribe.mutate()}>
      Activer, même application fermée
    </Button>
  );
}

export function tellFailure(error: unknown): void {
  toast.error('Notifications non activées', {
    description:
      error instanceof DOMException
        ? 'Le service de notifications de ton navigateur ne répond pas. Réessaie plus tard.'
        : errorMessage(error),
  });
}

function SubscribedControls({ push, deviceId }: { push: PushFeatures; deviceId: string }) {
  const test = useTestPush();
  const remove = useRemoveDevice(push);
  const onError = (error: unknown) => toast.error('Erreur', { description: errorMessage(error) });
  const tell = (outcome: PushTestOutcome) => {
    const [title, description] = testTexts[outcome];
    toast[outcome === 'accepted' ? 'success' : 'error'](title, { description });
  };
  return (
    <div className="flex flex-wrap gap-2 max-sm:*:flex-1">
      <Button
        variant="outline"
        loading={test.isPending}
        onClick={() => test.mutate(undefined, { onSuccess: tell, onError })}
      >
        Tester
      </Button>
      <Button
        variant="ghost"
        loading={remove.isPending}
        onClick={() => remove.mutate({ id: deviceId, isThis: true }, { onError })}
      >
        Désactiver ici
      </Button>
    </div>
  );
}
