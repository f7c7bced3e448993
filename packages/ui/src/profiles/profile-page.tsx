import type { Account } from '@guilde/contracts/auth/rules.ts';
import type { Profile } from '@guilde/contracts/profiles/rules.ts';
import { ChevronRight, Ellipsis, Eye, LogOut, type LucideIcon, Settings, ShieldCheck } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import { DangerZone } from '../account/danger-zone.tsx';
import { DownloadData } from '../account/download-data.tsx';
import { SessionsBlock } from '../account/sessions-block.tsx';
import { useMember } from '../auth/account.ts';
import { useSignOut } from '../auth/sign-out.ts';
import { InvitationsBlock } from '../invitations/invitations-block.tsx';
import { SponsoredBlock } from '../invitations/sponsored-block.tsx';
import { Button } from '../kit/button.tsx';
import { Card, SectionHeader } from '../kit/card.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '../kit/dropdown-menu.tsx';
import { Skeleton, SkeletonGroup } from '../kit/skeleton.tsx';
import { paths } from '../paths.ts';
import { ReceivedRatings } from '../ratings/received-ratings.tsx';
import { LoadFailed } from '../shell/load-failed.tsx';
import { Page, PageHeader } from '../shell/page.tsx';
import { useProfile } from './data.ts';
import { MemberStatsCard } from './member-stats-card.tsx';
import { ProfileCard } from './profile-card.tsx';
import { ProfileForm } from './profile-form.tsx';

export function Component() {
  const { id, role } = useMember();
  return (
    <Page>
      <PageHeader title="Mon profil">
        <ProfileMenu memberId={id} />
      </PageHeader>
      <div className="grid grid-cols-1 items-start gap-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid grid-cols-1 gap-8">
          <Identity />
          <InvitationsBlock />
          <SponsoredBlock />
        </div>
        <div className="grid grid-cols-1 gap-8">
          <MemberStatsCard memberId={id}>
            <ReceivedRatings />
          </MemberStatsCard>
          <Destinations role={role} />
          <SessionsBlock />
        </div>
        <div className="grid grid-cols-1 gap-8">
          <section>
            <SectionHeader title="Mes données" />
            <Card className="p-0 md:p-0">
              <DownloadData />
            </Card>
          </section>
          <DangerZone />
        </div>
      </div>
    </Page>
  );
}

function Identity() {
  const { data: profile, error, refetch, isFetching } = useProfile();
  if (profile) return <ViewOrEdit profile={profile} />;
  if (error) {
    return <LoadFailed title="Impossible de charger le profil" query={{ error, refetch, isFetching }} />;
  }
  return (
    <SkeletonGroup label="Chargement du profil...">
      <Card className="grid gap-5">
        <div className="flex items-center gap-5">
          <Skeleton className="size-24 rounded-full" />
          <div className="grid flex-1 gap-2">
            <Skeleton className="h-7 w-48" />
            <Skeleton className="w-32" />
          </div>
        </div>
        <Skeleton className="h-32" />
      </Card>
    </SkeletonGroup>
  );
}

function ViewOrEdit({ profile }: { profile: Profile }) {
  const [editing, setEditing] = useState(false);
  return editing ? (
    <ProfileForm profile={profile} onDone={() => setEditing(false)} />
  ) : (
    <ProfileCard profile={profile} onEdit={() => setEditing(true)} />
  );
}

/** It leads to what belongs to the member beside the profile. */
function Destinations({ role }: Pick<Account, 'role'>) {
  return (
    <Card className="divide-y p-0 md:p-0">
      <Destination to={paths.settings()} icon={Settings} name="Réglages">
        Notifications, disponibilité, compte et sécurité.
      </Destination>
      {role !== 'member' && (
        <Destination to={paths.admin()} icon={ShieldCheck} name="Administration">
          {role === 'admin'
            ? 'Membres, SOS, messages et signalements.'
            : 'Signalements, résumés et messages de contact.'}
        </Destination>
      )}
    </Card>
  );
}

function Destination({
  to,
  icon: Icon,
  name,
  children,
}: {
  to: string;
  icon: LucideIcon;
  name: string;
  children: ReactNode;
}) {
  return (
    <Link
      to={to}
      className="flex items-center gap-3 px-4 py-3.5 first:rounded-t-lg last:rounded-b-lg hover:bg-muted md:px-5"
    >
      <Icon className="size-5 shrink-0 text-muted-foreground" />
      <span className="min-w-0 flex-1">
        <span className="block font-medium">{name}</span>
        <span className="block text-sm text-muted-foreground">{children}</span>
      </span>
      <ChevronRight className="size-5 shrink-0 text-muted-foreground" />
    </Link>
  );
}

function ProfileMenu({ memberId }: { memberId: string }) {
  const signOut = useSignOut();
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="outline" size="icon" aria-label="Actions du profil">
          <Ellipsis />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        <DropdownMenuItem asChild>
          <Link to={paths.member(memberId)}>
            <Eye />
            Voir ma page publique
          </Link>
        </DropdownMenuItem>
        <DropdownMenuSeparator />
        <DropdownMenuItem onSelect={signOut}>
          <LogOut />
          Se déconnecter
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
