import type { Account } from '@guilde/contracts/auth/rules.ts';
import type { InvitationOffer } from '@guilde/contracts/invitations/rules.ts';
import type { LinkSecrets } from '@guilde/contracts/links.ts';
import { memberName } from '@guilde/contracts/profiles/rules.ts';
import { Link } from 'react-router-dom';
import { useSignOutTo } from '../auth/sign-out.ts';
import { Button } from '../kit/button.tsx';
import { paths } from '../paths.ts';
import { PublicLayout } from '../shell/public-layout.tsx';

/** An invitation never replaces the session without asking. A refused one has no `offer`. */
export function InvitationSignedIn({
  account,
  secrets,
  offer,
}: {
  account: Account;
  secrets: LinkSecrets;
  offer: InvitationOffer | undefined;
}) {
  const signOut = useSignOutTo();
  const isOwn = offer?.inviter?.id === account.id;
  return (
    <PublicLayout
      title={offer ? 'Ta session est déjà ouverte' : 'Cette invitation n’est plus valable'}
      description={
        <>
          <p className="wrap-anywhere">{`Tu utilises Guilde avec l’adresse ${account.email}.`}</p>
          <p className="mt-2 wrap-anywhere">
            {offer ? about(offer, isOwn) : 'L’invitation a déjà servi, ou a expiré.'}
          </p>
        </>
      }
    >
      <div className="grid gap-3">
        <Button asChild variant="hero" size="lg">
          <Link to={paths.home}>Continuer vers Guilde</Link>
        </Button>
        {offer && !isOwn && (
          <Button
            variant="outline"
            size="lg"
            loading={signOut.isPending}
            onClick={() => signOut.mutate({ to: paths.invitation(), state: secrets })}
          >
            Me déconnecter et l’accepter
          </Button>
        )}
      </div>
    </PublicLayout>
  );
}

function about({ email, inviter }: InvitationOffer, isOwn: boolean): string {
  const receiver = email ?? 'la personne qui a ce lien';
  if (isOwn) return `Tu as envoyé cette invitation\u00a0: elle est pour ${receiver}.`;
  const from = inviter ? ` de ${memberName(inviter)}` : '';
  return `L’invitation${from} est pour ${receiver}. Elle crée un autre compte.`;
}
