import type { Account, ConfirmationOffer } from '@guilde/contracts/auth/rules.ts';
import { shownErrorText } from '@guilde/contracts/errors/shown.ts';
import { Link } from 'react-router-dom';
import { Button } from '../kit/button.tsx';
import { paths } from '../paths.ts';
import { PublicLayout } from '../shell/public-layout.tsx';
import { SecondaryLink } from '../shell/secondary-link.tsx';
import { useSignOutTo } from './sign-out.ts';

/** A link for another address never replaces the session without asking. */
export function ConfirmSignedIn({
  account,
  token,
  offer,
}: {
  account: Account;
  token: string | undefined;
  offer: ConfirmationOffer | undefined;
}) {
  const signOut = useSignOutTo();
  if (!offer) {
    return (
      <PublicLayout
        title="Ce lien n’est plus valable"
        description={`${shownErrorText('CONFIRMATION_INVALID')} Ta session est ouverte avec l’adresse ${account.email}.`}
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
            Ta session est ouverte avec l’adresse{' '}
            <strong className="font-medium text-foreground">{account.email}</strong>.
          </p>
          <p className="mt-2 wrap-anywhere">
            Ce lien confirme une autre adresse,{' '}
            <strong className="font-medium text-foreground">{offer.email}</strong>. Pour continuer,
            déconnecte-toi : tu choisiras ensuite un mot de passe pour ce nouveau compte.
          </p>
        </>
      }
      below={<SecondaryLink to={paths.home}>Garder ma session et revenir à Guilde</SecondaryLink>}
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
