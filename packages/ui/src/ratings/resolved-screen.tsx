import { memberName } from '@guilde/contracts/profiles.ts';
import type { HelperToRate, RatingValue } from '@guilde/contracts/ratings.ts';
import { BookOpenCheck, CircleCheck } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Avatar } from '../kit/avatar.tsx';
import { Button } from '../kit/button.tsx';
import { DialogContent, DialogFooter } from '../kit/dialog.tsx';
import { StarAverage } from '../kit/star-rating.tsx';
import { Note } from '../kit/states.tsx';

export type ResolvedScreenProps = {
  helpers: readonly HelperToRate[];
  ratings: readonly { memberId: string; rating?: number | undefined }[];
  onClose: () => void;
};

/** What happened: thanks, who was rated, what comes next. */
export function ResolvedScreen({ helpers, ratings, onClose }: ResolvedScreenProps) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  const rated = helpers.flatMap(({ member }) => {
    const given = ratings.find(({ memberId }) => memberId === member.id);
    return given ? [{ member, rating: given.rating as RatingValue }] : [];
  });
  return (
    <DialogContent
      title={
        <span className="flex items-center gap-2">
          <CircleCheck aria-hidden strokeWidth={1.75} className="size-6 text-success" />
          SOS résolu
        </span>
      }
      description={
        rated.length > 0
          ? 'Merci d’avoir pris le temps. Le chat est fermé, chacun peut encore le relire.'
          : 'Merci de l’avoir dit. Ton SOS n’attend plus de réponse.'
      }
    >
      {rated.length > 0 && (
        <ul aria-label="Évaluations données" className="grid gap-2">
          {rated.map(({ member, rating }) => (
            <li key={member.id} className="flex items-center gap-3 text-sm">
              <Avatar name={memberName(member)} src={member.avatarUrl} size="sm" />
              <span className="min-w-0 flex-1 truncate font-medium">{memberName(member)}</span>
              <StarAverage average={rating} />
            </li>
          ))}
        </ul>
      )}
      <Note tone="primary" icon={<BookOpenCheck strokeWidth={1.75} />}>
        Le résumé part en modération. Une fois relu, il rejoint la base de connaissances.
      </Note>
      <DialogFooter>
        <Button ref={button} onClick={onClose}>
          Fermer
        </Button>
      </DialogFooter>
    </DialogContent>
  );
}
