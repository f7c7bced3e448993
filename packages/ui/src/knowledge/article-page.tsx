import type { Article } from '@guilde/contracts/knowledge/rules.ts';
import { plainLine } from '@guilde/contracts/text.ts';
import { ArrowRight, SearchX } from 'lucide-react';
import { Link, useLocation, useParams } from 'react-router-dom';
import { isRefusal } from '../api.ts';
import { Button } from '../kit/button.tsx';
import { Card, SectionHeader } from '../kit/card.tsx';
import { CopyButton } from '../kit/copy-button.tsx';
import { Skeleton } from '../kit/skeleton.tsx';
import { EmptyState } from '../kit/states.tsx';
import { toast } from '../kit/toast.ts';
import { paths } from '../paths.ts';
import { usePlatform } from '../platform.ts';
import { BackLink } from '../shell/links.tsx';
import { LoadFailed } from '../shell/load-failed.tsx';
import { PageHeader, ScrollingPage } from '../shell/page.tsx';
import { CategoryBadge } from '../sos/sos-badges.tsx';
import { ArticleContent, ArticleSkeleton } from './article-content.tsx';
import { ArticleOutcomes } from './article-outcomes.tsx';
import { useArticle } from './data.ts';

export function Component() {
  const { summaryId = '' } = useParams();
  const { data: article } = useArticle(summaryId);
  return (
    <ScrollingPage
      // Each article starts at its top.
      key={summaryId}
      aria-label={article?.origin === 'event' ? 'Compte rendu' : 'Résumé'}
      width="reading"
    >
      <ArticleBody summaryId={summaryId} />
    </ScrollingPage>
  );
}

function ArticleBody({ summaryId }: { summaryId: string }) {
  const { data: article, error, refetch, isFetching } = useArticle(summaryId);
  if (isRefusal(error, 'NOT_FOUND')) return <MissingArticle />;
  if (article) return <ShownArticle article={article} />;
  return (
    <>
      <PageHeader
        title={<span className="sr-only">Résumé</span>}
        documentTitle="Résumé"
        back={<BackToKnowledge />}
      />
      {error ? (
        <LoadFailed title="Impossible de charger ce résumé" query={{ error, refetch, isFetching }} />
      ) : (
        <>
          <Skeleton className="mb-6 h-8 w-4/5 md:h-9" />
          <ArticleSkeleton />
        </>
      )}
    </>
  );
}

function ShownArticle({ article }: { article: Article }) {
  const platform = usePlatform();
  const copy = () =>
    platform.copyText(article.url).catch((error: unknown) => {
      toast.error('Impossible de copier le lien', { description: article.url });
      throw error;
    });
  return (
    <>
      <PageHeader
        title={<span className="wrap-anywhere">{article.title}</span>}
        documentTitle={plainLine(article.title)}
        back={<BackToKnowledge />}
      />
      <ArticleContent article={article} headingLevel={2} />
      <div className="mt-5 flex flex-wrap gap-2">
        <CopyButton copy={copy} label="Copier le lien" />
        {article.sosId && (
          <Button asChild variant="ghost" size="sm">
            <Link to={paths.sosDetail(article.sosId)}>
              Voir le SOS d’origine
              <ArrowRight />
            </Link>
          </Button>
        )}
      </div>
      <ArticleOutcomes article={article} />
      <Related articles={article.related} />
    </>
  );
}

function Related({ articles }: { articles: Article['related'] }) {
  if (articles.length === 0) return null;
  return (
    <section className="mt-10 border-t pt-6">
      <SectionHeader title="À lire aussi" />
      <ul className="grid gap-2">
        {articles.map(({ id, title, category }) => (
          <li key={id}>
            <Card interactive className="flex items-center gap-3 md:p-4">
              <Link
                to={paths.article(id)}
                className="min-w-0 flex-1 rounded-lg font-medium wrap-anywhere outline-none after:absolute after:inset-0 after:rounded-lg focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-ring"
              >
                {title}
              </Link>
              <CategoryBadge category={category} />
            </Card>
          </li>
        ))}
      </ul>
    </section>
  );
}

function BackToKnowledge() {
  const { search } = useLocation();
  return <BackLink to={{ pathname: paths.knowledge, search }}>Retour à la base de connaissances</BackLink>;
}

function MissingArticle() {
  return (
    <>
      <PageHeader title="Base de connaissances" back={<BackToKnowledge />} />
      <EmptyState
        title="Ce résumé est introuvable"
        icon={<SearchX />}
        action={
          <Button asChild variant="outline">
            <Link to={paths.knowledge}>Voir tous les résumés</Link>
          </Button>
        }
      >
        Il a peut-être été retiré, ou le lien est incomplet.
      </EmptyState>
    </>
  );
}
