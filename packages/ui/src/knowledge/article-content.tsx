import type { Article } from '@guilde/contracts/knowledge/rules.ts';
import { Bot, UsersRound } from 'lucide-react';
import { formatDate, plural } from '../kit/format.ts';
import { Skeleton, SkeletonGroup } from '../kit/skeleton.tsx';
import { Note } from '../kit/states.tsx';
import { OutcomeBadge } from '../outcomes/outcome-badge.tsx';
import { CategoryBadge } from '../sos/sos-badges.tsx';

export function ArticleContent({ article, headingLevel }: { article: Article; headingLevel: 2 | 3 }) {
  const Heading = headingLevel === 2 ? 'h2' : 'h3';
  return (
    <div className="grid gap-6 wrap-anywhere">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm text-muted-foreground">
        <CategoryBadge category={article.category} />
        <Participants count={article.participantsCount} />
        <time dateTime={article.createdAt}>{formatDate(article.createdAt)}</time>
        <OutcomeBadge outcome={article.standing} />
      </div>
      {/* The text is plain, with no links in what a model or a stranger wrote. */}
      <p className="text-base leading-relaxed whitespace-pre-wrap md:text-lg">{article.summary}</p>
      {article.keyPoints.length > 0 && (
        <section className="grid gap-3">
          <Heading className="text-lg">À retenir</Heading>
          <ol className="grid gap-3">
            {article.keyPoints.map((text, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the points of an article keep their order
              <li key={index} className="flex gap-3">
                <span
                  aria-hidden
                  className="flex size-6 shrink-0 items-center justify-center rounded-full bg-primary-soft text-xs font-semibold text-primary-strong tabular-nums"
                >
                  {index + 1}
                </span>
                <span className="min-w-0 leading-relaxed">{text}</span>
              </li>
            ))}
          </ol>
        </section>
      )}
      <Note icon={<Bot />}>{originNote(article)}</Note>
    </div>
  );
}

/** One alone wrote, and talked with nobody: nothing is counted. */
export function Participants({ count }: { count: number }) {
  if (count < 2) return null;
  return (
    <span className="flex items-center gap-1.5">
      <UsersRound className="size-[1.15em]" />
      <span>{`${count} participants`}</span>
    </span>
  );
}

function originNote(article: Article): string {
  const { reviewedAt, isCorrected, avoidedSos } = article;
  const made = madeText(article);
  const reviewed = `${made}, ${isCorrected ? 'relu et corrigé' : 'relu'} par l’équipe${reviewedAt ? ` le ${formatDate(reviewedAt)}` : ''}.`;
  const avoided = avoidedSos > 0 ? ` Il a déjà évité un SOS à ${plural(avoidedSos, 'membre')}.` : '';
  return reviewed + avoided;
}

const NOTES_OF = { room: 'd’une Room', workshop: 'd’un Atelier', meeting: 'd’une Rencontre' } as const;

function madeText({
  origin,
  importedYear,
  eventKind,
}: Pick<Article, 'origin' | 'importedYear' | 'eventKind'>): string {
  if (origin === 'event') return `Compte rendu ${eventKind ? NOTES_OF[eventKind] : 'd’un événement'}`;
  if (origin === 'import') return `Repris de l’ancien groupe${importedYear ? `, ${importedYear}` : ''}`;
  return origin === 'ai' ? 'Résumé généré par IA' : 'Résumé automatique';
}

export function ArticleSkeleton() {
  return (
    <SkeletonGroup className="grid gap-6">
      <div className="flex gap-3">
        <Skeleton className="h-6 w-24 rounded-full" />
        <Skeleton className="h-6 w-40" />
      </div>
      <div className="grid gap-3">
        <Skeleton className="h-5 w-full" />
        <Skeleton className="h-5 w-full" />
        <Skeleton className="h-5 w-2/3" />
      </div>
      <Skeleton className="h-6 w-32" />
      <Skeleton className="h-5 w-4/5" />
      <Skeleton className="h-5 w-3/4" />
    </SkeletonGroup>
  );
}
