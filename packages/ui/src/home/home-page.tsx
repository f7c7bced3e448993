import type { Home } from '@guilde/contracts/home/rules.ts';
import { Plus } from 'lucide-react';
import { Suspense, useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { useMember } from '../auth/account.ts';
import { LegalAnnouncement } from '../information/legal-announcement.tsx';
import { InstallHint } from '../installation/install-hint.tsx';
import { Button } from '../kit/button.tsx';
import { paths } from '../paths.ts';
import { EvidenceBanner } from '../profiles/evidence-banner.tsx';
import { useCommunity } from '../settings/community.ts';
import { lazyPart } from '../shell/lazy-screen.tsx';
import { LoadFailed } from '../shell/load-failed.tsx';
import { Page, PageHeader } from '../shell/page.tsx';
import { useUnseen } from '../unseen.ts';
import { useHome } from './data.ts';
import { HomeMenu } from './home-menu.tsx';
import { HomeSkeleton } from './home-skeleton.tsx';
import { InvitationsLeft } from './invitations-left.tsx';
import { Now } from './now.tsx';
import { SinceYesterday } from './since-yesterday.tsx';
import { TopHelpers } from './top-helpers.tsx';

const ToolDeal = lazyPart(async () => (await import('../deals/tool-deal.tsx')).ToolDeal);
const TodayEvent = lazyPart(async () => (await import('../events/today-event.tsx')).TodayEvent);

export function Component() {
  const { profile } = useMember();
  const home = useHome();
  return (
    <Page className="max-md:pb-0">
      <PageHeader title={`Bonjour ${profile?.firstName ?? ''}`.trim()} documentTitle="Accueil">
        <HomeMenu />
        <LaunchSos className="max-md:hidden" />
      </PageHeader>
      <LegalAnnouncement />
      <EvidenceBanner />
      <HomeBody home={home} />
      <div className="sticky bottom-(--shell-bottom) z-10 -mx-4 mt-6 border-t bg-background px-4 py-2.5 md:hidden">
        <LaunchSos className="w-full" />
      </div>
    </Page>
  );
}

/** Phones have it below all content, within the thumb’s reach. */
function LaunchSos({ className }: { className: string }) {
  return (
    <Button asChild variant="hero" className={className}>
      <Link to={paths.sosNew}>
        <Plus />
        Lancer un SOS
      </Link>
    </Button>
  );
}

function HomeBody({ home: { data, error, refetch, isFetching } }: { home: ReturnType<typeof useHome> }) {
  if (data) return <Dashboard home={data} />;
  if (!error) return <HomeSkeleton />;
  return <LoadFailed title="Impossible de charger l’accueil" query={{ error, refetch, isFetching }} />;
}

function Dashboard({ home }: { home: Home }) {
  const { data: unseen } = useUnseen();
  return (
    <div className="grid grid-cols-1 gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="grid grid-cols-1 content-start gap-8">
        <EventAndDeal />
        <Now {...home} ownSos={unseen?.ownSos ?? []} />
        <SinceYesterday {...home} />
      </div>
      <div className="grid grid-cols-1 content-start gap-8">
        <TopHelpers helpers={home.topHelpers} />
        <InvitationsLeft left={home.invitationsLeft} />
        <InstallHint />
      </div>
    </div>
  );
}

/** They wait until the page is drawn, which they must not delay. */
function EventAndDeal() {
  const [isDrawn, setDrawn] = useState(false);
  const { data: community } = useCommunity(isDrawn);
  useEffect(() => {
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => setDrawn(true));
    });
    return () => cancelAnimationFrame(frame);
  }, []);
  if (!community?.events && !community?.deals) return null;
  return (
    <Suspense>
      {community.events && <TodayEvent />}
      {community.deals && <ToolDeal />}
    </Suspense>
  );
}
