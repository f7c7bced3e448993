import type { Account } from '@guilde/contracts/auth/rules.ts';
import type { Profile } from '@guilde/contracts/profiles/rules.ts';
import { Settings, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { DangerZone } from '../account/danger-zone.tsx';
import { SessionsBlock } from '../account/sessions-block.tsx';
import { useMember } from '../auth/account.ts';
import { InvitationsBlock } from '../invitations/invitations-block.tsx';
import { Card } from '../kit/card.tsx';
import { Skeleton, SkeletonGroup } from '../kit/skeleton.tsx';
import { paths } from '../paths.ts';
import { LoadFailed } from '../shell/load-failed.tsx';
import { Page, PageHeader } from '../shell/page.tsx';
import { useProfile } from './data.ts';
import { MemberStatsCard } from './member-stats-card.tsx';
import { ProfileCard } from './profile-card.tsx';
import { ProfileForm } from './profile-form.tsx';

export function Component() {
  const { id, role } = useMember();
  return (
    <Page width="wide">
      <PageHeader title="Mon profil" />
      <div className="grid grid-cols-1 items-start gap-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid grid-cols-1 gap-8">
          <Identity />
          <InvitationsBlock />
        </div>
        <div className="grid grid-cols-1 gap-8">
          <MemberStatsCard memberId={id} />
          <SettingsCard />
          {role !== 'member' && <AdminCard role={role} />}
        </div>
        <div className="grid grid-cols-1 gap-8">
          <SessionsBlock />
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

function SettingsCard() {
  return (
    <Card asChild interactive>
      <Link to={paths.settings()} className="flex items-start gap-3">
        <Settings aria-hidden strokeWidth={1.75} className="mt-0.5 size-5 shrink-0 text-muted-foreground" />
        <span>
          <span className="block font-title text-lg leading-tight font-bold tracking-tight">Réglages</span>
          <span className="text-sm text-muted-foreground">Notifications, e-mails et apparence.</span>
        </span>
      </Link>
    </Card>
  );
}

function AdminCard({ role }: Pick<Account, 'role'>) {
  return (
    <Card asChild interactive edge="gold">
      <Link to={paths.admin()} className="flex items-start gap-3">
        <ShieldCheck aria-hidden strokeWidth={1.75} className="mt-0.5 size-5 shrink-0 text-gold-strong" />
        <span>
          <span className="block font-title text-lg leading-tight font-bold tracking-tight">
            Administration
          </span>
          <span className="text-sm text-muted-foreground">
            {role === 'admin'
              ? 'Membres, SOS, messages et signalements.'
              : 'Signalements, résumés et messages de contact.'}
          </span>
        </span>
      </Link>
    </Card>
  );
}
