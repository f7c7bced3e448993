import { shownErrorText } from '@guilde/contracts/errors/shown.ts';
import { useMutation } from '@tanstack/react-query';
import { call, errorMessage, useApi } from '../api.ts';
import { Button } from '../kit/button.tsx';
import { FormError } from '../kit/field.tsx';
import { GuardScreen } from '../shell/guard-screen.tsx';
import { useLinkSecrets } from '../shell/link-secrets.ts';
import { PublicLayout } from '../shell/public-layout.tsx';

export function Component() {
  const secrets = useLinkSecrets();
  if (!secrets) return <GuardScreen text="Chargement..." />;
  return <Leave token={secrets.token} />;
}

function Leave({ token }: { token: string | undefined }) {
  const api = useApi();
  const { mutate, isPending, data, error } = useMutation({
    mutationFn: (json: { token: string }) => call(api.events.leave.$post({ json })),
  });
  const description = data
    ? `Ta place pour «\u00a0${data.title}\u00a0» est libre. Si tu changes d’avis, demande-la de nouveau sur sa page.`
    : 'Ta place ira à la personne suivante, et les organisateurs le verront.';
  return (
    <PublicLayout title={data ? 'C’est noté' : 'Tu ne viens plus\u202f?'} description={description}>
      <div className="grid grid-cols-1 gap-3">
        <div role="status" className="sr-only">
          {data && description}
        </div>
        <FormError>
          {error ? errorMessage(error) : token === undefined && shownErrorText('EVENT_LINK_INVALID')}
        </FormError>
        {!data && (
          <Button
            disabled={token === undefined}
            loading={isPending}
            onClick={() => token !== undefined && mutate({ token })}
          >
            Je ne viens plus
          </Button>
        )}
      </div>
    </PublicLayout>
  );
}
