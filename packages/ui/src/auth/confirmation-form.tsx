import { emailInput } from '@guilde/contracts/auth.ts';
import { errorText } from '@guilde/contracts/errors.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { Button } from '../kit/button.tsx';
import { Field } from '../kit/field.tsx';
import { Input } from '../kit/input.tsx';
import { showFieldErrors } from '../refusals.ts';
import { AuthCard } from './auth-card.tsx';
import type { AuthFormProps } from './auth-state.ts';
import { toastEmailNotSent, toastEmailSent } from './auth-toasts.ts';
import { useResendConfirmation } from './data.ts';
import { EmailSent } from './email-sent.tsx';
import { QuietLink } from './quiet-link.tsx';

/** Where an old or used confirmation link leads: explains, and sends a new one. */
export function ConfirmationForm({ email, onEmail, linkTo }: AuthFormProps) {
  const resend = useResendConfirmation();
  const form = useForm({ defaultValues: { email }, resolver: zodResolver(emailInput) });
  const submit = form.handleSubmit((input) =>
    resend.mutate(input.email, {
      onSuccess: () => toastEmailSent('Regarde ta boîte mail.'),
      onError: (error) => {
        if (!showFieldErrors(form, error, ['email'])) toastEmailNotSent(error);
      },
    }),
  );
  if (resend.isSuccess) {
    return (
      <AuthCard title="Regarde ta boîte mail">
        <EmailSent email={resend.variables}>
          Si cette adresse attend d’être confirmée, un nouveau lien vient d’y partir.
        </EmailSent>
        <QuietLink to={linkTo()}>Retour à la connexion</QuietLink>
      </AuthCard>
    );
  }
  return (
    <AuthCard
      title="Confirme ton adresse"
      description={`${errorText('CONFIRMATION_INVALID')} Déjà confirmée ? Connecte-toi. Sinon, demande un nouveau lien.`}
    >
      <form noValidate onSubmit={(event) => void submit(event)} className="grid grid-cols-1 gap-4">
        <Field label="Email" error={form.formState.errors.email?.message}>
          <Input
            type="email"
            autoComplete="email"
            inputMode="email"
            autoCapitalize="none"
            {...form.register('email', { onChange: (event) => onEmail(event.target.value) })}
          />
        </Field>
        <Button type="submit" variant="hero" size="lg" loading={resend.isPending}>
          Recevoir un nouveau lien
        </Button>
        <QuietLink to={linkTo()} className="justify-self-center">
          Retour à la connexion
        </QuietLink>
      </form>
    </AuthCard>
  );
}
