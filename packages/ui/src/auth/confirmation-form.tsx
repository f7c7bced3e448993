import { errorText } from '@guilde/contracts/errors.ts';
import { AddressForm } from './address-form.tsx';
import { AuthCard } from './auth-card.tsx';
import type { AuthFormProps } from './auth-state.ts';
import { toastEmailNotSent, toastEmailSent } from './auth-toasts.ts';
import { useResendConfirmation } from './data.ts';
import { EmailSent } from './email-sent.tsx';
import { QuietLink } from './quiet-link.tsx';

/** Where an old or used confirmation link leads: explains, and sends a new one. */
export function ConfirmationForm(props: AuthFormProps) {
  const resend = useResendConfirmation();
  if (resend.isSuccess) {
    return (
      <AuthCard title="Regarde ta boîte mail">
        <EmailSent email={resend.variables}>
          Si cette adresse attend d’être confirmée, un nouveau lien vient d’y partir.
        </EmailSent>
        <QuietLink to={props.linkTo()}>Retour à la connexion</QuietLink>
      </AuthCard>
    );
  }
  return (
    <AuthCard
      title="Confirme ton adresse"
      description={`${errorText('CONFIRMATION_INVALID')} Déjà confirmée ? Connecte-toi. Sinon, demande un nouveau lien.`}
    >
      <AddressForm
        {...props}
        request={resend}
        action="Recevoir un nouveau lien"
        back="Retour à la connexion"
        autoComplete="email"
        onSent={() => toastEmailSent('Regarde ta boîte mail.')}
        onFailed={toastEmailNotSent}
      />
    </AuthCard>
  );
}
