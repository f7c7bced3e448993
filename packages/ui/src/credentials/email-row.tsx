import { changeEmailInput } from '@guilde/contracts/auth/input.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { MailCheck } from 'lucide-react';
import { errorMessage } from '../api.ts';
import { useForm } from '../form.ts';
import { Button } from '../kit/button.tsx';
import { EmailInput } from '../kit/email-input.tsx';
import { Field, RequiredFields } from '../kit/field.tsx';
import { formatDate } from '../kit/format.ts';
import { PasswordInput } from '../kit/password-input.tsx';
import { Note } from '../kit/states.tsx';
import { toast } from '../kit/toast.ts';
import { RowDialog, ValueRow } from '../kit/value-row.tsx';
import { showFieldErrors } from '../refusals.ts';
import { useCancelEmailChange, useOwnAddress, useRequestEmailChange } from './email-change-data.ts';

const EMPTY = { email: '', password: '' };
const FIELDS_OF_REFUSALS = {
  PASSWORD_WRONG: 'password',
  EMAIL_TAKEN: 'email',
  EMAIL_MAILS_RECEIVED: 'email',
} as const;

export function EmailRow({ email }: { email: string }) {
  const { data } = useOwnAddress(email);
  return (
    <ValueRow
      label="Adresse e-mail"
      value={email}
      actions={
        <RowDialog
          button="Changer"
          of="d’adresse e-mail"
          title="Changer d’adresse e-mail"
          description="Tes autres appareils seront déconnectés quand tu auras confirmé la nouvelle."
        >
          {(close) => <EmailForm onSent={close} />}
        </RowDialog>
      }
    >
      {data?.bouncedAt && (
        <Note tone="danger">
          {`Nos e-mails à cette adresse reviennent depuis le ${formatDate(data.bouncedAt)}. Seul l’essentiel part encore. Change d’adresse, ou écris à l’équipe si elle est juste.`}
        </Note>
      )}
      {data?.pending && <Pending email={data.pending.email} />}
    </ValueRow>
  );
}

function Pending({ email }: { email: string }) {
  const cancel = useCancelEmailChange();
  const forget = () =>
    cancel.mutate(undefined, {
      onError: (error) => toast.error('Erreur', { description: errorMessage(error) }),
    });
  return (
    <Note tone="primary" icon={<MailCheck />}>
      <p>
        Nous venons d’envoyer un lien à <strong className="font-medium wrap-anywhere">{email}</strong>.
        Ouvre-le dans les 24 heures, sans te déconnecter de cet appareil.
      </p>
      <Button variant="outline" size="sm" className="mt-2" loading={cancel.isPending} onClick={forget}>
        Annuler ce changement
      </Button>
    </Note>
  );
}

/** A failure keeps what was typed. */
function EmailForm({ onSent }: { onSent: () => void }) {
  const request = useRequestEmailChange();
  const form = useForm({ defaultValues: EMPTY, resolver: zodResolver(changeEmailInput) });
  const { errors } = form.formState;
  const submit = form.handleSubmit((input) =>
    request.mutate(input, {
      onSuccess: () => {
        onSent();
        toast.success('Lien envoyé', {
          description: 'Regarde la boîte de réception de ta nouvelle adresse.',
        });
      },
      onError: (error) => {
        if (!showFieldErrors(form, error, ['email', 'password'], FIELDS_OF_REFUSALS))
          toast.error('Adresse non changée', { description: errorMessage(error) });
      },
    }),
  );
  return (
    <form
      noValidate
      onSubmit={(event) => void submit(event)}
      aria-label="Changer d’adresse e-mail"
      className="grid grid-cols-1 gap-4"
    >
      <RequiredFields>
        <Field label="Nouvelle adresse" error={errors.email?.message}>
          <EmailInput {...form.register('email')} />
        </Field>
        <Field label="Ton mot de passe" error={errors.password?.message}>
          <PasswordInput autoComplete="current-password" {...form.register('password')} />
        </Field>
        <Button type="submit" loading={request.isPending}>
          Changer d’adresse
        </Button>
      </RequiredFields>
    </form>
  );
}
