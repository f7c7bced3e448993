import { Button } from '../kit/button.tsx';
import { SecondaryLink } from '../shell/secondary-link.tsx';
import { AddressForm } from './address-form.tsx';
import { AuthCard } from './auth-card.tsx';
import type { AuthFormProps } from './auth-state.ts';
import { toastEmailNotSent, toastEmailSent } from './auth-toasts.ts';
import { useRequestReset } from './data.ts';
import { EmailSent } from './email-sent.tsx';

/** The answer never says whether the address is known. */
export function ResetRequestForm(props: AuthFormProps) {
  const request = useRequestReset();
  if (request.isSuccess) {
    return (
      <AuthCard title="Regarde ta boîte de réception">
        <EmailSent email={request.variables}>
          Si un compte existe à cette adresse, nous venons d’y envoyer un lien. Tu ne le trouves pas ? Regarde
          dans les indésirables.
        </EmailSent>
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <SecondaryLink to={props.linkTo()}>Retour à la connexion</SecondaryLink>
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
      description="Indique l’adresse de ton compte : nous t’envoyons un lien pour choisir un nouveau mot de passe."
    >
      <AddressForm
        {...props}
        request={request}
        action="Envoyer le lien"
        back="Retour à la connexion"
        autoComplete="username"
        onSent={() => toastEmailSent('Regarde ta boîte de réception.')}
        onFailed={toastEmailNotSent}
      />
    </AuthCard>
  );
}
