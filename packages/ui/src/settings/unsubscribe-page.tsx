import { shownErrorText } from '@guilde/contracts/errors/shown.ts';
import { mailOfToken, type StoppableMail } from '@guilde/contracts/settings/rules.ts';
import { Link } from 'react-router-dom';
import { errorMessage } from '../api.ts';
import { Button } from '../kit/button.tsx';
import { FormError } from '../kit/field.tsx';
import { paths } from '../paths.ts';
import { GuardScreen } from '../shell/guard-screen.tsx';
import { useLinkSecrets } from '../shell/link-secrets.ts';
import { PublicLayout } from '../shell/public-layout.tsx';
import { useUnsubscribe } from './data.ts';

export function Component() {
  const secrets = useLinkSecrets();
  if (!secrets) return <GuardScreen text="Chargement..." />;
  return <Unsubscribe token={secrets.token} />;
}

type Words = { title: string; description: string; done: string; status: string };

const WORDS: Record<StoppableMail, Words> = {
  unread: {
    title: 'E-mails de messages non lus',
    description:
      'Guilde t’écrit quand tu as des messages non lus. D’un clic, ces e-mails s’arrêtent ; les autres ne changent pas.',
    done: 'Tu ne recevras plus d’e-mail pour tes messages non lus. Tu peux changer d’avis dans tes réglages.',
    status: 'Les e-mails de messages non lus sont arrêtés.',
  },
  digest: {
    title: 'Récapitulatif de la semaine',
    description:
      'Guilde t’écrit le mardi, quand il y a du nouveau pour toi. D’un clic, ce récapitulatif s’arrête ; les autres e-mails ne changent pas.',
    done: 'Tu ne recevras plus le récapitulatif de la semaine. Tu peux changer d’avis dans tes réglages.',
    status: 'Le récapitulatif de la semaine est arrêté.',
  },
  announcements: {
    title: 'Annonces par e-mail',
    description:
      'Guilde t’écrit quand tu n’as pas lu une annonce de l’équipe. D’un clic, ces e-mails s’arrêtent ; les annonces s’affichent toujours en haut de Guilde.',
    done: 'Tu ne recevras plus les annonces par e-mail. Tu peux changer d’avis dans tes réglages.',
    status: 'Les annonces par e-mail sont arrêtées.',
  },
  report: {
    title: 'Rapport de la semaine',
    description:
      'Guilde écrit le lundi aux administrateurs. D’un clic, ce rapport s’arrête\u202f; les autres e-mails ne changent pas.',
    done: 'Tu ne recevras plus le rapport de la semaine. Tu peux changer d’avis dans tes réglages.',
    status: 'Le rapport de la semaine est arrêté.',
  },
};

function Unsubscribe({ token }: { token: string | undefined }) {
  const { mutate, isPending, isSuccess, error } = useUnsubscribe();
  const words = WORDS[mailOfToken(token ?? '')];
  if (isSuccess) return <Done {...words} />;
  return (
    <PublicLayout title={words.title} description={words.description}>
      <div className="grid grid-cols-1 gap-3">
        <FormError>
          {error ? errorMessage(error) : token === undefined && shownErrorText('UNSUBSCRIBE_INVALID')}
        </FormError>
        <Button
          disabled={token === undefined}
          loading={isPending}
          onClick={() => token !== undefined && mutate(token)}
        >
          Ne plus recevoir ces e-mails
        </Button>
        <SettingsLink />
      </div>
    </PublicLayout>
  );
}

function Done({ done, status }: Pick<Words, 'done' | 'status'>) {
  return (
    <PublicLayout title="C’est fait" description={done}>
      <div role="status" className="sr-only">
        {status}
      </div>
      <SettingsLink />
    </PublicLayout>
  );
}

function SettingsLink() {
  return (
    <Button asChild variant="outline" className="w-full">
      <Link to={paths.settings('notifications')}>Ouvrir mes réglages</Link>
    </Button>
  );
}
