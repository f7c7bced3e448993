import { toolLabel, toolsOf } from '@guilde/contracts/incidents/rules.ts';
import { memberName, optionLabel, SPECIALTIES } from '@guilde/contracts/profiles/rules.ts';
import { chatButtonState, type Sos, type SosDetail, type SosForViewer } from '@guilde/contracts/sos/rules.ts';
import { HandHelping } from 'lucide-react';
import { Link } from 'react-router-dom';
import { useMember } from '../auth/account.ts';
import { IncidentsOf } from '../incidents/incident-banner.tsx';
import { Avatar } from '../kit/avatar.tsx';
import { Badge } from '../kit/badge.tsx';
import { Card } from '../kit/card.tsx';
import { CertifiedBadge } from '../kit/certified-badge.tsx';
import { focusTitleProps } from '../kit/focus-title.ts';
import { formatDateTime } from '../kit/format.ts';
import { Skeleton } from '../kit/skeleton.tsx';
import { SosOutcome } from '../outcomes/sos-outcome.tsx';
import { paths } from '../paths.ts';
import { AlertCard } from './alert-card.tsx';
import { AwaitingReply } from './awaiting-reply.tsx';
import { CitedSos } from './cited-sos.tsx';
import { CategoryBadge, isStillUrgent, StatusBadge, UrgentBadge } from './sos-badges.tsx';
import { SosHelpers } from './sos-helpers.tsx';
import { SosText } from './sos-text.tsx';
import { WhatWorked } from './what-worked.tsx';

export function SosContent({
  sos,
  headingLevel,
}: {
  sos: Sos | SosDetail | SosForViewer;
  headingLevel: 1 | 2;
}) {
  const [Heading, Subheading] = headingLevel === 1 ? (['h1', 'h2'] as const) : (['h2', 'h3'] as const);
  return (
    <article className="mx-auto flex w-full max-w-3xl flex-1 flex-col gap-6 px-4 pt-3 pb-8 md:px-8">
      <header className="grid gap-3">
        <div className="flex flex-wrap items-center gap-1.5">
          {isStillUrgent(sos) && <UrgentBadge />}
          <CategoryBadge category={sos.category} />
          {sos.tool && <Badge tone="outline">{toolLabel(sos.tool)}</Badge>}
          <StatusBadge status={sos.status} />
        </div>
        <Heading {...focusTitleProps} className="rounded-sm text-page-title wrap-anywhere outline-offset-4">
          {sos.title}
        </Heading>
      </header>
      {'description' in sos && (
        <IncidentsOf tools={toolsOf(sos)} postedAt={sos.createdAt} heading={headingLevel === 1 ? 2 : 3} />
      )}
      <WhatWorked sos={sos} heading={Subheading} />
      <AwaitingReply sos={sos} heading={Subheading} />
      {'invitesYou' in sos && <Invitation sos={sos} />}
      {'alert' in sos && !sos.invitesYou && <AlertCard sos={sos} />}
      {sos.citesId && <CitedSos sosId={sos.citesId} />}
      <AuthorCard author={sos.author} />
      {'description' in sos ? <SosText sos={sos} heading={Subheading} /> : <TextSkeleton />}
      <SpecialtiesSought sos={sos} />
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-muted-foreground">
        <span>
          Publié le <time dateTime={sos.createdAt}>{formatDateTime(sos.createdAt)}</time>
        </span>
        {sos.correctedAt && (
          <span>
            Modifié le <time dateTime={sos.correctedAt}>{formatDateTime(sos.correctedAt)}</time>
          </span>
        )}
      </p>
      <SosOutcome sos={sos} heading={Subheading} />
      <SosHelpers sos={sos} heading={Subheading} />
    </article>
  );
}

/** It is shown as long as the viewer can still join. */
function Invitation({ sos }: { sos: SosForViewer }) {
  const { id: viewerId } = useMember();
  const canHelp = ['can-join', 'no-conversation'].includes(chatButtonState(viewerId, sos));
  if (!sos.invitesYou || !canHelp) return null;
  return (
    <Card edge="primary" className="flex items-center gap-3 py-3 text-sm md:py-3">
      <HandHelping className="size-5 shrink-0 text-primary" />
      <p className="min-w-0 font-medium wrap-anywhere">{`${memberName(sos.author)} t’invite à aider.`}</p>
    </Card>
  );
}

function AuthorCard({ author }: Pick<Sos, 'author'>) {
  const name = memberName(author);
  return (
    <Card className="flex items-center gap-3 md:p-4">
      <Avatar name={name} src={author?.avatarUrl} />
      <div className="min-w-0 flex-1 text-sm">
        <p className="flex items-center gap-1">
          {author ? (
            <Link
              to={paths.member(author.id)}
              className="truncate rounded-sm font-medium underline-offset-4 after:absolute after:inset-0 hover:underline"
            >
              {name}
            </Link>
          ) : (
            <span className="font-medium">{name}</span>
          )}
          {author?.isCertified && <CertifiedBadge />}
        </p>
        {author && (
          <p className="text-muted-foreground">
            {[author.storeName, ...author.specialties.map((id) => optionLabel(SPECIALTIES, id))].join(' · ')}
          </p>
        )}
      </div>
    </Card>
  );
}

function SpecialtiesSought({ sos }: { sos: Sos }) {
  if (sos.specialties.length === 0) return null;
  return (
    <div className="flex flex-wrap items-center gap-1.5 text-sm">
      <span className="mr-1 text-muted-foreground">Spécialités recherchées</span>
      {sos.specialties.map((id) => (
        <Badge key={id} tone="outline">
          {optionLabel(SPECIALTIES, id)}
        </Badge>
      ))}
    </div>
  );
}

export function TextSkeleton() {
  return (
    <div className="grid gap-2.5">
      <Skeleton className="w-full" />
      <Skeleton className="w-11/12" />
      <Skeleton className="w-3/5" />
    </div>
  );
}
