import { memberName } from '@guilde/contracts/profiles/rules.ts';
import { BookOpenCheck } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Avatar } from '../kit/avatar.tsx';
import { Button } from '../kit/button.tsx';
import { DialogFooter } from '../kit/dialog.tsx';
import { StarAverage } from '../kit/star-rating.tsx';
import { Note } from '../kit/states.tsx';
import type { Resolution } from './resolution.ts';

export function Resolved({
  given,
  willBeSummarised,
  onClose,
}: Pick<Resolution, 'given' | 'willBeSummarised'> & { onClose: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return (
    <>
      {given.length > 0 && (
        <ul aria-label="Évaluations données" className="grid gap-2">
          {given.map(({ member, rating }) => (
            <li key={member.id} className="flex items-center gap-3 text-sm">
              <Avatar name={memberName(member)} src={member.avatarUrl} size="sm" />
              <span className="min-w-0 flex-1 truncate font-medium">{memberName(member)}</span>
              <StarAverage average={rating} />
            </li>
          ))}
        </ul>
      )}
      <Note tone="primary" icon={<BookOpenCheck />}>
        {willBeSummarised
          ? 'Un résumé sera relu par l’équipe avant de rejoindre la base de connaissances.'
          : 'Personne n’a écrit pour t’aider\u00a0: il n’y a rien à résumer pour la base de connaissances.'}
      </Note>
      <DialogFooter>
        <Button ref={button} onClick={onClose}>
          Terminé
        </Button>
      </DialogFooter>
    </>
  );
}
