import { CMS, type Cms, optionLabel } from '@guilde/contracts/profiles/rules.ts';
import { Link } from 'react-router-dom';
import { Card, SectionHeader } from '../kit/card.tsx';
import { Skeleton } from '../kit/skeleton.tsx';
import { articlesOf, useArticles } from '../knowledge/data.ts';
import { paths } from '../paths.ts';
import { useProfile } from '../profiles/data.ts';
import { useSosFeed } from '../sos/data.ts';
import { cardsOf } from '../sos/feed.ts';
import { ALL_SOS } from '../sos/filters.ts';
import { SosRow } from './sos-row.tsx';

const MAX = 3;
const MATCHING = { ...ALL_SOS, scope: 'matching' } as const;

/** Who arrives sees three SOS that need their specialties or, while there are none, articles on their platform. */
export function FirstSteps() {
  const { data, isPending } = useSosFeed(MATCHING);
  const matching = cardsOf(data).slice(0, MAX);
  if (isPending) return <Skeleton className="h-40" />;
  if (matching.length === 0) return <PlatformArticles />;
  return (
    <section aria-label="Tu peux déjà aider">
      <SectionHeader title="Tu peux déjà aider" />
      <Card className="overflow-hidden p-0 md:p-0">
        <ul className="divide-y">
          {matching.map((sos) => (
            <SosRow key={sos.id} sos={sos} />
          ))}
        </ul>
      </Card>
    </section>
  );
}

function PlatformArticles() {
  const cms = useProfile().data?.cms;
  const { data } = useArticles({ q: cms ? queryOf(cms) : '', category: 'all' });
  const articles = articlesOf(data).slice(0, MAX);
  if (articles.length === 0) return null;
  return (
    <section aria-label="Ce que d’autres ont réglé">
      <SectionHeader title="Ce que d’autres ont réglé" />
      <Card className="overflow-hidden p-0 md:p-0">
        <ul className="divide-y">
          {articles.map(({ id, title }) => (
            <li key={id}>
              <Link
                to={paths.article(id)}
                className="flex min-h-11 items-center px-4 py-2.5 font-medium wrap-anywhere hover:bg-muted focus-visible:-outline-offset-2 md:px-5"
              >
                {title}
              </Link>
            </li>
          ))}
        </ul>
      </Card>
    </section>
  );
}

/** « Autre » and « sur mesure » find nothing by their names. */
function queryOf(cms: Cms): string {
  return cms === 'other' || cms === 'custom' ? '' : optionLabel(CMS, cms);
}
