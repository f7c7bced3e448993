import { accessRequestInput } from '@guilde/contracts/access/input.ts';
import { ACCESS_KEPT_DAYS } from '@guilde/contracts/access/rules.ts';
import { NAME_MAX } from '@guilde/contracts/profiles/rules.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect } from 'react';
import { FormProvider } from 'react-hook-form';
import { Link, Navigate, useParams } from 'react-router-dom';
import type { z } from 'zod';
import { errorMessage, isRefusal, isTransientError } from '../api.ts';
import { useAccount } from '../auth/account.ts';
import { useForm } from '../form.ts';
import { announce } from '../kit/announcer.tsx';
import { Button } from '../kit/button.tsx';
import { EmailInput } from '../kit/email-input.tsx';
import { Field, FormError, RequiredFields } from '../kit/field.tsx';
import { Honeypot } from '../kit/honeypot.tsx';
import { Input } from '../kit/input.tsx';
import { paths } from '../paths.ts';
import { SirenField } from '../profiles/siren-field.tsx';
import { StoreUrlInput } from '../profiles/store-url-input.tsx';
import { showFieldErrors } from '../refusals.ts';
import { GuardScreen } from '../shell/guard-screen.tsx';
import { LoadFailed } from '../shell/load-failed.tsx';
import { PublicLayout } from '../shell/public-layout.tsx';
import { SecondaryLink } from '../shell/secondary-link.tsx';
import { useAccessOffer, useAskForAccess } from './data.ts';

type Values = z.input<typeof accessRequestInput>;

const TITLE = 'Demander l’accès';
const FIELDS = ['firstName', 'lastName', 'email', 'siren', 'storeUrl'] as const;
const EMPTY: Values = { firstName: '', lastName: '', email: '', siren: '', storeUrl: '', homepage: '' };

/** The link of a group is no invitation: it leads to a request (docs/specification.md#access-links). */
export function Component() {
  const { code = '' } = useParams();
  const { data: account, isPending } = useAccount();
  const offer = useAccessOffer(code);
  if (account) return <Navigate to={paths.home} replace />;
  if (offer.data && !isPending) return <Request code={code} groupName={offer.data.groupName} />;
  if (!offer.error || isPending) return <GuardScreen text="Chargement..." />;
  if (isTransientError(offer.error))
    return (
      <PublicLayout title={TITLE}>
        <LoadFailed title="Le lien n’a pas pu être vérifié" query={offer} />
      </PublicLayout>
    );
  return <Closed text={errorMessage(offer.error)} />;
}

function Closed({ text }: { text: string }) {
  return (
    <PublicLayout title="Lien d’accès" description={text}>
      <Button asChild variant="outline" size="lg" className="w-full">
        <Link to={paths.invitationInfo}>Comment rejoindre Guilde</Link>
      </Button>
    </PublicLayout>
  );
}

function Request({ code, groupName }: { code: string; groupName: string }) {
  const ask = useAskForAccess(code);
  if (ask.isSuccess) return <Sent />;
  return (
    <PublicLayout
      title={TITLE}
      description={`Pour les membres du groupe «\u00a0${groupName}\u00a0». L’équipe lit ta demande, puis t’envoie une invitation.`}
      below={
        <>
          <SecondaryLink to={paths.auth()}>{'Déjà membre\u202f? Se connecter'}</SecondaryLink>
          <SecondaryLink to={paths.invitationInfo}>{'Comment ça marche\u202f?'}</SecondaryLink>
        </>
      }
    >
      <RequestForm ask={ask} />
    </PublicLayout>
  );
}

const SENT =
  'Si l’équipe l’accepte, tu recevras une invitation par e-mail. Pense à regarder dans les indésirables.';

function Sent() {
  useEffect(() => announce(`Demande envoyée. ${SENT}`), []);
  return (
    <PublicLayout title="Demande envoyée" description={SENT}>
      <Button asChild variant="outline" size="lg" className="w-full">
        <Link to={paths.landing}>Découvrir Guilde</Link>
      </Button>
    </PublicLayout>
  );
}

function RequestForm({ ask }: { ask: ReturnType<typeof useAskForAccess> }) {
  const form = useForm<Values, unknown, z.output<typeof accessRequestInput>>({
    resolver: zodResolver(accessRequestInput),
    defaultValues: EMPTY,
    mode: 'onTouched',
  });
  const { errors } = form.formState;
  const submit = form.handleSubmit((input) =>
    ask.mutate(input, { onError: (error) => void showFieldErrors(form, error, FIELDS) }),
  );
  const isShownBeside = ask.error !== null && isRefusal(ask.error, 'INVALID_INPUT');
  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={(event) => void submit(event)} className="relative grid grid-cols-1 gap-4">
        <RequiredFields>
          <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
            <Field label="Prénom" error={errors.firstName?.message}>
              <Input autoComplete="given-name" maxLength={NAME_MAX} {...form.register('firstName')} />
            </Field>
            <Field label="Nom" error={errors.lastName?.message}>
              <Input autoComplete="family-name" maxLength={NAME_MAX} {...form.register('lastName')} />
            </Field>
          </div>
          <Field label="E-mail" hint="L’invitation y sera envoyée." error={errors.email?.message}>
            <EmailInput {...form.register('email')} />
          </Field>
          <SirenField />
          <Field label="Adresse de ta boutique" error={errors.storeUrl?.message}>
            <StoreUrlInput {...form.register('storeUrl')} />
          </Field>
          <Honeypot {...form.register('homepage')} />
          <FormError>{ask.error && !isShownBeside && errorMessage(ask.error)}</FormError>
          <Button type="submit" variant="hero" size="lg" loading={ask.isPending}>
            Envoyer ma demande
          </Button>
          <p className="text-sm text-muted-foreground">
            {`Seule l’équipe lit ces informations, effacées ${ACCESS_KEPT_DAYS} jours après sa réponse.`}{' '}
            <Link to={paths.privacy} className="underline underline-offset-4 hover:text-foreground">
              Politique de confidentialité
            </Link>
          </p>
        </RequiredFields>
      </form>
    </FormProvider>
  );
}
