import { Tags } from 'lucide-react';
import { InDevelopment } from './in-development.tsx';

export function DealsPage() {
  return (
    <InDevelopment
      title="Deals groupés"
      icon={Tags}
      pitch="Acheter à plusieurs pour payer moins cher."
      plans={[
        {
          title: 'Transport et emballage',
          text: 'Réunir nos volumes pour obtenir les tarifs des grands comptes.',
        },
        {
          title: 'Outils et abonnements',
          text: 'Des conditions négociées une fois, ouvertes à tous les marchands certifiés.',
        },
        { title: 'Fournisseurs', text: 'Des commandes groupées pour atteindre les minimums d’achat.' },
      ]}
    />
  );
}
