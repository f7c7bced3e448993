import { DEAL_CATEGORIES, type Deal } from '@guilde/contracts/deals/rules.ts';
import { memberName, optionLabel } from '@guilde/contracts/profiles/rules.ts';
import { useId } from 'react';
import { Link } from 'react-router-dom';
import { Progress } from '../kit/progress.tsx';
import { serverNow } from '../kit/server-time.ts';
import { StateBadge } from '../kit/state-badge.tsx';
import { paths } from '../paths.ts';
import { endText, goalOf, ownState, progressText, STATUSES } from './labels.ts';

/** The whole row leads to the deal; its accessible name is the title. */
export function DealRow({ deal }: { deal: Deal }) {
  const id = useId();
  const badge = ownState(deal) ?? STATUSES[deal.status];
  const facts = [
    optionLabel(DEAL_CATEGORIES, deal.category),
    deal.offer?.supplierName,
    memberName(deal.lead ?? deal.author),
    endText(deal, serverNow()),
  ];
  const progress = progressText(deal);
  return (
    <li className="relative grid gap-2 px-4 py-3 transition-colors duration-150 hover:bg-muted md:px-5">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1.5">
        <div className="grid min-w-0 flex-1 basis-56 gap-0.5">
          <Link
            to={paths.deal(deal.id)}
            aria-describedby={id}
            className="line-clamp-2 font-medium wrap-anywhere outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-ring"
          >
            {deal.title}
          </Link>
          <p id={id} className="text-sm text-muted-foreground">
            {facts.filter(Boolean).join(' · ')}
          </p>
        </div>
        <StateBadge state={badge.state}>{badge.label}</StateBadge>
      </div>
      {progress && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1.5 text-sm">
          {deal.status === 'open' && deal.progress && deal.offer && (
            <Progress
              value={deal.progress.total}
              max={goalOf(deal.offer, deal.progress.total)}
              label="Progression"
              className="sm:w-40"
            />
          )}
          <p>{progress}</p>
        </div>
      )}
    </li>
  );
}
