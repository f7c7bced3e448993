import { MAX_PARTICIPANTS } from '@guilde/contracts/conversations/rules.ts';
import { INITIAL_INVITATIONS } from '@guilde/contracts/invitations/rules.ts';
import { HandHelping, LifeBuoy, type LucideIcon, ShieldCheck, UsersRound } from 'lucide-react';
import { Link } from 'react-router-dom';
import { Button } from '../kit/button.tsx';
import { Card } from '../kit/card.tsx';
import { paths } from '../paths.ts';

const PRINCIPLES: readonly { icon: LucideIcon; title: string; text: string }[] = [
  {
    icon: LifeBuoy,
    title: 'Un SOS, pas un fil sans fin',
    text: `Tu exposes ton blocage, jusqu’à ${MAX_PARTICIPANTS - 1} marchands te rejoignent dans un petit groupe, et le SOS se termine par une réponse.`,
  },
  {
    icon: HandHelping,
    title: 'Chacun aide à son tour',
    text: 'Une fois le SOS résolu, tu évalues chaque membre qui a participé. Ceux qui aident le plus sont les héros du moment.',
  },
  {
    icon: UsersRound,
    title: 'Entre marchands, sur parrainage',
    text: `Chaque marchand est parrainé par un membre qui se porte garant de lui, puis dispose à son tour de ${INITIAL_INVITATIONS} invitations.`,
  },
  {
    icon: ShieldCheck,
    title: 'Des conversations privées',
    text: 'Seuls ses participants lisent une conversation, et l’équipe pour modérer. Les résumés ne nomment personne et sont relus avant d’être publiés.',
  },
];

export function About() {
  return (
    <div className="grid grid-cols-1 gap-6">
      <p className="max-w-prose text-lg text-muted-foreground">
        Guilde est l’entraide privée des <span className="whitespace-nowrap">e-commerçants</span> certifiés.
        Quel que soit ton blocage, un autre membre l’a sans doute déjà réglé.
      </p>
      <ul className="grid grid-cols-1 gap-3 md:grid-cols-2">
        {PRINCIPLES.map(({ icon: Icon, title, text }) => (
          <Card asChild key={title} className="flex gap-4">
            <li>
              <span
                aria-hidden
                className="flex size-10 shrink-0 items-center justify-center rounded-full bg-primary-soft text-primary-strong"
              >
                <Icon className="size-5" />
              </span>
              <div className="grid min-w-0 grid-cols-1 content-start gap-1">
                <h2 className="text-base">{title}</h2>
                <p className="text-muted-foreground">{text}</p>
              </div>
            </li>
          </Card>
        ))}
      </ul>
      <div className="flex flex-col gap-2 sm:flex-row sm:flex-wrap">
        <Button asChild>
          <Link to={paths.sosNew}>Lancer un SOS</Link>
        </Button>
        <Button asChild variant="outline">
          <Link to={paths.information('faq')}>Questions fréquentes</Link>
        </Button>
        <Button asChild variant="ghost">
          <Link to={paths.terms}>Conditions d’utilisation</Link>
        </Button>
      </div>
    </div>
  );
}
