import type { Metric, MetricId } from '@guilde/contracts/benchmarks/metrics.ts';
import type { SosCategory } from '@guilde/contracts/sos/rules.ts';
import { Link } from 'react-router-dom';
import { Button } from '../kit/button.tsx';
import { paths } from '../paths.ts';

/** Articles and SOS about a metric have this category. */
const CATEGORIES: Record<MetricId, SosCategory> = {
  conversion: 'conversion',
  basket: 'conversion',
  acquisition: 'ads',
  'ads-share': 'ads',
  returns: 'conversion',
  'shipping-cost': 'sourcing',
  'shipping-time': 'sourcing',
  disputes: 'legal',
  returning: 'ads',
};

/** The SOS begins with the category and without the figure. */
export function WaysOn({ metric: { id, label } }: { metric: Metric }) {
  const category = CATEGORIES[id];
  return (
    <div className="flex flex-wrap gap-x-1">
      <Button asChild variant="ghost" size="sm">
        <Link to={paths.articlesAbout(category)} aria-label={`Lire des résumés\u00a0: ${label}`}>
          Lire des résumés
        </Link>
      </Button>
      <Button asChild variant="ghost" size="sm">
        <Link to={paths.sosAbout(category)} aria-label={`Lancer un SOS\u00a0: ${label}`}>
          Lancer un SOS
        </Link>
      </Button>
    </div>
  );
}
