import { BookOpen } from 'lucide-react';
import { Button } from '../kit/button.tsx';
import { cn } from '../kit/cn.ts';
import { InfiniteSentinel } from '../kit/infinite-list.tsx';
import { keptEntry } from '../kit/kept-scroll.ts';
import { SkeletonGroup } from '../kit/skeleton.tsx';
import { EmptyState } from '../kit/states.tsx';
import { paths } from '../paths.ts';
import { LoadFailed } from '../shell/load-failed.tsx';
import { ArticleCard, ArticleCardSkeleton } from './article-card.tsx';
import { articlesOf, type useArticles } from './data.ts';
import { filterParams, type KnowledgeFilters } from './filters.ts';

export type ArticleListProps = {
  articles: ReturnType<typeof useArticles>;
  filters: KnowledgeFilters;
  onClear: () => void;
  /** The element that scrolls. */
  scroller: Element | null;
};

/** What is loaded, and what to do when there is nothing. */
export function ArticleList({ articles: query, filters, onClear, scroller }: ArticleListProps) {
  const articles = articlesOf(query.data);
  if (query.isPending) return <ListSkeleton />;
  if (query.isError && articles.length === 0) {
    return <LoadFailed title="Impossible de charger les résumés" query={query} />;
  }
  if (articles.length === 0) return <NothingFound filters={filters} onClear={onClear} />;
  const params = filterParams(filters);
  return (
    <>
      <ul className={cn('grid grid-cols-1 gap-3', query.isPlaceholderData && 'opacity-60')}>
        {articles.map((article) => (
          <li key={article.id} {...keptEntry(article.id)} className="animate-fade-in">
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
    </>
  );
}

function NothingFound({ filters, onClear }: Pick<ArticleListProps, 'filters' | 'onClear'>) {
  const filtered = Object.keys(filterParams(filters)).length > 0;
  return (
    <EmptyState
      title="Aucun résultat trouvé"
      icon={<BookOpen strokeWidth={1.75} />}
      action={
        filtered && (
          <Button variant="outline" onClick={onClear}>
            Voir tous les résumés
          </Button>
        )
      }
    >
      {filtered
        ? 'Essaie avec moins de mots, ou regarde dans toutes les catégories.'
        : 'Chaque SOS résolu donne un résumé, relu par l’équipe avant d’être publié ici.'}
    </EmptyState>
  );
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
