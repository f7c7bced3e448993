import { ChartColumn, EyeOff, Handshake } from 'lucide-react';
import { InDevelopment, type Plan } from '../shell/in-development.tsx';

const plans: readonly Plan[] = [
  {
    icon: ChartColumn,
    title: 'Par secteur et par volume',
    text: 'Te comparer à des boutiques qui te ressemblent : panier moyen, conversion, retours, coût d’acquisition.',
  },
  {
    icon: EyeOff,
    title: 'Vraiment anonyme',
    text: 'Un résultat ne s’affiche que si assez de boutiques y ont contribué pour qu’aucune ne soit reconnaissable.',
  },
  {
    icon: Handshake,
    title: 'Chacun contribue',
    text: 'Tu vois les repères des indicateurs que tu partages toi-même.',
  },
];

/** The page says so while the community’s switch is off. */
export function PlannedBenchmarks() {
  return (
    <InDevelopment
      title="Benchmarks anonymisés"
      pitch="Savoir où se situe ta boutique, sans montrer tes chiffres à personne."
      plans={plans}
    />
  );
}
