import { memberName } from '@guilde/contracts/profiles/rules.ts';
import type { SosHead } from '../conversations/sos-head.tsx';
import { Avatar } from '../kit/avatar.tsx';
import { CertifiedBadge } from '../kit/certified-badge.tsx';
import { cn } from '../kit/cn.ts';
import { formatDateTime } from '../kit/format.ts';
import { useSos } from './data.ts';
import { SosText } from './sos-text.tsx';

/** Scrollable areas must be reachable by keyboard (WCAG 2.1.1). */
const scrollable = { tabIndex: 0 };

/** The text lies over the messages once there are some, so that these do not move. */
export function SosInChat({ sosId, head }: { sosId: string; head: SosHead }) {
  const { data: sos } = useSos(sosId);
  if (!head.isOpen || !sos) return null;
  const name = memberName(sos.author);
  return (
    <section
      aria-label="Le SOS"
      {...scrollable}
      className={cn(
        'max-h-[70%] shrink-0 overflow-y-auto overscroll-contain border-b bg-card px-4 py-3 focus-visible:-outline-offset-2 md:px-5',
        !head.isUnwritten && 'absolute inset-x-0 top-0 z-20 animate-fade-in shadow-soft',
      )}
    >
      <div className="mx-auto grid max-w-3xl grid-cols-1 gap-3 text-sm md:text-[0.9375rem]">
        <div className="flex items-center gap-2.5 text-sm">
          <Avatar name={name} src={sos.author?.avatarUrl} size="sm" />
          <p className="min-w-0">
            <span className="flex items-center gap-1 font-medium">
              <span className="truncate">{name}</span>
              {sos.author?.isCertified && <CertifiedBadge className="size-4" />}
            </span>
            <span className="block truncate text-xs text-muted-foreground">
              {[sos.author?.storeName, formatDateTime(sos.createdAt)].filter(Boolean).join(' · ')}
            </span>
          </p>
        </div>
        <SosText sos={sos} heading="h2" />
      </div>
    </section>
  );
}
