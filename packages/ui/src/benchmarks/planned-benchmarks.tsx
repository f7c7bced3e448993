import { ChartColumn, EyeOff, Handshake } from 'lucide-react';
import { cn } from '../kit/cn.ts';
import { InDevelopment, type Plan, SketchLine } from '../shell/in-development.tsx';

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
      sketch={<Distribution />}
    />
  );
}

const heights = [12, 22, 38, 60, 78, 90, 66, 40, 18];
const OWN = 6;

function Distribution() {
  return (
    <div className="flex h-full flex-col gap-4 rounded-t-lg border border-b-0 bg-card p-4 pb-0">
      <SketchLine className="w-1/4 shrink-0" />
      <div className="flex flex-1 items-end gap-1.5 md:gap-2.5">
        {heights.map((height, index) => (
          <span
            key={height}
            style={{ height: `${height}%` }}
            className={cn('flex-1 rounded-t-sm', index === OWN ? 'bg-primary' : 'bg-primary-soft')}
          />
        ))}
      </div>
    </div>
  );
}
