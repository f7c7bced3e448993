import { PASSKEY_NAME_MAX, PASSKEYS_MAX, type Passkey } from '@guilde/contracts/auth/rules.ts';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { errorMessage } from '../api.ts';
import { announce } from '../kit/announcer.tsx';
import { Button } from '../kit/button.tsx';
import { ConfirmDialog } from '../kit/confirm-dialog.tsx';
import { Dialog, DialogContent } from '../kit/dialog.tsx';
import { Field } from '../kit/field.tsx';
import { formatShortDate } from '../kit/format.ts';
import { Input } from '../kit/input.tsx';
import { Skeleton, SkeletonGroup } from '../kit/skeleton.tsx';
import { toast } from '../kit/toast.ts';
import { ValueRow } from '../kit/value-row.tsx';
import { usePlatform } from '../platform.ts';
import { LoadFailed } from '../shell/load-failed.tsx';
import { AddPasskeyDialog } from './add-passkey.tsx';
import { AddPasskeyOnWeb } from './add-passkey-on-web.tsx';
import { useCanUsePasskeys, usePasskeys, useRemovePasskey, useRenamePasskey } from './passkey-data.ts';

export function PasskeyRows() {
  const { data: passkeys, error, refetch, isFetching } = usePasskeys();
  const isHere = useCanUsePasskeys();
  const { desktop } = usePlatform();
  const [isAdding, setAdding] = useState(false);
  if (!passkeys) {
    return (
      <ValueRow label="Clés d’accès">
        {error ? (
          <LoadFailed
            title="Impossible de charger les clés d’accès"
            query={{ error, refetch, isFetching }}
            className="py-8"
          />
        ) : (
          <SkeletonGroup>
            <Skeleton className="w-2/3" />
          </SkeletonGroup>
        )}
      </ValueRow>
    );
  }
  const hasRoom = passkeys.length < PASSKEYS_MAX;
  return (
    <ValueRow
      label="Clés d’accès"
      value={
        isHere || desktop
          ? 'Connecte-toi avec ton empreinte, ton visage ou le code de ton appareil, sans mot de passe.'
          : 'Ce navigateur ne prend pas en charge les clés d’accès.'
      }
      actions={
        isHere &&
        hasRoom && (
          <Button
            variant="outline"
            size="sm"
            aria-label="Ajouter une clé d’accès"
            onClick={() => setAdding(true)}
          >
            Ajouter
          </Button>
        )
      }
    >
      {passkeys.length > 0 && (
        <ul className="divide-y">
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} />
          ))}
        </ul>
      )}
      {desktop && hasRoom && <AddPasskeyOnWeb desktop={desktop} />}
      <Dialog open={isAdding} onOpenChange={setAdding}>
        {isAdding && <AddPasskeyDialog onDone={() => setAdding(false)} />}
      </Dialog>
    </ValueRow>
  );
}

function PasskeyRow({ passkey: { id, name, createdAt, lastUsedAt } }: { passkey: Passkey }) {
  const remove = useRemovePasskey();
  const [isRenaming, setRenaming] = useState(false);
  const used = lastUsedAt ? `utilisée le ${formatShortDate(lastUsedAt)}` : 'pas encore utilisée';
  const confirmRemoval = async () => {
    try {
      await remove.mutateAsync(id);
      announce('Clé d’accès retirée');
    } catch (error) {
      toast.error('Clé d’accès non retirée', { description: errorMessage(error) });
      throw error;
    }
  };
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-2.5">
      <KeyRound className="size-5 shrink-0 text-muted-foreground" />
      <div className="min-w-0 flex-1 basis-40">
        <p className="text-sm font-medium wrap-anywhere">{name}</p>
        <p className="text-sm text-muted-foreground">{`Ajoutée le ${formatShortDate(createdAt)}, ${used}`}</p>
      </div>
      <div className="flex gap-2">
        <Button variant="ghost" size="sm" aria-label={`Renommer ${name}`} onClick={() => setRenaming(true)}>
          Renommer
        </Button>
        <ConfirmDialog
          trigger={
            <Button variant="outline" size="sm" aria-label={`Retirer ${name}`}>
              Retirer
            </Button>
          }
          title="Retirer cette clé d’accès ?"
          description={`«\u00a0${name}\u00a0» n’ouvrira plus ton compte. Pense à la supprimer aussi de ton appareil.`}
          confirmLabel="Retirer"
          destructive
          onConfirm={confirmRemoval}
        />
      </div>
      <Dialog open={isRenaming} onOpenChange={setRenaming}>
        {isRenaming && <RenameDialog id={id} name={name} onDone={() => setRenaming(false)} />}
      </Dialog>
    </li>
  );
}

function RenameDialog({ id, name, onDone }: { id: string; name: string; onDone: () => void }) {
  const rename = useRenamePasskey();
  const [next, setNext] = useState(name);
  const isEmpty = next.trim() === '';
  const submit = () =>
    rename.mutate(
      { id, name: next },
      {
        onSuccess: onDone,
        onError: (error) => toast.error('Erreur', { description: errorMessage(error) }),
      },
    );
  return (
    <DialogContent size="sm" title="Renommer la clé d’accès">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!isEmpty && !rename.isPending) submit();
        }}
        className="grid grid-cols-1 gap-4"
      >
        <Field label="Nom de la clé" error={isEmpty ? 'Donne un nom à cette clé.' : undefined}>
          <Input
            value={next}
            maxLength={PASSKEY_NAME_MAX}
            autoComplete="off"
            onChange={(event) => setNext(event.target.value)}
          />
        </Field>
        <Button type="submit" loading={rename.isPending}>
          Enregistrer
        </Button>
      </form>
    </DialogContent>
  );
}
