import { type MemberProfile, memberName } from '@guilde/contracts/profiles/rules.ts';
import { plainLine } from '@guilde/contracts/text.ts';
import { ArrowLeft, Pencil, UserRoundX } from 'lucide-react';
import { Link, useLocation, useNavigate, useParams } from 'react-router-dom';
import { isRefusal } from '../api.ts';
import { useMember } from '../auth/account.ts';
import { Button } from '../kit/button.tsx';
import { Card } from '../kit/card.tsx';
import { Skeleton, SkeletonGroup } from '../kit/skeleton.tsx';
import { EmptyState } from '../kit/states.tsx';
import { SolvedSosList } from '../knowledge/solved-sos-list.tsx';
import { paths } from '../paths.ts';
import { ReportMemberButton } from '../reports/report-dialog.tsx';
import { LoadFailed } from '../shell/load-failed.tsx';
import { Page, useDocumentTitle } from '../shell/page.tsx';
import { HelpRequestButton } from '../sos/help-request-button.tsx';
import { BlockButton } from './block-button.tsx';
import { useMemberProfile } from './directory-data.ts';
import { MemberCard } from './member-card.tsx';
import { MemberStatsCard } from './member-stats-card.tsx';

export function Component() {
  const { userId = '' } = useParams();
  const { data: member, error, isFetching, refetch } = useMemberProfile(userId);
  useDocumentTitle(member ? plainLine(memberName(member)) : 'Profil');
  return (
    <Page>
      <BackLink />
      {member && !isRefusal(error, 'NOT_FOUND') ? (
        <Member member={member} />
      ) : (
        <>
          <h1 className="sr-only">Profil</h1>
          {!error && <MemberSkeleton />}
          {isRefusal(error, 'NOT_FOUND') && <MissingMember />}
          {error && !isRefusal(error, 'NOT_FOUND') && (
            <LoadFailed title="Impossible de charger le profil" query={{ error, refetch, isFetching }} />
          )}
        </>
      )}
    </Page>
  );
}

function Member({ member }: { member: MemberProfile }) {
  const isMe = useMember().id === member.id;
  return (
    <div className="grid grid-cols-1 items-start gap-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <MemberCard
        member={member}
        aside={
          isMe ? (
            <Button asChild variant="outline" className="sm:self-start">
              <Link to={paths.profile}>
                <Pencil />
                Mon profil
              </Link>
            </Button>
          ) : (
            <HelpRequestButton key={member.id} member={member} />
          )
        }
      />
      <MemberStatsCard memberId={member.id} />
      <SolvedSosList memberId={member.id} isMe={isMe} />
      {!isMe && (
        <div className="flex flex-wrap gap-2 lg:col-span-full">
          <BlockButton member={member} />
          <ReportMemberButton member={member} />
        </div>
      )}
    </div>
  );
}

/** Goes back in history when one came from the directory, which keeps its scroll position. */
function BackLink() {
  const navigate = useNavigate();
  const fromDirectory = (useLocation().state as { fromDirectory?: boolean } | null)?.fromDirectory === true;
  return (
    <Button asChild variant="ghost" className="mb-3 -ml-3 text-muted-foreground">
      <Link
        to={paths.directory}
        onClick={(event) => {
          if (!fromDirectory || event.metaKey || event.ctrlKey || event.shiftKey) return;
          event.preventDefault();
          void navigate(-1);
        }}
      >
        <ArrowLeft />
        Annuaire
      </Link>
    </Button>
  );
}

function MissingMember() {
  return (
    <EmptyState
      title="Profil introuvable"
      icon={<UserRoundX />}
      action={
        <Button asChild variant="outline">
          <Link to={paths.directory}>Voir l’annuaire</Link>
        </Button>
      }
    >
      Ce membre a peut-être quitté Guilde, ou le lien est incomplet.
    </EmptyState>
  );
}

function MemberSkeleton() {
  return (
    <SkeletonGroup
      label="Chargement du profil..."
      className="grid grid-cols-1 items-start gap-8 lg:grid-cols-[minmax(0,1fr)_20rem]"
    >
      <Card className="grid gap-6 md:p-6">
        <div className="flex flex-col gap-5 sm:flex-row sm:items-center">
          <Skeleton className="size-24 rounded-full" />
          <div className="grid flex-1 gap-2.5">
            <Skeleton className="h-8 w-56 max-w-full" />
            <Skeleton className="w-32" />
            <Skeleton className="h-3.5 w-44" />
          </div>
        </div>
        <Skeleton className="h-6 w-64 max-w-full" />
        <Skeleton className="h-20" />
      </Card>
      <Skeleton className="h-52 rounded-lg" />
    </SkeletonGroup>
  );
}
