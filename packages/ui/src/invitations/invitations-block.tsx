import { INITIAL_INVITATIONS, type Invitations } from '@guilde/contracts/invitations/rules.ts';
import { MailPlus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { Badge } from '../kit/badge.tsx';
import { Button } from '../kit/button.tsx';
import { Card, SectionHeader } from '../kit/card.tsx';
import { formatNumber, pluralWord } from '../kit/format.ts';
import { Skeleton, SkeletonGroup } from '../kit/skeleton.tsx';
import { EmptyState, ErrorState } from '../kit/states.tsx';
import { failureText } from '../refusals.ts';
import { useInvitations } from './data.ts';
import { InvitationRow, type Unanswered } from './invitation-row.tsx';
import { InviteForm } from './invite-form.tsx';

const SHOWN_AT_FIRST = 6;

/** It is the target of `#invitations`. */
export function InvitationsBlock() {
  const { data, error, refetch, isFetching } = useInvitations();
  const section = useHashTarget('invitations');
  return (
    <section ref={section} id="invitations" className="scroll-mt-20">
      <SectionHeader title="Invitations">
        {data && (
          <Badge tone="gold" className="tabular-nums">
            {`${formatNumber(data.left)} ${pluralWord(data.left, 'restante')}`}
          </Badge>
        )}
      </SectionHeader>
      {data ? (
        <Card className="grid grid-cols-1 gap-5">
          <div className="grid grid-cols-1 gap-2">
            <InviteForm left={data.left} />
            <p className="text-sm text-muted-foreground">
              Tu as {INITIAL_INVITATIONS} invitations au départ, et une de plus pour chaque marchand invité
              qui complète son profil.
            </p>
          </div>
          <InvitationList invitations={data.invitations} />
        </Card>
      ) : error ? (
        <ErrorState
          title="Impossible de charger les invitations"
          onRetry={() => void refetch()}
          retrying={isFetching}
        >
          {failureText(error, 'Réessaie dans un instant.')}
        </ErrorState>
      ) : (
        <SkeletonGroup>
          <Skeleton className="h-56 rounded-lg" />
        </SkeletonGroup>
      )}
    </section>
  );
}

function InvitationList({ invitations }: Pick<Invitations, 'invitations'>) {
  const [all, setAll] = useState(false);
  if (invitations.length === 0) {
    return (
      <EmptyState title="Aucune invitation envoyée" icon={<MailPlus />} className="border-0 bg-muted/60 py-8">
        Pense à un marchand que tu estimes et qui sait donner un coup de main. Son e-mail suffit.
      </EmptyState>
    );
  }
  const unanswered = invitations.filter((one): one is Unanswered => one.status !== 'accepted');
  if (unanswered.length === 0) return null;
  const shown = all ? unanswered : unanswered.slice(0, SHOWN_AT_FIRST);
  return (
    <div>
      <ul aria-label="Invitations envoyées" className="divide-y border-t">
        {shown.map((invitation) => (
          <InvitationRow key={invitation.id} invitation={invitation} />
        ))}
      </ul>
      {shown.length < unanswered.length && (
        <Button
          variant="ghost"
          size="sm"
          className="mt-2"
          onClick={() => setAll(true)}
        >{`Afficher les ${formatNumber(unanswered.length)} invitations`}</Button>
      )}
    </div>
  );
}

/** The router does not scroll to an element that is rendered after the data has loaded. */
function useHashTarget(id: string) {
  const target = useRef<HTMLElement>(null);
  const { hash } = useLocation();
  useEffect(() => {
    if (hash === `#${id}`) target.current?.scrollIntoView({ block: 'start' });
  }, [hash, id]);
  return target;
}
