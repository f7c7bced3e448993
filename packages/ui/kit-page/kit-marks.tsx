import { Megaphone } from 'lucide-react';
import { Avatar, AvatarStack } from '../src/kit/avatar.tsx';
import { Badge } from '../src/kit/badge.tsx';
import { Card, SectionHeader } from '../src/kit/card.tsx';
import { CertifiedBadge } from '../src/kit/certified-badge.tsx';
import { cn } from '../src/kit/cn.ts';
import { CountBadge } from '../src/kit/count-badge.tsx';
import { Progress } from '../src/kit/progress.tsx';
import { RelativeTime } from '../src/kit/relative-time.tsx';
import { StarAverage } from '../src/kit/star-rating.tsx';
import { type State, StateBadge, stateFill } from '../src/kit/state-badge.tsx';
import { Logo, Wordmark } from '../src/shell/logo.tsx';
import { Line, Part } from './kit-part.tsx';

const STATES: readonly [State, string][] = [
  ['waiting', 'Ouvert'],
  ['active', 'En cours'],
  ['done', 'Résolu'],
  ['ended', 'Fermé'],
  ['failed', 'Rejeté'],
  ['urgent', 'Urgent'],
];

const TONES = ['neutral', 'outline', 'primary', 'gold'] as const;
const SIZES = ['xs', 'sm', 'md', 'lg', 'xl'] as const;
const PEOPLE = ['Claire Martin', 'Karim Benali', 'Zoé Lefèvre', 'Paul Durand', 'Lucie Moreau'].map(
  (name) => ({
    name,
  }),
);

export function KitMarks() {
  return (
    <>
      <Part title="États">
        <Line>
          {STATES.map(([state, word]) => (
            <StateBadge key={state} state={state}>
              {word}
            </StateBadge>
          ))}
        </Line>
        <div aria-hidden className="flex h-3 gap-0.5 overflow-hidden rounded-full">
          {STATES.map(([state]) => (
            <span key={state} className={cn('flex-1', stateFill(state))} />
          ))}
        </div>
      </Part>
      <Part title="Étiquettes et compteurs">
        <Line>
          {TONES.map((tone) => (
            <Badge key={tone} tone={tone}>
              <Megaphone />
              Publicité
            </Badge>
          ))}
          <CountBadge count={5} label="messages non lus" />
          <CountBadge count={120} label="messages non lus" />
        </Line>
      </Part>
      <Part title="Marque, visages, certification">
        <Line>
          <Logo />
          <Wordmark />
          <CertifiedBadge />
          {SIZES.map((size) => (
            <Avatar key={size} name="Claire Martin" size={size} />
          ))}
          <AvatarStack people={PEOPLE} />
          <StarAverage average={4.6} />
          <RelativeTime date="2026-01-15T10:00:00Z" className="text-sm text-muted-foreground" />
        </Line>
        <Progress value={3} max={6} label="Étape 3 sur 6" />
      </Part>
      <Part title="Cartes">
        <SectionHeader title="SOS récents" level={3} />
        <Card>Une carte</Card>
        <Card edge="accent">Bord urgent</Card>
        <Card edge="gold">Bord certifié</Card>
        <Card edge="primary">Bord à toi de jouer</Card>
      </Part>
    </>
  );
}
