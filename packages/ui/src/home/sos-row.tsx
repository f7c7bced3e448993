import type { Sos, SosStatus } from '@guilde/contracts/sos/rules.ts';
import { useId } from 'react';
import { Link } from 'react-router-dom';
import { RelativeTime } from '../kit/relative-time.tsx';
import { paths } from '../paths.ts';
import { SosAriaDescription } from '../sos/sos-aria-description.tsx';
import { isStillUrgent, StatusBadge, UrgentBadge } from '../sos/sos-badges.tsx';
import { SosAuthor } from '../sos/sos-card.tsx';

export function SosRow({ sos }: { sos: Sos }) {
  const isUrgent = isStillUrgent(sos);
  const status = dashboardStatus(sos.status);
  const id = useId();
  return (
    <li
      data-urgent={isUrgent || undefined}
      className="relative grid grid-cols-1 gap-1.5 px-4 py-2.5 transition-colors duration-150 before:absolute before:inset-y-0 before:left-0 before:w-1 hover:bg-muted data-urgent:before:bg-accent md:px-5 forced-colors:data-urgent:before:bg-[Highlight]"
    >
      <Link
        to={paths.sosDetail(sos.id)}
        aria-describedby={id}
        className="line-clamp-2 font-medium wrap-anywhere outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-ring"
      >
        {sos.title}
      </Link>
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-muted-foreground">
        <SosAuthor author={sos.author} />
        {isUrgent && <UrgentBadge />}
        <StatusBadge status={status} />
        <RelativeTime date={sos.createdAt} className="tabular-nums" />
      </span>
      <SosAriaDescription id={id} sos={sos} status={status} />
    </li>
  );
}

/** The dashboard has three labels: Résolu, En cours, otherwise Ouvert (docs/specification.md#home). */
function dashboardStatus(status: SosStatus): SosStatus {
  return status === 'closed' ? 'open' : status;
}
