import type { SolvedSos } from '@guilde/contracts/knowledge/rules.ts';
import { BookOpen } from 'lucide-react';
import { Link } from 'react-router-dom';
import { SectionHeader } from '../kit/card.tsx';
import { formatShortDate } from '../kit/format.ts';
import { paths } from '../paths.ts';
import { CategoryBadge } from '../sos/sos-badges.tsx';
import { useSolved } from './data.ts';

export function SolvedSosList({ memberId, isMe }: { memberId: string; isMe: boolean }) {
  const { data: solved } = useSolved(memberId);
  if (!solved || solved.length === 0) return null;
  return (
    <section className="lg:col-start-1">
      <SectionHeader title={isMe ? 'SOS résolus avec ton aide' : 'SOS résolus avec son aide'} />
      <ul className="divide-y border-y">
        {solved.map((sos) => (
          <SolvedRow key={sos.id} sos={sos} />
        ))}
      </ul>
    </section>
  );
}

function SolvedRow({ sos: { id, title, category, solvedAt, articleId } }: { sos: SolvedSos }) {
  return (
    <li className="grid gap-2 py-3">
      <Link
        to={paths.sosDetail(id)}
        className="justify-self-start rounded-sm font-medium wrap-anywhere underline-offset-4 hover:underline"
      >
        {title}
      </Link>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm text-muted-foreground">
        <CategoryBadge category={category} />
        <time dateTime={solvedAt}>{`Résolu le ${formatShortDate(solvedAt)}`}</time>
        {articleId && (
          <Link
            to={paths.article(articleId)}
            aria-label={`Lire le résumé de «\u00a0${title}\u00a0»`}
            className="flex items-center gap-1.5 rounded-sm text-primary-strong underline-offset-4 hover:underline max-md:min-h-11"
          >
            <BookOpen className="size-4" />
            Lire le résumé
          </Link>
        )}
      </div>
    </li>
  );
}
