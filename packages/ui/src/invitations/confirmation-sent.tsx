import { EmailSent } from '../auth/email-sent.tsx';
import { ResendConfirmation } from '../auth/resend-confirmation.tsx';
import { paths } from '../paths.ts';
import { PublicLayout } from '../shell/public-layout.tsx';
import { SecondaryLink } from '../shell/secondary-link.tsx';

export function ConfirmationSent({ email }: { email: string }) {
  return (
    <PublicLayout
      title="Vérifie ta boîte de réception"
      description="Inscription réussie. Confirme maintenant ton adresse."
      below={<SecondaryLink to={paths.landing}>Retour à l’accueil</SecondaryLink>}
    >
      <EmailSent email={email}>
        Ouvre l’e-mail que nous venons d’y envoyer et suis le lien. Tu ne le trouves pas ? Regarde dans les
        indésirables.
      </EmailSent>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <ResendConfirmation email={email} />
        <SecondaryLink to={paths.auth()}>Déjà confirmée ? Se connecter</SecondaryLink>
      </div>
    </PublicLayout>
  );
}
