import { ChartColumn } from 'lucide-react';
import { InDevelopment } from './in-development.tsx';

export function BenchmarksPage() {
  return (
    <InDevelopment
      title="Benchmarks anonymisés"
      icon={ChartColumn}
      pitch="Savoir où se situe ta boutique, sans montrer tes chiffres à personne."
      plans={[
        {
          title: 'Par secteur et par volume',
          text: 'Te comparer à des boutiques qui te ressemblent : panier moyen, conversion, retours, coût d’acquisition.',
        },
        {
          title: 'Vraiment anonyme',
          text: 'Un résultat ne s’affiche que si assez de boutiques y ont contribué pour qu’aucune ne soit reconnaissable.',
        },
        { title: 'Chacun contribue', text: 'Tu vois les repères des indicateurs que tu partages toi-même.' },
      ]}
    />
  );
}
