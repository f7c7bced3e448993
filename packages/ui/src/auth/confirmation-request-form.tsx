import { shownErrorText } from '@guilde/contracts/errors/shown.ts';
import { useState } from 'react';
import { paths } from '../paths.ts';
import { SecondaryLink } from '../shell/secondary-link.tsx';
import { AddressForm } from './address-form.tsx';
import { AuthCard } from './auth-card.tsx';
import { toastEmailNotSent, toastEmailSent } from './auth-toasts.ts';
import { useResendConfirmation } from './data.ts';
import { EmailSent } from './email-sent.tsx';

export function ConfirmationRequestForm() {
  const [email, setEmail] = useState('');
  const resend = useResendConfirmation();
  if (resend.isSuccess) {
    return (
      <AuthCard title="Regarde ta boîte de réception">
        <EmailSent email={resend.variables}>
          Si cette adresse attend d’être confirmée, nous venons d’y envoyer un nouveau lien.
        </EmailSent>
        <SecondaryLink to={paths.auth()}>Retour à la connexion</SecondaryLink>
      </AuthCard>
    );
  }
  return (
    <AuthCard
      title="Confirme ton adresse"
      description={`${shownErrorText('CONFIRMATION_INVALID')} Déjà confirmée ? Connecte-toi. Sinon, demande un nouveau lien.`}
    >
      <AddressForm
        email={email}
        onEmail={setEmail}
        linkTo={(mode) => paths.auth({ mode })}
        request={resend}
        action="Recevoir un nouveau lien"
        back="Retour à la connexion"
        autoComplete="email"
        onSent={() => toastEmailSent('Regarde ta boîte de réception.')}
        onFailed={toastEmailNotSent}
      />
    </AuthCard>
  );
}
