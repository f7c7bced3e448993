import type { Home } from '@guilde/contracts/home.ts';
import { Plus } from 'lucide-react';
import { Link } from 'react-router-dom';
import { useMember } from '../auth/account.ts';
import { Button } from '../kit/button.tsx';
import { paths } from '../paths.ts';
import { LoadFailed } from '../shell/load-failed.tsx';
import { Page, PageHeader } from '../shell/page.tsx';
import { useHome } from './data.ts';
import { HomeMenu } from './home-menu.tsx';
import { HomeSkeleton } from './home-skeleton.tsx';
import { InvitationsLeft } from './invitations-left.tsx';
import { RecentSos } from './recent-sos.tsx';
import { TopHelpers } from './top-helpers.tsx';
import { YourTurn } from './your-turn.tsx';

/** First what waits for the member, then what is new. */
export function Component() {
  const { profile } = useMember();
  const home = useHome();
  return (
    <Page width="wide" className="max-md:pb-24">
      <PageHeader title={`Bonjour ${profile?.firstName ?? ''}`.trim()} documentTitle="Accueil">
        <HomeMenu />
        <Button
          asChild
          variant="hero"
          className="max-md:fixed max-md:right-4 max-md:bottom-[calc(var(--shell-bottom)+1rem)] max-md:z-20 max-md:h-12 max-md:rounded-full max-md:px-5 max-md:text-base"
        >
          <Link to={paths.sosNew}>
            <Plus aria-hidden strokeWidth={1.75} />
            Lancer un SOS
          </Link>
        </Button>
      </PageHeader>
      <HomeBody home={home} />
    </Page>
  );
}

function HomeBody({ home: { data, error, refetch, isFetching } }: { home: ReturnType<typeof useHome> }) {
  if (data) return <Dashboard home={data} />;
  if (!error) return <HomeSkeleton />;
  return <LoadFailed title="Impossible de charger l’accueil" query={{ error, refetch, isFetching }} />;
}

function Dashboard({ home }: { home: Home }) {
  return (
    <div className="grid gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="grid content-start gap-8">
        <YourTurn unread={home.unread} matching={home.matching} />
        <RecentSos list={home.recentSos} />
      </div>
      <div className="grid content-start gap-8">
        <TopHelpers helpers={home.topHelpers} />
        <InvitationsLeft left={home.invitationsLeft} />
      </div>
    </div>
  );
}
