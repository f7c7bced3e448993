import { shownErrorText } from '@guilde/contracts/errors/shown.ts';
import { Link } from 'react-router-dom';
import { errorMessage } from '../api.ts';
import { Button } from '../kit/button.tsx';
import { FormError } from '../kit/field.tsx';
import { paths } from '../paths.ts';
import { GuardScreen } from '../shell/guard-screen.tsx';
import { useLinkSecrets } from '../shell/link-secrets.ts';
import { PublicLayout } from '../shell/public-layout.tsx';
import { SecondaryLink } from '../shell/secondary-link.tsx';
import { useEmailLink } from './email-change-data.ts';

const CONFIRM = {
  act: 'confirm',
  title: 'Confirme ta nouvelle adresse',
  description:
    'Elle remplacera celle de ton compte, pour te connecter et pour recevoir les e-mails de Guilde.',
  button: 'Confirmer cette adresse',
  done: (email: string) => `Ton compte a maintenant l’adresse ${email}.`,
} as const;
const TAKE_BACK = {
  act: 'take-back',
  title: 'Reprends ton adresse',
  description:
    'Ton compte retrouvera cette adresse et tous les appareils seront déconnectés. Un e-mail te permettra de choisir un nouveau mot de passe.',
  button: 'Reprendre mon adresse',
  done: (email: string) =>
    `Ton compte a de nouveau l’adresse ${email}. Ouvre l’e-mail que nous venons d’y envoyer pour choisir un mot de passe.`,
} as const;

type Words = typeof CONFIRM | typeof TAKE_BACK;

export function ConfirmEmail() {
  return <EmailLink words={CONFIRM} />;
}

export function TakeBackEmail() {
  return <EmailLink words={TAKE_BACK} />;
}

/** Opening the link changes nothing. */
function EmailLink({ words }: { words: Words }) {
  const secrets = useLinkSecrets();
  if (!secrets) return <GuardScreen text="Chargement..." />;
  return <Act words={words} token={secrets.token} />;
}

function Act({ words, token }: { words: Words; token: string | undefined }) {
  const { mutate, isPending, data, error } = useEmailLink(words.act);
  if (data) return <Done text={words.done(data.email)} />;
  return (
    <PublicLayout
      title={words.title}
      description={words.description}
      below={<SecondaryLink to={paths.landing}>Retour à l’accueil</SecondaryLink>}
    >
      <div className="grid grid-cols-1 gap-3">
        <FormError>
          {error ? errorMessage(error) : token === undefined && shownErrorText('EMAIL_CHANGE_INVALID')}
        </FormError>
        <Button
          variant="hero"
          size="lg"
          disabled={token === undefined}
          loading={isPending}
          onClick={() => token !== undefined && mutate(token)}
        >
          {words.button}
        </Button>
      </div>
    </PublicLayout>
  );
}

function Done({ text }: { text: string }) {
  return (
    <PublicLayout title="C’est fait" description={<span className="wrap-anywhere">{text}</span>}>
      <div role="status" className="sr-only">
        {text}
      </div>
      <Button asChild variant="hero" size="lg" className="w-full">
        <Link to={paths.home}>Continuer vers Guilde</Link>
      </Button>
    </PublicLayout>
  );
}
