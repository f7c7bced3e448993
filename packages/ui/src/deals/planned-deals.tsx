import { Factory, Tags, Truck, Wrench } from 'lucide-react';
import { InDevelopment, type Plan, SketchLine } from '../shell/in-development.tsx';

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
    <InDevelopment
      title="Deals groupés"
      pitch="Acheter à plusieurs pour payer moins cher."
      plans={plans}
      sketch={<Offers />}
    />
  );
}

const offers = [
  { name: 'w-2/5', gathered: 'w-11/12' },
  { name: 'w-1/2', gathered: 'w-3/5' },
  { name: 'w-1/3', gathered: 'w-1/4' },
];

function Offers() {
  return (
    <div className="grid gap-2.5">
      {offers.map(({ name, gathered }) => (
        <div key={name} className="flex items-center gap-4 rounded-lg border bg-card p-3.5">
          <span className="flex size-9 shrink-0 items-center justify-center rounded-md bg-primary-soft text-primary-strong">
            <Tags strokeWidth={1.75} className="size-4.5" />
          </span>
          <span className="grid flex-1 gap-2.5">
            <SketchLine className={name} />
            <span className="h-1.5 overflow-hidden rounded-full bg-muted">
              <span className={`block h-full rounded-full bg-primary ${gathered}`} />
            </span>
          </span>
        </div>
      ))}
    </div>
  );
}
