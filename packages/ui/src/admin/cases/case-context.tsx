import { memberName } from '@guilde/contracts/profiles/rules.ts';
import { useState } from 'react';
import { isProofMissing } from '../../credentials/proof.ts';
import { Button } from '../../kit/button.tsx';
import { cn } from '../../kit/cn.ts';
import { formatDateTime } from '../../kit/format.ts';
import { Skeleton, SkeletonGroup } from '../../kit/skeleton.tsx';
import { LoadFailed } from '../../shell/load-failed.tsx';
import { useCaseContext } from '../data.ts';
import { ProofNeeded } from '../proof-needed.tsx';

/** The context is fetched on request only, because the reading is journalled. */
export function CaseContext({ caseId }: { caseId: string }) {
  const [isWanted, setWanted] = useState(false);
  if (isWanted) return <Around caseId={caseId} />;
  return (
    <div className="grid justify-items-start gap-1">
      <Button size="sm" variant="outline" onClick={() => setWanted(true)}>
        Voir les messages autour
      </Button>
      <p className="text-xs text-muted-foreground">
        Cinq messages avant et après. La lecture est inscrite au journal, et les participants en sont
        informés.
      </p>
    </div>
  );
}

function Around({ caseId }: { caseId: string }) {
  const context = useCaseContext(caseId);
  if (isProofMissing(context.error)) return <ProofNeeded onProven={() => context.refetch()} />;
  if (context.error) return <LoadFailed title="Les messages n’ont pas pu être chargés." query={context} />;
  if (!context.data)
    return (
      <SkeletonGroup className="grid gap-2">
        <Skeleton className="h-12 w-full" />
        <Skeleton className="h-12 w-full" />
      </SkeletonGroup>
    );
  return (
    <ol aria-label="Messages autour" className="grid gap-2">
      {context.data.map(({ id, sender, content, isDeleted, isReported, createdAt }) => (
        <li
          key={id}
          className={cn(
            'grid gap-0.5 rounded-lg border bg-card px-3 py-2 text-sm',
            isReported && 'border-accent',
          )}
        >
          <span className="text-xs text-muted-foreground">
            {`${memberName(sender)}, ${formatDateTime(createdAt)}${isReported ? ' · Message signalé' : ''}`}
          </span>
          <span
            className={cn('break-words whitespace-pre-line', isDeleted && 'text-muted-foreground italic')}
          >
            {isDeleted ? 'Message supprimé' : content}
          </span>
        </li>
      ))}
    </ol>
  );
}
