import type { Announcement } from '@guilde/contracts/announcements/rules.ts';
import { Megaphone, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { announce } from '../kit/announcer.tsx';
import { Button } from '../kit/button.tsx';
import { focusTitle } from '../kit/focus-title.ts';
import { plural } from '../kit/format.ts';
import { paths, safeReturnPath } from '../paths.ts';
import { useCurrentAnnouncements, useReadAnnouncements } from './data.ts';

export function AnnouncementBanner() {
  const { data: current = [] } = useCurrentAnnouncements();
  const { mutate: read } = useReadAnnouncements();
  const { pathname } = useLocation();
  const [newest, ...others] = current;
  useAnnouncedArrival(newest?.id, newest?.title);
  if (!newest || pathname === paths.announcements) return null;
  return (
    <section
      aria-label="Annonce de l’équipe"
      className="border-b border-primary/20 bg-primary-soft text-sm text-foreground print:hidden"
    >
      <div className="flex items-start gap-3 px-page py-2.5">
        <Megaphone
          aria-hidden
          strokeWidth={1.75}
          className="mt-0.5 size-4.5 shrink-0 text-primary max-md:mt-3"
        />
        <div className="min-w-0 flex-1 max-md:pt-2.5">
          <BannerText {...newest} />
          <p className="flex flex-wrap gap-x-4">
            {newest.link && (
              <BannerLink to={safeReturnPath(newest.link)} onClick={() => read([newest.id])}>
                Voir
              </BannerLink>
            )}
            <BannerLink to={paths.announcements}>
              {others.length > 0 ? `Lire (et ${plural(others.length, 'autre')})` : 'Lire en entier'}
            </BannerLink>
          </p>
        </div>
        <Button
          variant="ghost"
          size="icon"
          aria-label="Ranger l’annonce"
          title="Ranger l’annonce"
          onClick={() => {
            read([newest.id]);
            focusTitle();
          }}
        >
          <X aria-hidden strokeWidth={1.75} className="size-4.5" />
        </Button>
      </div>
    </section>
  );
}

/** The back office shows it before an announcement is sent. */
export function BannerText({ title, text }: Pick<Announcement, 'title' | 'text'>) {
  return (
    <p>
      <strong className="font-semibold wrap-anywhere">{title}</strong>{' '}
      <span className="line-clamp-2 wrap-anywhere text-muted-foreground">{text}</span>
    </p>
  );
}

function BannerLink({ to, onClick, children }: { to: string; onClick?: () => void; children: string }) {
  return (
    <Link
      to={to}
      {...(onClick && { onClick })}
      className="inline-flex min-h-6 items-center font-medium text-primary underline decoration-primary/40 underline-offset-4 hover:decoration-current max-md:min-h-11"
    >
      {children}
    </Link>
  );
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
