import { CircleCheck, Siren } from 'lucide-react';
import { Avatar, AvatarStack } from '../kit/avatar.tsx';
import { Badge } from '../kit/badge.tsx';
import { Card } from '../kit/card.tsx';
import { CertifiedBadge } from '../kit/certified-badge.tsx';

const requester = { name: 'Claire Martin', store: 'Atelier Nord' };

const answers = [
  {
    name: 'Karim Benali',
    store: 'Épices & Co',
    time: '10:02',
    text: 'Même chose pour nous en mars. C’était la page de retours : il leur faut une adresse postale et un numéro qui répond.',
  },
  {
    name: 'Zoé Lefèvre',
    store: 'Petite Œuvre',
    time: '10:09',
    text: 'Corrige d’abord, fais appel ensuite. Une seule demande, avec des captures avant et après.',
  },
  {
    name: 'Paul Durand',
    store: 'Vélo Durand',
    time: '10:21',
    text: 'Je t’envoie le texte de notre appel. Réponse en vingt minutes chez nous.',
  },
] as const;

export function LandingScene() {
  return (
    <figure className="grid w-full grid-cols-1 max-w-xl gap-3">
      <figcaption className="sr-only">Un SOS et ses réponses, tels que les membres les vivent</figcaption>
      <Card edge="accent" className="grid grid-cols-1 gap-3 shadow-soft">
        <div className="flex flex-wrap items-center gap-2">
          {/* The badge looks like a StateBadge, whose icons of other states a visitor need not load. */}
          <Badge className="bg-state-urgent-soft text-state-urgent-text">
            <Siren strokeWidth={2.25} className="text-state-urgent" />
            Urgent
          </Badge>
          <Badge>Publicité</Badge>
          <span className="ml-auto text-xs text-muted-foreground">9:58</span>
        </div>
        <p className="font-title text-lg leading-snug font-bold tracking-tight">
          Compte publicitaire suspendu à la veille des soldes
        </p>
        <Person {...requester} />
      </Card>
      <ol className="grid grid-cols-1 gap-3 pl-4 sm:pl-8">
        {answers.map((answer) => (
          <li key={answer.name} className="flex gap-3">
            <Avatar name={answer.name} size="sm" className="mt-0.5" />
            <div className="min-w-0 flex-1 rounded-lg rounded-tl-sm border bg-card px-3.5 py-2.5">
              <p className="flex flex-wrap items-baseline gap-1.5 text-sm">
                <span className="truncate font-medium">{answer.name}</span>
                <CertifiedBadge className="size-4 self-center" />
                <span className="truncate text-muted-foreground max-sm:hidden">{answer.store}</span>
                <span className="ml-auto shrink-0 text-xs text-muted-foreground">{answer.time}</span>
              </p>
              <p className="mt-0.5 text-sm">{answer.text}</p>
            </div>
          </li>
        ))}
      </ol>
      <div className="ml-4 flex items-center gap-3 rounded-lg bg-success-soft px-4 py-3 sm:ml-8">
        <CircleCheck className="size-5 shrink-0 text-success" />
        <p className="text-sm font-medium text-success">Résolu en 42 min</p>
        <AvatarStack people={answers} size="xs" className="ml-auto" />
      </div>
    </figure>
  );
}

function Person({ name, store }: { name: string; store: string }) {
  return (
    <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-sm">
      <Avatar name={name} size="sm" />
      <span className="font-medium">{name}</span>
      <CertifiedBadge className="-ml-1 size-4" />
      <span className="text-muted-foreground">{store}</span>
    </div>
  );
}
