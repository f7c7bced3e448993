import type { ArticleCard as Article } from '@guilde/contracts/knowledge/rules.ts';
import { lastOutcomeText } from '@guilde/contracts/outcomes/rules.ts';
import { optionLabel } from '@guilde/contracts/profiles/rules.ts';
import { SOS_CATEGORIES } from '@guilde/contracts/sos/rules.ts';
import { useId } from 'react';
import { Link } from 'react-router-dom';
import { Highlighted } from '../highlighted.tsx';
import { Card } from '../kit/card.tsx';
import { cn } from '../kit/cn.ts';
import { formatShortDate, plural } from '../kit/format.ts';
import { Skeleton } from '../kit/skeleton.tsx';
import { OutcomeBadge } from '../outcomes/outcome-badge.tsx';
import { CategoryBadge } from '../sos/sos-badges.tsx';
import { Participants } from './article-content.tsx';

/** Without a search the card shows this many; a search shows all key points. */
const POINTS_AT_FIRST = 3;

/** The whole card is the link; its accessible name is the title. */
export function ArticleCard({ article, to }: { article: Article; to: string }) {
  const { highlights } = article;
  const id = useId();
  return (
    <Card asChild interactive className="grid grid-cols-1 gap-3">
      <article>
        <CardHead article={article} />
        <h2 className="text-lg leading-snug wrap-anywhere">
          <Link
            to={to}
            aria-describedby={id}
            className="rounded-lg outline-none after:absolute after:inset-0 after:rounded-lg focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-ring"
          >
            <Highlighted text={article.title} ranges={highlights?.title} />
          </Link>
        </h2>
        <p className={cn('text-sm wrap-anywhere text-muted-foreground', !highlights && 'line-clamp-3')}>
          <Highlighted text={article.summary} ranges={highlights?.summary} />
        </p>
        <KeyPoints article={article} />
        <span id={id} hidden>
          {inWords(article)}
        </span>
      </article>
    </Card>
  );
}

/** Screen readers that read the link alone get the head as sentences. */
function inWords({ category, participantsCount, createdAt, standing }: Article): string {
  const label = optionLabel(SOS_CATEGORIES, category);
  const people = participantsCount > 1 ? `${participantsCount} participants. ` : '';
  const outcome = standing ? ` ${lastOutcomeText(standing)}.` : '';
  return `${label}. ${people}${formatShortDate(createdAt)}.${outcome}`;
}

function CardHead({ article }: { article: Article }) {
  const found = article.highlights?.category ?? [];
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-xs text-muted-foreground">
      <CategoryBadge category={article.category}>
        {found.length > 0 ? (
          <span>
            <Highlighted text={optionLabel(SOS_CATEGORIES, article.category)} ranges={found} />
          </span>
        ) : undefined}
      </CategoryBadge>
      <OutcomeBadge outcome={article.standing} />
      <span className="ml-auto flex items-center gap-3">
        <Participants count={article.participantsCount} />
        <time dateTime={article.createdAt}>{formatShortDate(article.createdAt)}</time>
      </span>
    </div>
  );
}

function KeyPoints({ article: { keyPoints, highlights } }: { article: Article }) {
  if (keyPoints.length === 0) return null;
  const shown = highlights ? keyPoints : keyPoints.slice(0, POINTS_AT_FIRST);
  const more = keyPoints.length - shown.length;
  return (
    <ul className="grid gap-1.5 border-l-2 border-primary/40 pl-3 text-sm wrap-anywhere">
      {shown.map((text, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the points of an article keep their order
        <li key={index}>
          <Highlighted text={text} ranges={highlights?.keyPoints[index]} />
        </li>
      ))}
      {more > 0 && (
        <li className="text-muted-foreground">{`et ${plural(more, 'autre point', 'autres points')}`}</li>
      )}
    </ul>
  );
}

export function ArticleCardSkeleton() {
  return (
    <div className="grid gap-3 rounded-lg border bg-card p-4 md:p-5">
      <div className="flex justify-between">
        <Skeleton className="h-6 w-24 rounded-full" />
        <Skeleton className="w-40" />
      </div>
      <Skeleton className="h-6 w-3/4" />
      <Skeleton className="w-full" />
      <Skeleton className="w-5/6" />
    </div>
  );
}
