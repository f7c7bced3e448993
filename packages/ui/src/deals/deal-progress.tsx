import { missingText, nextText } from '@guilde/contracts/deals/words.ts';
import { memberName } from '@guilde/contracts/profiles/rules.ts';
import { Link } from 'react-router-dom';
import { formatDateTime } from '../kit/format.ts';
import { Progress } from '../kit/progress.tsx';
import { StateBadge } from '../kit/state-badge.tsx';
import { paths } from '../paths.ts';
import type { ShownDeal } from './data.ts';
import { endText, goalOf, progressText, stateOf } from './labels.ts';

/** The server renews these sums once a day. The lead’s desk has the exact ones once the goal is reached. */
export function DealProgress({ deal }: { deal: ShownDeal }) {
  const { status, offer, progress, lead, choice } = deal;
  const { state, label } = stateOf(deal);
  const end = endText(deal, deal.now);
  const text = progressText(deal);
  return (
    <div className="grid gap-3 text-sm">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <StateBadge state={state}>{label}</StateBadge>
        {end && <span className="text-muted-foreground first-letter:uppercase">{end}</span>}
      </div>
      {status === 'open' && offer && (
        <Progress
          value={progress?.total ?? 0}
          max={goalOf(offer, progress?.total ?? 0)}
          label="Progression vers l’objectif"
        />
      )}
      {text && <p className="font-medium">{text}</p>}
      {status === 'open' && offer && (
        <p className="text-muted-foreground">
          {progress
            ? missingText(offer, progress.total)
            : 'Le total s’affiche à partir de cinq engagements, une fois par jour.'}
        </p>
      )}
      {choice && (
        <p className="text-muted-foreground">
          {`Avant le ${formatDateTime(choice.until)}\u00a0: ${nextText(choice)}.`}
        </p>
      )}
      {lead && (
        <p className="text-muted-foreground">
          {'Négocié par '}
          <Link to={paths.member(lead.id)} className="font-medium text-foreground hover:underline">
            {memberName(lead)}
          </Link>
        </p>
      )}
    </div>
  );
}
