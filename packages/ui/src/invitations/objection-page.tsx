import { shownErrorText } from '@guilde/contracts/errors/shown.ts';
import { useState } from 'react';
import { errorMessage } from '../api.ts';
import { Button } from '../kit/button.tsx';
import { FormError } from '../kit/field.tsx';
import { GuardScreen } from '../shell/guard-screen.tsx';
import { useLinkSecrets } from '../shell/link-secrets.ts';
import { PublicLayout } from '../shell/public-layout.tsx';
import { useObjection } from './data.ts';

export function Component() {
  const secrets = useLinkSecrets();
  if (!secrets) return <GuardScreen text="Chargement..." />;
  return <Objection token={secrets.token} />;
}

const WORDS = {
  asked: {
    title: 'Ne plus recevoir d’invitation',
    description:
      'Plus aucun membre ne pourra inviter cette adresse. Guilde n’en garde qu’une empreinte, pour respecter ton choix.',
    act: 'Refuser les invitations à cette adresse',
  },
  refused: {
    title: 'C’est fait',
    description:
      'Ton adresse ne recevra plus d’invitation à rejoindre Guilde. Garde l’e-mail si tu penses changer d’avis\u00a0: son lien ramène ici.',
    act: 'Accepter de nouveau les invitations',
  },
  allowed: {
    title: 'C’est fait',
    description: 'Les membres de Guilde peuvent de nouveau inviter ton adresse.',
    act: 'Refuser les invitations à cette adresse',
  },
};

function Objection({ token }: { token: string | undefined }) {
  const { mutate, isPending, error } = useObjection();
  const [state, setState] = useState<keyof typeof WORDS>('asked');
  const { title, description, act } = WORDS[state];
  return (
    <PublicLayout title={title} description={description}>
      <div className="grid grid-cols-1 gap-3">
        <div role="status" className="sr-only">
          {state === 'asked' ? '' : description}
        </div>
        <FormError>
          {error ? errorMessage(error) : token === undefined && shownErrorText('OBJECTION_INVALID')}
        </FormError>
        <Button
          variant={state === 'asked' ? 'default' : 'outline'}
          disabled={token === undefined}
          loading={isPending}
          onClick={() =>
            token !== undefined &&
            mutate({ token, refuse: state !== 'refused' }, { onSuccess: (done) => setState(done.state) })
          }
        >
          {act}
        </Button>
      </div>
    </PublicLayout>
  );
}
