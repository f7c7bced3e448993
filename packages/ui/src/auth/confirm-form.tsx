import { newPassword } from '@guilde/contracts/auth/input.ts';
import type { ConfirmationOffer } from '@guilde/contracts/auth/rules.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { FormProvider } from 'react-hook-form';
import { z } from 'zod';
import { errorMessage } from '../api.ts';
import { useForm } from '../form.ts';
import { Button } from '../kit/button.tsx';
import { Field, RequiredFields } from '../kit/field.tsx';
import { Input } from '../kit/input.tsx';
import { toast } from '../kit/toast.ts';
import { paths } from '../paths.ts';
import { showFieldErrors } from '../refusals.ts';
import { PublicLayout } from '../shell/public-layout.tsx';
import { SecondaryLink } from '../shell/secondary-link.tsx';
import type { useConfirm } from './data.ts';
import { CONFIRMED, isConfirmed, NewPasswordFields } from './new-password-fields.tsx';

type ConfirmFormProps = {
  token: string;
  offer: ConfirmationOffer;
  confirm: ReturnType<typeof useConfirm>;
};

const schema = z.object({ password: newPassword, confirmation: z.string() }).refine(isConfirmed, CONFIRMED);

/** The browser that signed up only confirms; any other also chooses a password. */
export function ConfirmForm(props: ConfirmFormProps) {
  return props.offer.choosesPassword ? <WithPassword {...props} /> : <WithButton {...props} />;
}

function WithButton({ token, offer, confirm }: ConfirmFormProps) {
  const submit = () =>
    confirm.mutate({ token }, { onError: (error) => toastNotConfirmed(errorMessage(error)) });
  return (
    <PublicLayout
      title="Confirme ton adresse"
      description={<Address email={offer.email} />}
      below={<SecondaryLink to={paths.landing}>Retour à l’accueil</SecondaryLink>}
    >
      <Button variant="hero" size="lg" className="w-full" loading={confirm.isPending} onClick={submit}>
        Confirmer mon adresse
      </Button>
    </PublicLayout>
  );
}

function WithPassword({ token, offer, confirm }: ConfirmFormProps) {
  const form = useForm({
    defaultValues: { password: '', confirmation: '' },
    resolver: zodResolver(schema),
    mode: 'onTouched',
  });
  const submit = form.handleSubmit((input) =>
    confirm.mutate(
      { token, password: input.password },
      {
        onError: (error) => {
          if (!showFieldErrors(form, error, ['password'])) toastNotConfirmed(errorMessage(error));
        },
      },
    ),
  );
  return (
    <PublicLayout
      title="Choisis ton mot de passe"
      description="Ce n’est pas le navigateur de ton inscription : choisis un nouveau mot de passe pour confirmer ton adresse."
      below={<SecondaryLink to={paths.landing}>Retour à l’accueil</SecondaryLink>}
    >
      <FormProvider {...form}>
        <form noValidate onSubmit={(event) => void submit(event)} className="grid grid-cols-1 gap-4">
          <RequiredFields>
            <Field label="E-mail" hint="Ce lien confirme cette adresse.">
              <Input type="email" autoComplete="username" readOnly value={offer.email} />
            </Field>
            <NewPasswordFields label="Mot de passe" />
            <Button type="submit" variant="hero" size="lg" loading={confirm.isPending}>
              Confirmer et continuer
            </Button>
          </RequiredFields>
        </form>
      </FormProvider>
    </PublicLayout>
  );
}

function Address({ email }: { email: string }) {
  return (
    <p className="wrap-anywhere">
      <strong className="font-medium text-foreground">{email}</strong> est ton adresse ? Confirme-la, puis
      complète ton profil.
    </p>
  );
}

function toastNotConfirmed(description: string): void {
  toast.error('Adresse non confirmée', { description });
}
