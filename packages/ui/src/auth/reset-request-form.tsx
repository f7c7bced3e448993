import { emailInput } from '@guilde/contracts/auth.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { Button } from '../kit/button.tsx';
import { Field } from '../kit/field.tsx';
import { Input } from '../kit/input.tsx';
import { showFieldErrors } from '../refusals.ts';
import { AuthCard } from './auth-card.tsx';
import type { AuthFormProps } from './auth-state.ts';
import { toastEmailNotSent, toastEmailSent } from './auth-toasts.ts';
import { useRequestReset } from './data.ts';
import { EmailSent } from './email-sent.tsx';
import { QuietLink } from './quiet-link.tsx';

/** Asks for a reset e-mail. The answer never tells whether the address is known. */
export function ResetRequestForm({ email, onEmail, linkTo }: AuthFormProps) {
  const request = useRequestReset();
  const form = useForm({ defaultValues: { email }, resolver: zodResolver(emailInput) });
  const submit = form.handleSubmit((input) =>
    request.mutate(input.email, {
      onSuccess: () => toastEmailSent('Regarde ta boîte mail.'),
      onError: (error) => {
        if (!showFieldErrors(form, error, ['email'])) toastEmailNotSent(error);
      },
    }),
  );
  if (request.isSuccess) {
    return (
      <AuthCard title="Regarde ta boîte mail">
        <EmailSent email={request.variables}>
          Si un compte existe pour cette adresse, un lien pour choisir un nouveau mot de passe vient d’y
          partir. Rien au bout de quelques minutes ? Vérifie les indésirables.
        </EmailSent>
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <QuietLink to={linkTo()}>Retour à la connexion</QuietLink>
          <Button variant="ghost" size="sm" className="-mr-3" onClick={() => request.reset()}>
            Changer d’adresse
          </Button>
        </div>
      </AuthCard>
    );
  }
  return (
    <AuthCard
      title="Mot de passe oublié"
      description="Donne l’adresse de ton compte, nous t’envoyons un lien pour en choisir un nouveau."
    >
      <form noValidate onSubmit={(event) => void submit(event)} className="grid grid-cols-1 gap-4">
        <Field label="Email" error={form.formState.errors.email?.message}>
          <Input
            type="email"
            autoComplete="username"
            inputMode="email"
            autoCapitalize="none"
            {...form.register('email', { onChange: (event) => onEmail(event.target.value) })}
          />
        </Field>
        <Button type="submit" variant="hero" size="lg" loading={request.isPending}>
          Envoyer le lien
        </Button>
        <QuietLink to={linkTo()} className="justify-self-center">
          Retour à la connexion
        </QuietLink>
      </form>
    </AuthCard>
  );
}
