import { PASSKEY_NAME_MAX } from '@guilde/contracts/auth/rules.ts';
import { useRef, useState } from 'react';
import { useAddPasskey } from '../account/passkey-data.ts';
import { errorMessage, isRefusal } from '../api.ts';
import { announce } from '../kit/announcer.tsx';
import { Button } from '../kit/button.tsx';
import { DialogContent } from '../kit/dialog.tsx';
import { Field } from '../kit/field.tsx';
import { Input } from '../kit/input.tsx';
import { PasswordInput } from '../kit/password-input.tsx';
import { toast } from '../kit/toast.ts';

/** Name and password, then the browser asks whoever holds the device. */
export function AddPasskeyDialog({ onDone }: { onDone: () => void }) {
  const add = useAddPasskey();
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const refuse = (text: string) => {
    setProblem(text);
    field.current?.focus();
  };
  const submit = () => {
    if (password === '') return refuse('Saisis ton mot de passe.');
    add.mutate(
      { name, password },
      {
        onSuccess: () => {
          announce('Clé d’accès ajoutée');
          onDone();
        },
        onError: (error) => {
          if (isRefusal(error, 'PASSWORD_WRONG')) refuse(errorMessage(error));
          else toast.error('Clé d’accès non ajoutée', { description: errorMessage(error) });
        },
      },
    );
  };
  return (
    <DialogContent
      size="sm"
      title="Ajouter une clé d’accès"
      description="Ton appareil te demandera ensuite ton empreinte, ton visage ou ton code."
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!add.isPending) submit();
        }}
        className="grid grid-cols-1 gap-4"
      >
        <Field label="Nom de la clé" hint="Facultatif : à défaut, celui de cet appareil.">
          <Input
            value={name}
            maxLength={PASSKEY_NAME_MAX}
            autoComplete="off"
            onChange={(event) => setName(event.target.value)}
          />
        </Field>
        <Field label="Ton mot de passe" error={problem}>
          <PasswordInput
            ref={field}
            value={password}
            autoComplete="current-password"
            onChange={(event) => {
              setPassword(event.target.value);
              setProblem('');
            }}
          />
        </Field>
        <Button type="submit" loading={add.isPending}>
          Continuer
        </Button>
      </form>
    </DialogContent>
  );
}
