import { Factory, Truck, Wrench } from 'lucide-react';
import { InDevelopment, type Plan } from '../shell/in-development.tsx';

const plans: readonly Plan[] = [
  {
    icon: Truck,
    title: 'Transport et emballage',
    text: 'Réunir nos volumes pour obtenir les tarifs des grands comptes.',
  },
  {
    icon: Wrench,
    title: 'Outils et abonnements',
    text: 'Des conditions négociées une fois, ouvertes à tous les marchands certifiés.',
  },
  {
    icon: Factory,
    title: 'Fournisseurs',
    text: 'Des commandes groupées pour atteindre les minimums d’achat.',
  },
];

/** The page says so while the community’s switch is off. */
export function PlannedDeals() {
  return (
    <InDevelopment title="Deals groupés" pitch="Acheter à plusieurs pour payer moins cher." plans={plans} />
  );
}
