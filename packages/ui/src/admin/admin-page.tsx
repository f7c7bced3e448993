import { Suspense, useEffect, useRef, useState } from 'react';
import { Link, Navigate, useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { useMember } from '../auth/account.ts';
import { ProofDialog } from '../credentials/proof-dialog.tsx';
import { Button } from '../kit/button.tsx';
import { CountBadge } from '../kit/count-badge.tsx';
import { Skeleton, SkeletonGroup } from '../kit/skeleton.tsx';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../kit/tabs.tsx';
import { paths } from '../paths.ts';
import { useCommunity } from '../settings/community.ts';
import { lazyPart } from '../shell/lazy-screen.tsx';
import { BackLink } from '../shell/links.tsx';
import { Page, PageHeader } from '../shell/page.tsx';
import { useQueue } from './data.ts';
import { type AdminPage, entriesFor, pageIn } from './entries.ts';
import { type Adding, SecondFactorGate } from './second-factor-gate.tsx';

const TITLE = 'Administration';
/** This many pixels of the previous tab stay visible. */
const TAB_MARGIN = 48;

const CONTENTS = {
  overview: lazyPart(async () => (await import('./overview/overview-tab.tsx')).OverviewTab),
  queue: lazyPart(async () => (await import('./queue/queue-tab.tsx')).QueueTab),
  summaries: lazyPart(async () => (await import('./summaries/summaries-tab.tsx')).SummariesTab),
  users: lazyPart(async () => (await import('./users-tab.tsx')).UsersTab),
  invitations: lazyPart(async () => (await import('./invitations/invitations-tab.tsx')).InvitationsTab),
  sos: lazyPart(async () => (await import('./sos-tab.tsx')).SosTab),
  events: lazyPart(async () => (await import('./events-tab.tsx')).EventsTab),
  incidents: lazyPart(async () => (await import('./incidents-tab.tsx')).IncidentsTab),
  messages: lazyPart(async () => (await import('./messages-tab.tsx')).MessagesTab),
  announcements: lazyPart(
    async () => (await import('./announcements/announcements-tab.tsx')).AnnouncementsTab,
  ),
  integrations: lazyPart(async () => (await import('./integrations/integrations-tab.tsx')).IntegrationsTab),
  contact: lazyPart(async () => (await import('./contact-tab.tsx')).ContactTab),
  journal: lazyPart(async () => (await import('./journal/journal-tab.tsx')).JournalTab),
};

/** Links in mails name the tab in the query. */
export function Component() {
  const { tab } = useParams();
  const [search] = useSearchParams();
  const { proven, role } = useMember();
  const entries = entriesFor(role, useCommunity().data?.events ?? tab === 'events');
  // It is set until the recovery codes are noted, though the session is proven before.
  const [adding, setAdding] = useState<Adding>(null);
  if (!proven || adding) return <SecondFactorGate adding={adding} onAdding={setAdding} />;
  const page = pageIn(entries, tab, search.get('view'));
  if (page) return <Office page={page} entries={entries} />;
  const { tab: requested, ...filters } = Object.fromEntries(search);
  const landing = pageIn(entries, requested, null) ?? entries[0]?.pages[0];
  return <Navigate to={paths.admin(landing?.tab, undefined, filters)} replace />;
}

type Entries = ReturnType<typeof entriesFor>;

function Office({ page, entries }: { page: AdminPage; entries: Entries }) {
  const navigate = useNavigate();
  const list = useRef<HTMLDivElement>(null);
  const open = entries.find(({ pages }) => pages.includes(page))?.id ?? '';
  useEffect(() => {
    const chosen = list.current?.querySelector<HTMLElement>(`[data-entry="${open}"]`);
    // `scrollIntoView` would scroll the page too.
    if (chosen) list.current?.scrollTo?.({ left: chosen.offsetLeft - TAB_MARGIN });
  }, [open]);
  const Content = CONTENTS[page.tab];
  return (
    <Page width="full" className="max-w-7xl">
      <PageHeader
        title={TITLE}
        documentTitle={`${page.label} · ${TITLE}`}
        back={<BackLink to={paths.home}>Retour à l’accueil</BackLink>}
      />
      <Tabs
        value={open}
        activationMode="manual"
        onValueChange={(next) =>
          void navigate(paths.admin(entries.find(({ id }) => id === next)?.pages[0]?.tab))
        }
      >
        <TabsList ref={list} aria-label={TITLE} className="relative">
          {entries.map(({ id, label }) => (
            <TabsTrigger key={id} value={id} data-entry={id}>
              <span>{label}</span>
              {id === 'waiting' && <QueueCount />}
            </TabsTrigger>
          ))}
        </TabsList>
        {entries.map(({ id, label, pages }) => (
          <TabsContent key={id} value={id} tabIndex={-1}>
            {pages.length > 1 && <Pages label={label} pages={pages} open={page} />}
            <Suspense fallback={<TabSkeleton />}>
              <Content />
            </Suspense>
          </TabsContent>
        ))}
      </Tabs>
      <ProofDialog />
    </Page>
  );
}

function Pages({ label, pages, open }: { label: string; pages: readonly AdminPage[]; open: AdminPage }) {
  return (
    <nav aria-label={label} className="mb-4 flex flex-wrap gap-1">
      {pages.map((page) => (
        <Button
          key={page.label}
          asChild
          size="sm"
          variant={page === open ? 'secondary' : 'ghost'}
          aria-current={page === open ? 'page' : undefined}
        >
          <Link to={paths.admin(page.tab, undefined, { view: page.view })}>{page.label}</Link>
        </Button>
      ))}
    </nav>
  );
}

function QueueCount() {
  const { data } = useQueue({ kind: 'all' });
  const waiting = data?.pages[0]?.counts.reduce((sum, { count }) => sum + count, 0) ?? 0;
  return <CountBadge count={waiting} label="en attente" />;
}

function TabSkeleton() {
  return (
    <SkeletonGroup className="grid gap-4">
      <Skeleton className="h-9 w-80 max-w-full" />
      <Skeleton className="h-64 w-full" />
    </SkeletonGroup>
  );
}
