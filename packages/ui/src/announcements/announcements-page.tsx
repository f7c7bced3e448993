import type { Announcement } from '@guilde/contracts/announcements/rules.ts';
import { ArrowRight, Megaphone } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { Badge } from '../kit/badge.tsx';
import { Card } from '../kit/card.tsx';
import { formatDateTime } from '../kit/format.ts';
import { serverNow } from '../kit/server-time.ts';
import { Skeleton, SkeletonGroup } from '../kit/skeleton.tsx';
import { EmptyState } from '../kit/states.tsx';
import { safeReturnPath } from '../paths.ts';
import { LoadFailed } from '../shell/load-failed.tsx';
import { Page, PageHeader } from '../shell/page.tsx';
import { useAnnouncements, useCurrentAnnouncements, useReadAnnouncements } from './data.ts';

export function Component() {
  return (
    <Page width="reading">
      <PageHeader title="Annonces" description="Ce que l’équipe de Guilde t’a écrit depuis un an." />
      <Content />
    </Page>
  );
}

function Content() {
  const { data, error, refetch, isFetching } = useAnnouncements();
  useReadOnceShown(data);
  if (error && !data)
    return <LoadFailed title="Impossible de charger les annonces" query={{ error, refetch, isFetching }} />;
  if (!data)
    return (
      <SkeletonGroup className="grid gap-4">
        <Skeleton className="h-32 w-full" />
        <Skeleton className="h-32 w-full" />
      </SkeletonGroup>
    );
  if (data.length === 0)
    return (
      <EmptyState title="Aucune annonce" icon={<Megaphone />}>
        Quand l’équipe écrira à tous les membres, tu le liras ici.
      </EmptyState>
    );
  return (
    <ol className="grid grid-cols-1 gap-4">
      {data.map((announcement) => (
        <li key={announcement.id}>
          <AnnouncementCard announcement={announcement} />
        </li>
      ))}
    </ol>
  );
}

/** Read announcements leave the banner; the mark « Nouveau » stays until the page is left. */
function useReadOnceShown(shown: Announcement[] | undefined): void {
  const { data: current } = useCurrentAnnouncements();
  const { mutate: read, isPending } = useReadAnnouncements();
  const listed = new Set(shown?.map(({ id }) => id));
  const unread = current?.filter(({ id }) => listed.has(id)).map(({ id }) => id) ?? [];
  const key = unread.join(' ');
  useEffect(() => {
    if (key && !isPending) read(key.split(' '));
  }, [key, isPending, read]);
}

function AnnouncementCard({ announcement }: { announcement: Announcement }) {
  const { title, text, link, authorName, receivedAt, readAt } = announcement;
  const [openedAt] = useState(serverNow);
  const isNew = readAt === null || openedAt - Date.parse(readAt) < NEW_MS;
  return (
    <Card>
      <article className="grid grid-cols-1 gap-2">
        <div className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-1">
          <h2 className="text-lg wrap-anywhere">{title}</h2>
          {isNew && <Badge tone="primary">Nouveau</Badge>}
        </div>
        <p className="wrap-anywhere whitespace-pre-line">{text}</p>
        {link && (
          <Link
            to={safeReturnPath(link)}
            className="inline-flex min-h-6 w-fit items-center gap-1.5 font-medium text-primary underline decoration-primary/40 underline-offset-4 hover:decoration-current max-md:min-h-11"
          >
            Voir dans Guilde
            <ArrowRight className="size-4" />
          </Link>
        )}
        <p className="text-sm text-muted-foreground">
          {`${authorName ? `${authorName}, pour l’équipe` : 'L’équipe de Guilde'} · ${formatDateTime(receivedAt)}`}
        </p>
      </article>
    </Card>
  );
}

/** The mark « Nouveau » needs this time, because opening the page reads them. */
const NEW_MS = 60_000;
