import type { Reading } from '@guilde/contracts/knowledge/rules.ts';
import { BookOpen } from 'lucide-react';
import { Link } from 'react-router-dom';
import { Button } from '../kit/button.tsx';
import { cn } from '../kit/cn.ts';
import { InfiniteSentinel } from '../kit/infinite-list.tsx';
import { SkeletonGroup } from '../kit/skeleton.tsx';
import { EmptyState } from '../kit/states.tsx';
import { useAnnouncedResults } from '../kit/use-announced-results.ts';
import { scrollAnchor } from '../kit/use-scroll-restoration.ts';
import { paths } from '../paths.ts';
import { LoadFailed } from '../shell/load-failed.tsx';
import { ArticleCard, ArticleCardSkeleton } from './article-card.tsx';
import { articlesOf, type useArticles } from './data.ts';
import { filterParams, type KnowledgeFilters } from './filters.ts';

export type ArticleListProps = {
  articles: ReturnType<typeof useArticles>;
  filters: KnowledgeFilters;
  onChange: (filters: Partial<KnowledgeFilters>) => void;
  scroller: Element | null;
};

export function ArticleList({ articles: query, filters, onChange, scroller }: ArticleListProps) {
  const articles = articlesOf(query.data);
  const isKnown = query.isSuccess && !query.isPlaceholderData;
  useAnnouncedResults(filters.q, isKnown ? articles.length : null, query.hasNextPage);
  if (query.isPending) return <ListSkeleton />;
  if (query.isError && articles.length === 0) {
    return <LoadFailed title="Impossible de charger les résumés" query={query} />;
  }
  if (articles.length === 0) return <NothingFound filters={filters} onChange={onChange} />;
  const params = filterParams(filters);
  return (
    <div className="grid gap-3">
      <Readings readings={query.data?.pages[0]?.readings ?? []} />
      <ul className={cn('grid grid-cols-1 gap-3', query.isPlaceholderData && 'opacity-60')}>
        {articles.map((article) => (
          <li key={article.id} {...scrollAnchor(article.id)} className="animate-fade-in">
            <ArticleCard article={article} to={paths.article(article.id, params)} />
          </li>
        ))}
      </ul>
      <InfiniteSentinel
        hasMore={query.hasNextPage}
        loading={query.isFetchingNextPage}
        onReach={() => void query.fetchNextPage()}
        root={scroller}
        label="Afficher les résumés suivants"
      />
    </div>
  );
}

function NothingFound({ filters, onChange }: Pick<ArticleListProps, 'filters' | 'onChange'>) {
  const { q, category } = filters;
  const inCategory = category !== 'all';
  return (
    <EmptyState
      title="Aucun résultat trouvé"
      icon={<BookOpen />}
      action={
        inCategory ? (
          <Button variant="outline" onClick={() => onChange({ category: 'all' })}>
            {q ? 'Rechercher dans toutes les catégories' : 'Voir tous les résumés'}
          </Button>
        ) : (
          q && (
            <Button asChild>
              <Link to={paths.sosNew}>Lancer un SOS</Link>
            </Button>
          )
        )
      }
    >
      {nextStep(q, inCategory)}
    </EmptyState>
  );
}

function nextStep(q: string, inCategory: boolean): string {
  if (q && inCategory) return 'Il n’y a rien dans cette catégorie. La réponse est peut-être ailleurs.';
  if (q) return 'Aucun résumé ne parle de ce sujet. Essaie avec d’autres mots, ou lance un SOS.';
  return inCategory
    ? 'Aucun SOS de cette catégorie n’a encore donné de résumé.'
    : 'Chaque SOS résolu donne un résumé, relu par l’équipe avant d’être publié ici.';
}

/** Shows the known words that were searched instead of unknown ones. */
function Readings({ readings }: { readings: readonly Reading[] }) {
  return readings.map(({ typed, read }) => (
    <p key={typed} className="text-sm text-muted-foreground">
      <span>{`Aucun résumé ne contient «\u00a0${typed}\u00a0». Voici ceux avec`}</span>{' '}
      <strong className="font-medium text-foreground">{`«\u00a0${read}\u00a0»`}</strong>.
    </p>
  ));
}

function ListSkeleton() {
  return (
    <SkeletonGroup className="grid gap-3">
      <ArticleCardSkeleton />
      <ArticleCardSkeleton />
      <ArticleCardSkeleton />
    </SkeletonGroup>
  );
}
