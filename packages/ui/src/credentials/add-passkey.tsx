import { PASSKEY_NAME_MAX } from '@guilde/contracts/auth/rules.ts';
import { useState } from 'react';
import { announce } from '../kit/announcer.tsx';
import { DialogContent } from '../kit/dialog.tsx';
import { Field } from '../kit/field.tsx';
import { Input } from '../kit/input.tsx';
import { useAddPasskey } from './passkey-data.ts';
import { PasswordForm } from './password-form.tsx';

/** The dialog asks for name and password, then the browser asks whoever holds the device. */
export function AddPasskeyDialog({ onDone }: { onDone: () => void }) {
  const add = useAddPasskey();
  const [name, setName] = useState('');
  const send = async (password: string) => {
    await add.mutateAsync({ name, password });
    announce('Clé d’accès ajoutée');
    onDone();
  };
  return (
    <DialogContent
      size="sm"
      title="Ajouter une clé d’accès"
      description="Ton appareil te demandera ensuite ton empreinte, ton visage ou ton code."
    >
      <PasswordForm isPending={add.isPending} send={send} failed="Clé d’accès non ajoutée">
        <Field label="Nom de la clé" hint="Facultatif. Sans nom, elle prend celui de cet appareil.">
          <Input
            value={name}
            maxLength={PASSKEY_NAME_MAX}
            autoComplete="off"
            onChange={(event) => setName(event.target.value)}
          />
        </Field>
      </PasswordForm>
    </DialogContent>
  );
}
