import { changePasswordInput } from '@guilde/contracts/auth/input.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { FormProvider } from 'react-hook-form';
import { z } from 'zod';
import { errorMessage } from '../api.ts';
import { useMember } from '../auth/account.ts';
import { CONFIRMED, isConfirmed, NewPasswordFields } from '../auth/new-password-fields.tsx';
import { useForm } from '../form.ts';
import { Button } from '../kit/button.tsx';
import { Field, RequiredFields } from '../kit/field.tsx';
import { PasswordInput } from '../kit/password-input.tsx';
import { toast } from '../kit/toast.ts';
import { RowDialog, ValueRow } from '../kit/value-row.tsx';
import { showFieldErrors } from '../refusals.ts';
import { useChangePassword } from './data.ts';

const schema = changePasswordInput.safeExtend({ confirmation: z.string() }).refine(isConfirmed, CONFIRMED);

const EMPTY: z.input<typeof schema> = { current: '', password: '', confirmation: '' };

export function PasswordRow() {
  return (
    <ValueRow
      label="Mot de passe"
      value="Tu peux aussi te connecter par un code reçu par e-mail."
      actions={
        <RowDialog
          button="Changer"
          of="de mot de passe"
          title="Changer de mot de passe"
          description="Tes autres appareils seront déconnectés."
        >
          {(close) => <PasswordForm onChanged={close} />}
        </RowDialog>
      }
    />
  );
}

/** A failure keeps what was typed. */
function PasswordForm({ onChanged }: { onChanged: () => void }) {
  const { email } = useMember();
  const change = useChangePassword();
  const form = useForm({ defaultValues: EMPTY, resolver: zodResolver(schema), mode: 'onTouched' });
  const { errors } = form.formState;
  const submit = form.handleSubmit(({ current, password: chosen }) =>
    change.mutate(
      { current, password: chosen },
      {
        onSuccess: () => {
          onChanged();
          toast.success('Mot de passe changé', { description: 'Tes autres appareils sont déconnectés.' });
        },
        onError: (error) => {
          if (!showFieldErrors(form, error, ['current', 'password'], { PASSWORD_WRONG: 'current' }))
            toast.error('Mot de passe non changé', { description: errorMessage(error) });
        },
      },
    ),
  );
  return (
    <FormProvider {...form}>
      <form
        noValidate
        onSubmit={(event) => void submit(event)}
        aria-label="Changer de mot de passe"
        className="grid grid-cols-1 gap-4"
      >
        <RequiredFields>
          {/* Password managers need it to know which entry to update. */}
          <input type="text" autoComplete="username" value={email} readOnly hidden />
          <Field label="Mot de passe actuel" error={errors.current?.message}>
            <PasswordInput autoComplete="current-password" {...form.register('current')} />
          </Field>
          <NewPasswordFields label="Nouveau mot de passe" />
          <Button type="submit" loading={change.isPending}>
            Changer de mot de passe
          </Button>
        </RequiredFields>
      </form>
    </FormProvider>
  );
}
