import type { Account, ConfirmationOffer } from '@guilde/contracts/auth.ts';
import { errorText } from '@guilde/contracts/errors.ts';
import { memberName } from '@guilde/contracts/profiles.ts';
import { Link } from 'react-router-dom';
import { Button } from '../kit/button.tsx';
import { paths } from '../paths.ts';
import { PublicLayout } from '../shell/public-layout.tsx';
import { QuietLink } from './quiet-link.tsx';
import { useSignOutHere } from './sign-out.ts';

/** Somebody is signed in: a link that confirms another address never takes their place without being asked to. */
export function ConfirmSignedIn({
  account,
  token,
  offer,
}: {
  account: Account;
  token: string | undefined;
  offer: ConfirmationOffer | undefined;
}) {
  const signOut = useSignOutHere();
  const who = account.profile ? `${memberName(account.profile)} (${account.email})` : account.email;
  if (!offer) {
    return (
      <PublicLayout
        title="Ce lien ne sert plus"
        description={`${errorText('CONFIRMATION_INVALID')} Tu es déjà connecté en tant que ${who}.`}
      >
        <Button asChild variant="hero" size="lg" className="w-full">
          <Link to={paths.home}>Continuer vers Guilde</Link>
        </Button>
      </PublicLayout>
    );
  }
  return (
    <PublicLayout
      title="Confirme ton adresse"
      description={
        <>
          <p className="wrap-anywhere">
            Tu es connecté en tant que <strong className="font-medium text-foreground">{who}</strong>.
          </p>
          <p className="mt-2 wrap-anywhere">
            Ce lien confirme une autre adresse,{' '}
            <strong className="font-medium text-foreground">{offer.email}</strong>. Pour continuer,
            déconnecte-toi : tu choisiras ensuite un mot de passe pour ce nouveau compte.
          </p>
        </>
      }
      below={<QuietLink to={paths.home}>Rester connecté et revenir à Guilde</QuietLink>}
    >
      <Button
        variant="hero"
        size="lg"
        className="w-full"
        loading={signOut.isPending}
        onClick={() => signOut.mutate({ to: paths.confirm, state: { token } })}
      >
        Me déconnecter et continuer
      </Button>
    </PublicLayout>
  );
}
