import { NotebookText, UsersRound, UtensilsCrossed } from 'lucide-react';
import { cn } from '../kit/cn.ts';
import { InDevelopment, type Plan, SketchLine } from '../shell/in-development.tsx';

const plans: readonly Plan[] = [
  {
    icon: UsersRound,
    title: 'Rooms',
    text: 'Des rendez-vous en petit comité sur un sujet précis, avec quelqu’un qui l’a déjà vécu.',
  },
  {
    icon: UtensilsCrossed,
    title: 'Rencontres',
    text: 'Des déjeuners par ville et des visites d’entrepôt, proposés par les membres.',
  },
  {
    icon: NotebookText,
    title: 'Comptes rendus',
    text: 'L’essentiel de chaque échange, relu, pour ceux qui étaient à l’atelier.',
  },
];

/** The page says so while the community’s switch is off. */
export function PlannedEvents() {
  return (
    <InDevelopment
      title="Événements & Rooms"
      pitch="Se retrouver entre marchands, à l’écran ou autour d’une table."
      plans={plans}
      sketch={<Agenda />}
    />
  );
}

const meetings = [
  { name: 'w-1/2', place: 'w-1/4', guests: ['a', 'b', 'c', 'd'] },
  { name: 'w-2/5', place: 'w-1/3', guests: ['a', 'b'] },
  { name: 'w-3/5', place: 'w-1/5', guests: ['a', 'b', 'c'] },
];

function Agenda() {
  return (
    <div className="grid gap-2.5">
      {meetings.map(({ name, place, guests }, index) => (
        <div key={name} className="flex items-center gap-4 rounded-lg border bg-card p-3.5">
          <span
            className={cn(
              'grid size-9 shrink-0 content-start overflow-hidden rounded-md border',
              index === 0 && 'border-primary',
            )}
          >
            <span className={cn('h-2.5', index === 0 ? 'bg-primary' : 'bg-border')} />
          </span>
          <span className="grid flex-1 gap-2.5">
            <SketchLine className={name} />
            <SketchLine className={cn(place, 'opacity-60')} />
          </span>
          <span className="flex -space-x-2">
            {guests.map((guest) => (
              <span key={guest} className="size-6 rounded-full border-2 border-card bg-primary-soft" />
            ))}
          </span>
        </div>
      ))}
    </div>
  );
}
