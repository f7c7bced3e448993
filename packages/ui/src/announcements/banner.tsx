import type { Announcement } from '@guilde/contracts/announcements/rules.ts';
import { Megaphone, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { announce } from '../kit/announcer.tsx';
import { Button } from '../kit/button.tsx';
import { focusTitle } from '../kit/focus-title.ts';
import { plural } from '../kit/format.ts';
import { paths } from '../paths.ts';
import { useAppStore } from '../shell/app-store.ts';
import { useCurrentAnnouncements, useReadAnnouncements } from './data.ts';

const WITHOUT_BANNER = [paths.announcements, paths.chat(), paths.share];

/** The banner is one line, which leads to the whole text. Whoever writes, or reads the announcements, is not interrupted. */
export function AnnouncementBanner() {
  const { data: current = [] } = useCurrentAnnouncements();
  const { mutate: read } = useReadAnnouncements();
  const { pathname } = useLocation();
  const { isImmersed } = useAppStore();
  const [newest, ...others] = current;
  useAnnouncedArrival(newest?.id, newest?.title);
  if (!newest || isImmersed || WITHOUT_BANNER.includes(pathname)) return null;
  return (
    <section
      aria-label="Annonce de l’équipe"
      className="flex h-11.25 items-center border-b border-primary/20 bg-primary-soft pl-page text-sm text-foreground print:hidden"
    >
      <Link
        to={paths.announcements}
        className="flex h-full min-w-0 flex-1 items-center gap-3 rounded-sm underline-offset-4 hover:underline focus-visible:-outline-offset-2"
      >
        <Megaphone className="size-4.5 shrink-0 text-primary" />
        <BannerText {...newest} />
        {others.length > 0 && (
          <span className="shrink-0 text-muted-foreground">{`et ${plural(others.length, 'autre')}`}</span>
        )}
      </Link>
      <Button
        variant="ghost"
        size="icon"
        aria-label="Fermer l’annonce"
        title="Fermer l’annonce"
        className="mr-1 shrink-0 md:mr-6"
        onClick={() => {
          read([newest.id]);
          focusTitle();
        }}
      >
        <X className="size-4.5" />
      </Button>
    </section>
  );
}

/** The back office shows it before an announcement is sent. */
export function BannerText({ title }: Pick<Announcement, 'title'>) {
  return <strong className="min-w-0 truncate font-semibold">{title}</strong>;
}

/** Announces what arrives while the page is open, but not what came with it. */
function useAnnouncedArrival(id: string | undefined, title: string | undefined): void {
  const known = useRef<string | undefined | null>(null);
  useEffect(() => {
    const isArrival = known.current !== null && id !== undefined && id !== known.current;
    known.current = id;
    if (isArrival) announce(`Nouvelle annonce de l’équipe\u00a0: ${title}`);
  }, [id, title]);
}
