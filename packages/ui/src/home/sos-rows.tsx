import type { Sos, SosStatus } from '@guilde/contracts/sos/rules.ts';
import { useId } from 'react';
import { Link } from 'react-router-dom';
import { Card } from '../kit/card.tsx';
import { paths } from '../paths.ts';
import { SosAriaDescription } from '../sos/sos-aria-description.tsx';
import { isStillUrgent, StatusBadge, UrgentBadge } from '../sos/sos-badges.tsx';
import { SosFoot, SosTopics } from '../sos/sos-card.tsx';

export function SosRows({ list, label }: { list: readonly Sos[]; label: string }) {
  return (
    <Card className="overflow-hidden p-0 md:p-0">
      <ul aria-label={label} className="divide-y">
        {list.map((sos) => (
          <SosRow key={sos.id} sos={sos} />
        ))}
      </ul>
    </Card>
  );
}

function SosRow({ sos }: { sos: Sos }) {
  const isUrgent = isStillUrgent(sos);
  const status = dashboardStatus(sos.status);
  const id = useId();
  return (
    <li
      data-urgent={isUrgent || undefined}
      className="relative grid grid-cols-1 gap-1.5 px-4 py-3.5 transition-colors duration-150 before:absolute before:inset-y-0 before:left-0 before:w-1 hover:bg-muted data-urgent:before:bg-accent md:px-5 forced-colors:data-urgent:before:bg-[Highlight]"
    >
      <span className="flex flex-wrap items-center gap-1.5">
        {isUrgent && <UrgentBadge />}
        <SosTopics sos={sos} />
        <StatusBadge status={status} />
      </span>
      <Link
        to={paths.sosDetail(sos.id)}
        aria-describedby={id}
        className="font-title text-base leading-snug font-bold tracking-tight wrap-anywhere outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-ring"
      >
        {sos.title}
      </Link>
      <span className="line-clamp-2 text-sm text-muted-foreground md:line-clamp-1">{sos.excerpt}</span>
      <SosFoot sos={sos} />
      <SosAriaDescription id={id} sos={sos} status={status} />
    </li>
  );
}

/** The dashboard has three labels: Résolu, En cours, otherwise Ouvert (docs/specification.md#home). */
function dashboardStatus(status: SosStatus): SosStatus {
  return status === 'closed' ? 'open' : status;
}
