import { memberName } from '@guilde/contracts/profiles.ts';
import type { Sos, SosStatus } from '@guilde/contracts/sos.ts';
import { LifeBuoy } from 'lucide-react';
import { Link } from 'react-router-dom';
import { Button } from '../kit/button.tsx';
import { Card, SectionHeader } from '../kit/card.tsx';
import { CertifiedBadge } from '../kit/certified-badge.tsx';
import { RelativeTime } from '../kit/relative-time.tsx';
import { EmptyState } from '../kit/states.tsx';
import { paths } from '../paths.ts';
import { isPressing, StatusBadge, UrgentBadge } from '../sos/sos-badges.tsx';

export function RecentSos({ list }: { list: Sos[] }) {
  return (
    <section aria-label="SOS récents">
      <SectionHeader title="SOS récents">
        {list.length > 0 && (
          <Button asChild variant="link" className="max-md:min-h-11">
            <Link to={paths.sos()}>Tous les SOS</Link>
          </Button>
        )}
      </SectionHeader>
      {list.length === 0 ? (
        <EmptyState title="Aucun SOS pour l’instant" icon={<LifeBuoy strokeWidth={1.75} />} className="py-10">
          Lance le premier.
        </EmptyState>
      ) : (
        <ul className="grid gap-2">
          {list.map((sos) => (
            <li key={sos.id}>
              <RecentCard sos={sos} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function RecentCard({ sos }: { sos: Sos }) {
  const pressing = isPressing(sos);
  return (
    <Card asChild interactive {...(pressing ? { edge: 'accent' as const } : {})}>
      <Link to={paths.sosDetail(sos.id)} className="grid gap-1.5">
        <span className="flex flex-wrap items-center gap-1.5">
          {pressing && <UrgentBadge />}
          <StatusBadge status={dashboardStatus(sos.status)} />
          <RelativeTime date={sos.createdAt} className="ml-auto text-xs text-muted-foreground tabular-nums" />
        </span>
        <span className="font-title text-base leading-snug font-bold tracking-tight wrap-anywhere">
          {sos.title}
        </span>
        <span className="flex min-w-0 items-center gap-1 text-sm text-muted-foreground">
          <span className="truncate">{memberName(sos.author)}</span>
          {sos.author?.isCertified && <CertifiedBadge />}
          {sos.author && <span className="truncate">{` · ${sos.author.storeName}`}</span>}
        </span>
      </Link>
    </Card>
  );
}

/** The dashboard knows three labels: Résolu, En cours, otherwise Ouvert (specification, /home). */
function dashboardStatus(status: SosStatus): SosStatus {
  return status === 'closed' ? 'open' : status;
}
