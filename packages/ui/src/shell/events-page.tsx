import { CalendarDays } from 'lucide-react';
import { InDevelopment } from './in-development.tsx';

export function EventsPage() {
  return (
    <InDevelopment
      title="Événements & Rooms"
      icon={CalendarDays}
      pitch="Se retrouver entre marchands, à l’écran ou autour d’une table."
      plans={[
        {
          title: 'Rooms',
          text: 'Des rendez-vous en petit comité sur un sujet précis, avec quelqu’un qui l’a déjà vécu.',
        },
        {
          title: 'Rencontres',
          text: 'Des déjeuners par ville et des visites d’entrepôt, proposés par les membres.',
        },
        {
          title: 'Comptes rendus',
          text: 'L’essentiel de chaque échange, relu, pour ceux qui étaient à l’atelier.',
        },
      ]}
    />
  );
}
