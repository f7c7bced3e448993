import { INITIAL_INVITATIONS, INVITATION_DAYS } from '@guilde/contracts/invitations/rules.ts';
import { MailOpen, Store, UserRoundCheck, UsersRound } from 'lucide-react';
import { Link } from 'react-router-dom';
import { Button } from '../kit/button.tsx';
import { paths } from '../paths.ts';
import { PublicLayout } from '../shell/public-layout.tsx';
import { SecondaryLink } from '../shell/secondary-link.tsx';

const steps = [
  {
    icon: UsersRound,
    title: 'Un membre te parraine',
    text: `Chaque membre certifié peut inviter ${INITIAL_INVITATIONS} marchands. Parles-en à un e-commerçant que tu connais et qui est déjà membre.`,
  },
  {
    icon: MailOpen,
    title: 'Tu reçois un lien personnel',
    text: `Nous te l’envoyons par e-mail. Il est valable ${INVITATION_DAYS} jours et ne sert qu’une fois.`,
  },
  {
    icon: Store,
    title: 'Tu présentes ta boutique',
    text: 'Tu réponds à six questions en quelques minutes, puis tu accèdes à la communauté.',
  },
  {
    icon: UserRoundCheck,
    title: 'Tu deviens membre officiel',
    text: `Tu peux demander de l’aide, en donner, et inviter à ton tour ${INITIAL_INVITATIONS} marchands.`,
  },
];

export function Component() {
  return (
    <PublicLayout
      width="md"
      title="Inscription sur invitation"
      description={
        <>
          Guilde est une communauté privée <span className="whitespace-nowrap">d’e-commerçants</span>{' '}
          certifiés : chaque marchand est parrainé par un membre, qui se porte garant de lui.
        </>
      }
      below={<SecondaryLink to={paths.landing}>Retour à l’accueil</SecondaryLink>}
    >
      <h2 className="mb-4 text-lg">Comment obtenir une invitation ?</h2>
      <ol className="grid gap-5">
        {steps.map(({ icon: Icon, title, text }) => (
          <li key={title} className="flex gap-4">
            <span
              aria-hidden
              className="flex size-10 shrink-0 items-center justify-center rounded-full bg-primary-soft text-primary-strong"
            >
              <Icon className="size-5" />
            </span>
            <div className="grid gap-0.5">
              <h3 className="text-base">{title}</h3>
              <p className="text-muted-foreground">{text}</p>
            </div>
          </li>
        ))}
      </ol>
      <p className="mt-6 border-t pt-5 text-sm text-muted-foreground">
        Ton lien a expiré ? Demandes-en un nouveau à la personne qui te parraine.
      </p>
      <Button asChild variant="hero" size="lg" className="mt-6 w-full">
        <Link to={paths.auth()}>Connexion membre</Link>
      </Button>
    </PublicLayout>
  );
}
