import type { PushDevice } from '@guilde/contracts/pushes/rules.ts';
import { Laptop, Smartphone } from 'lucide-react';
import { errorMessage } from '../api.ts';
import { Button } from '../kit/button.tsx';
import { formatAge } from '../kit/format.ts';
import { toast } from '../kit/toast.ts';
import { usePushDevices, useRemoveDevice } from './push-devices.ts';

/** Leaves out this device; renders nothing without others. */
export function OtherPushDevices() {
  const others = usePushDevices().data?.devices.filter(({ isThis }) => !isThis) ?? [];
  if (others.length === 0) return null;
  return (
    <div className="pt-4">
      <h3 id="push-devices" className="px-4 font-sans text-sm font-medium tracking-normal md:px-5">
        Tes autres appareils qui reçoivent des notifications
      </h3>
      <ul aria-labelledby="push-devices" className="divide-y">
        {others.map((device) => (
          <DeviceRow key={device.id} device={device} />
        ))}
      </ul>
    </div>
  );
}

function DeviceRow({ device }: { device: PushDevice }) {
  const remove = useRemoveDevice(null);
  const Icon = /iPhone|Android/.test(device.name) ? Smartphone : Laptop;
  const end = () =>
    remove.mutate(device, {
      onSuccess: () =>
        toast.success('Notifications désactivées', { description: device.name, shownByPage: true }),
      onError: (error) => toast.error('Erreur', { description: errorMessage(error) }),
    });
  return (
    <li className="flex flex-wrap items-center gap-3 px-4 py-3 md:px-5">
      <span aria-hidden className="flex w-9 shrink-0 justify-center text-muted-foreground">
        <Icon className="size-5" />
      </span>
      <div className="min-w-0 flex-1 basis-32 text-sm">
        <p className="font-medium wrap-anywhere">{device.name}</p>
        <p className="text-muted-foreground">{stateOf(device)}</p>
      </div>
      <Button
        variant="outline"
        size="sm"
        loading={remove.isPending}
        aria-label={`Désactiver les notifications sur ${device.name}`}
        onClick={end}
      >
        Désactiver
      </Button>
    </li>
  );
}

function stateOf({ isPaused, lastUsedAt }: PushDevice): string {
  if (isPaused) return 'En pause\u00a0: les derniers envois ont échoué. Un nouvel essai suivra.';
  if (!lastUsedAt) return 'Aucune notification envoyée pour l’instant';
  const age = formatAge(lastUsedAt);
  return age.startsWith('<')
    ? 'Dernière notification il y a moins d’une heure'
    : `Dernière notification il y a ${age}`;
}
