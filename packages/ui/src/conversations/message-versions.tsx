import { type Message, VERSIONS_DAYS } from '@guilde/contracts/conversations/rules.ts';
import { useQuery } from '@tanstack/react-query';
import { Dialog, DialogContent } from '../kit/dialog.tsx';
import { formatDateTime } from '../kit/format.ts';
import { Skeleton } from '../kit/skeleton.tsx';
import { ErrorState } from '../kit/states.tsx';
import { Linkified } from '../linkified.tsx';
import { versionsQuery } from './corrections.ts';
import { useMemberContext } from './member-context.ts';

export function MessageVersions({ message, onClose }: { message: Message; onClose: () => void }) {
  const { api } = useMemberContext();
  const { data, error, isFetching, refetch } = useQuery(versionsQuery(api, message));
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent
        size="sm"
        startsOnTitle
        title="Avant modification"
        description={`Les participants voient les versions précédentes pendant ${VERSIONS_DAYS} jours.`}
      >
        {data && (
          <ol className="grid gap-3">
            {data.versions.map(({ content, replacedAt }) => (
              <li key={replacedAt} className="grid gap-1">
                <p className="text-xs text-muted-foreground">{`Jusqu’au ${formatDateTime(replacedAt)}`}</p>
                <div className="rounded-lg border bg-card px-3 py-2 text-sm break-words">
                  <Linkified text={content} />
                </div>
              </li>
            ))}
            {data.versions.length === 0 && (
              <li className="text-sm text-muted-foreground">Les versions précédentes sont effacées.</li>
            )}
          </ol>
        )}
        {!data && !error && <Skeleton className="h-16 rounded-lg" />}
        {!data && error && <ErrorState retrying={isFetching} onRetry={() => void refetch()} />}
      </DialogContent>
    </Dialog>
  );
}
