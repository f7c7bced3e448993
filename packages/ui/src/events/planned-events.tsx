import { NotebookText, UsersRound, UtensilsCrossed } from 'lucide-react';
import { InDevelopment, type Plan } from '../shell/in-development.tsx';

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
    />
  );
}
