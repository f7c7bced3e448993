import type { Figures } from '@guilde/contracts/information/rules.ts';
import { useFigures, usePageData } from './page-data.ts';

const HOUR = 60;
const DAY = 24 * HOUR;

export function LandingTrust() {
  const { organiser } = usePageData();
  return (
    <div className="grid max-w-md gap-3 border-t pt-5 text-sm text-muted-foreground">
      <p>
        Chaque boutique est parrainée par un membre qui la connaît et s’en porte garant. L’équipe vérifie
        chaque signalement et exclut qui n’est pas marchand.
      </p>
      <CommunityFigures figures={useFigures()} />
      {organiser && <p>{`${organiser} anime Guilde.`}</p>}
    </div>
  );
}

function CommunityFigures({ figures }: { figures: Figures | null }) {
  const { merchants = null, resolved = null, firstHelperMinutes = null } = figures ?? {};
  const known = [
    merchants !== null && { term: 'marchands certifiés', value: merchants.toLocaleString('fr-FR') },
    resolved !== null && { term: 'SOS résolus', value: resolved.toLocaleString('fr-FR') },
    firstHelperMinutes !== null && {
      term: 'délai médian avant une réponse',
      value: duration(firstHelperMinutes),
    },
  ].filter((one) => one !== false);
  if (known.length === 0) return null;
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(8rem,100%),1fr))] gap-x-6 gap-y-3">
      {known.map(({ term, value }) => (
        <div key={term} className="flex flex-col-reverse justify-end">
          <dt>{term}</dt>
          <dd className="font-title text-xl font-bold tracking-tight text-foreground tabular-nums">
            {value}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Takes minutes and rounds them to one unit. */
function duration(minutes: number): string {
  if (minutes < HOUR) return `${minutes}\u00a0min`;
  if (minutes < 2 * DAY) return `${Math.round(minutes / HOUR)}\u00a0h`;
  return `${Math.round(minutes / DAY)}\u00a0jours`;
}
