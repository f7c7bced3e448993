import type { GivenRating } from '@guilde/contracts/ratings/rules.ts';
import type { ReactNode } from 'react';
import { formatDate } from '../kit/format.ts';
import { StarAverage } from '../kit/star-rating.tsx';
import { StateBadge } from '../kit/state-badge.tsx';

type RatingRowProps = {
  rating: Pick<GivenRating, 'rating' | 'comment' | 'reply' | 'createdAt' | 'isRemoved'>;
  title: ReactNode;
  /** It names who answered the comment: « Ta réponse », « Karim répond ». */
  replyBy: string;
  children?: ReactNode;
};

export function RatingRow({
  rating: { rating, comment, reply, createdAt, isRemoved },
  ...row
}: RatingRowProps) {
  return (
    <li className="grid gap-2 py-4 first:pt-0 last:pb-0">
      <div className="flex items-start justify-between gap-3 text-sm">
        <div className="min-w-0">
          <p className="font-medium wrap-anywhere">{row.title}</p>
          <p className="text-muted-foreground">{formatDate(createdAt)}</p>
        </div>
        {isRemoved ? (
          <StateBadge state="ended">Retirée par l’équipe</StateBadge>
        ) : (
          <StarAverage average={rating} className="shrink-0" />
        )}
      </div>
      {comment && <p className="text-sm wrap-anywhere whitespace-pre-line">{comment}</p>}
      {reply && (
        <div className="border-l-2 pl-3 text-sm wrap-anywhere">
          <p className="font-medium">{row.replyBy}</p>
          <p className="whitespace-pre-line text-muted-foreground">{reply}</p>
        </div>
      )}
      <div className="flex flex-wrap gap-2 empty:hidden">{row.children}</div>
    </li>
  );
}
