import { isPaused } from '@guilde/contracts/settings/rules.ts';
import {
  ArrowLeft,
  Bell,
  CalendarClock,
  ChevronRight,
  type LucideIcon,
  Shield,
  UserRound,
} from 'lucide-react';
import { type ComponentType, useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import { PasswordRow } from '../account/password-row.tsx';
import { useMember } from '../auth/account.ts';
import { PasskeyRows } from '../credentials/passkey-rows.tsx';
import { ProofDialog } from '../credentials/proof-dialog.tsx';
import { SecondFactorRow } from '../credentials/second-factor-row.tsx';
import { Card } from '../kit/card.tsx';
import { cn } from '../kit/cn.ts';
import { formatShortDate } from '../kit/format.ts';
import { serverNow } from '../kit/server-time.ts';
import { Skeleton, SkeletonGroup } from '../kit/skeleton.tsx';
import { useIsMobile } from '../kit/use-media.ts';
import { paths, type SettingsPage } from '../paths.ts';
import { LoadFailed } from '../shell/load-failed.tsx';
import { Page, PageHeader } from '../shell/page.tsx';
import { Redirect } from '../shell/redirect.tsx';
import { AccountSettings } from './account-settings.tsx';
import { AvailabilitySettings } from './availability-settings.tsx';
import { type SettingsProps, useChangeSettings, useSettings } from './data.ts';
import { NotificationSettings } from './notification-settings.tsx';

const pages: Record<
  SettingsPage,
  { label: string; icon: LucideIcon; Content: ComponentType<SettingsProps> }
> = {
  notifications: { label: 'Notifications', icon: Bell, Content: NotificationSettings },
  availability: { label: 'Disponibilité', icon: CalendarClock, Content: AvailabilitySettings },
  account: { label: 'Compte', icon: UserRound, Content: AccountSettings },
  security: { label: 'Sécurité', icon: Shield, Content: SecuritySettings },
};
const pageIds = Object.keys(pages) as SettingsPage[];

/** Phones show the list of the pages first, then one page; wide windows show both, and begin with the first. */
export function Component() {
  const { page } = useParams();
  const isMobile = useIsMobile();
  const open = pageIds.find((id) => id === page) ?? null;
  if (page !== undefined && open === null) return <Redirect to={paths.settings()} />;
  return (
    <Page>
      {isMobile && open === null ? <Index /> : <OpenPage id={open ?? 'notifications'} isMobile={isMobile} />}
      <ProofDialog />
    </Page>
  );
}

function Index() {
  return (
    <>
      <PageHeader title="Réglages" />
      <Card asChild className="divide-y p-0">
        <nav aria-label="Réglages">
          {pageIds.map((id) => (
            <IndexEntry key={id} id={id} />
          ))}
        </nav>
      </Card>
    </>
  );
}

function IndexEntry({ id }: { id: SettingsPage }) {
  const { label, icon: Icon } = pages[id];
  const value = useValueOf(id);
  return (
    <Link to={paths.settings(id)} className="flex items-center gap-3 px-4 py-3.5 hover:bg-muted">
      <Icon className="size-5 shrink-0 text-muted-foreground" />
      <span className="min-w-0 flex-1">
        <span className="block font-medium">{label}</span>
        <span className="block text-sm wrap-anywhere text-muted-foreground">{value}</span>
      </span>
      <ChevronRight className="size-5 shrink-0 text-muted-foreground" />
    </Link>
  );
}

function useValueOf(id: SettingsPage): string {
  const { email } = useMember();
  const { data: settings } = useSettings();
  const [now] = useState(serverNow);
  switch (id) {
    case 'notifications':
      return 'Sur tes appareils et par e-mail';
    case 'availability':
      return settings?.pausedUntil && isPaused(settings, now)
        ? `En pause jusqu’au ${formatShortDate(settings.pausedUntil)}`
        : 'Pauses, alertes et heures calmes';
    case 'account':
      return email;
    case 'security':
      return 'Mot de passe, clés d’accès, double vérification';
  }
}

function PageColumn({ open }: { open: SettingsPage }) {
  return (
    <nav aria-label="Réglages" className="sticky top-8 -ml-3 self-start">
      <ul className="grid gap-0.5">
        {pageIds.map((id) => (
          <li key={id}>
            <Link
              to={paths.settings(id)}
              aria-current={id === open ? 'page' : undefined}
              className={cn(
                'flex min-h-9 items-center rounded-md px-3 py-1.5 text-sm font-medium wrap-anywhere hover:bg-muted',
                id === open ? 'bg-muted' : 'text-muted-foreground hover:text-foreground',
              )}
            >
              {pages[id].label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function OpenPage({ id, isMobile }: { id: SettingsPage; isMobile: boolean }) {
  const { label } = pages[id];
  return (
    <>
      <PageHeader title={label} documentTitle={`${label} · Réglages`} back={isMobile && <BackLink />} />
      <div className="grid grid-cols-1 gap-x-8 md:grid-cols-[10rem_minmax(0,42rem)]">
        {!isMobile && <PageColumn open={id} />}
        <PageContent id={id} />
      </div>
    </>
  );
}

function PageContent({ id }: { id: SettingsPage }) {
  const { data: settings, error, refetch, isFetching } = useSettings();
  const { mutate: change } = useChangeSettings();
  const { Content } = pages[id];
  if (settings) {
    return (
      <div className="grid min-w-0 grid-cols-1 content-start gap-6">
        <Content settings={settings} change={change} />
      </div>
    );
  }
  if (error)
    return <LoadFailed title="Impossible de charger les réglages" query={{ error, refetch, isFetching }} />;
  return (
    <SkeletonGroup>
      <Skeleton className="h-64 rounded-lg" />
    </SkeletonGroup>
  );
}

function BackLink() {
  return (
    <Link
      to={paths.settings()}
      className="-ml-1 inline-flex min-h-11 items-center gap-1.5 pr-3 text-muted-foreground hover:text-foreground"
    >
      <ArrowLeft className="size-4.5" />
      Réglages
    </Link>
  );
}

function SecuritySettings() {
  return (
    <Card className="divide-y p-0 md:p-0">
      <PasswordRow />
      <PasskeyRows />
      <SecondFactorRow />
    </Card>
  );
}
