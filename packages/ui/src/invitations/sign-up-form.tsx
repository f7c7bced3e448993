import { signUpInput } from '@guilde/contracts/auth/input.ts';
import { shownErrorText } from '@guilde/contracts/errors/shown.ts';
import type { InvitationOffer } from '@guilde/contracts/invitations/rules.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useMemo } from 'react';
import { FormProvider } from 'react-hook-form';
import { Link, useNavigate } from 'react-router-dom';
import { z } from 'zod';
import { errorMessage, isRefusal } from '../api.ts';
import { CONFIRMED, isConfirmed, NewPasswordFields } from '../auth/new-password-fields.tsx';
import { useForm } from '../form.ts';
import { Button } from '../kit/button.tsx';
import { EmailInput } from '../kit/email-input.tsx';
import { Field, RequiredFields } from '../kit/field.tsx';
import { NewTabHint } from '../kit/new-tab-hint.tsx';
import { toast } from '../kit/toast.ts';
import { paths } from '../paths.ts';
import { SirenField } from '../profiles/siren-field.tsx';
import { StoreUrlInput } from '../profiles/store-url-input.tsx';
import { showFieldErrors } from '../refusals.ts';
import { PublicLayout } from '../shell/public-layout.tsx';
import { SecondaryLink } from '../shell/secondary-link.tsx';
import type { useSignUp } from './data.ts';
import { InviterCard } from './inviter-card.tsx';
import { OpenInApp } from './open-in-app.tsx';

/** An invitation without an address is for whoever has the link (docs/specification.md#invitations). */
function signUpSchema(invited: string | null) {
  return signUpInput
    .pick({ email: true, password: true, siren: true, storeUrl: true })
    .extend({ confirmation: z.string() })
    .refine(({ email }) => !invited || email === invited.toLowerCase(), {
      path: ['email'],
      error: shownErrorText('INVITATION_EMAIL_MISMATCH'),
      when: () => true,
    })
    .refine(isConfirmed, CONFIRMED);
}

type SignUpFormProps = {
  secrets: { token: string; proof: string | undefined };
  offer: InvitationOffer;
  signUp: ReturnType<typeof useSignUp>;
};

export function SignUpForm({ secrets, offer, signUp }: SignUpFormProps) {
  const navigate = useNavigate();
  const schema = useMemo(() => signUpSchema(offer.email), [offer.email]);
  const form = useForm({
    defaultValues: {
      email: offer.email ?? '',
      siren: '',
      storeUrl: offer.storeUrl,
      password: '',
      confirmation: '',
    },
    resolver: zodResolver(schema),
    mode: 'onTouched',
  });
  const { errors } = form.formState;
  const submit = form.handleSubmit(({ confirmation: _confirmation, ...input }) =>
    signUp.mutate(
      { ...secrets, ...input },
      {
        onSuccess: ({ confirmed }) => {
          if (confirmed) return;
          void navigate(paths.invitation(), { replace: true, state: { confirmationSentTo: input.email } });
        },
        onError: (error) => {
          if (isRefusal(error, 'INVITATION_EMAIL_MISMATCH')) {
            form.setError('email', { message: error.message }, { shouldFocus: true });
          } else if (isRefusal(error, 'SIREN_TAKEN')) {
            form.setError('siren', { message: error.message }, { shouldFocus: true });
          } else if (!showFieldErrors(form, error, ['email', 'password', 'siren', 'storeUrl'])) {
            toast.error("Erreur d'inscription", { description: errorMessage(error) });
          }
        },
      },
    ),
  );
  return (
    <PublicLayout
      title="Rejoindre Guilde"
      above={<InviterCard offer={offer} />}
      description="Présente ton entreprise et choisis un mot de passe."
      below={
        <>
          <OpenInApp secrets={secrets} />
          <SecondaryLink to={paths.auth()}>Déjà membre ? Se connecter</SecondaryLink>
          <SecondaryLink to={paths.invitationInfo}>Comment ça marche ?</SecondaryLink>
        </>
      }
    >
      <FormProvider {...form}>
        <form noValidate onSubmit={(event) => void submit(event)} className="grid grid-cols-1 gap-4">
          <RequiredFields>
            <Field
              label="E-mail"
              error={errors.email?.message}
              hint={offer.email && 'L’adresse à laquelle tu as reçu l’invitation.'}
            >
              <EmailInput autoComplete="username" {...form.register('email')} />
            </Field>
            <SirenField />
            <Field label="Adresse de ta boutique" error={errors.storeUrl?.message}>
              <StoreUrlInput {...form.register('storeUrl')} />
            </Field>
            <NewPasswordFields label="Mot de passe" />
            <Button type="submit" variant="hero" size="lg" loading={signUp.isPending}>
              Créer mon compte
            </Button>
            <AcceptedTexts />
          </RequiredFields>
        </form>
      </FormProvider>
    </PublicLayout>
  );
}

function AcceptedTexts() {
  return (
    <p className="text-sm text-muted-foreground [&_a]:rounded-sm [&_a]:underline [&_a]:underline-offset-4 [&_a]:hover:text-foreground">
      En créant ton compte, tu acceptes les{' '}
      <Link to={paths.terms} target="_blank">
        conditions d’utilisation
        <NewTabHint />
      </Link>
      . La{' '}
      <Link to={paths.privacy} target="_blank">
        politique de confidentialité
        <NewTabHint />
      </Link>{' '}
      dit ce que deviennent tes données.
    </p>
  );
}
