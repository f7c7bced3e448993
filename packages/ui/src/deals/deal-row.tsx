import { DEAL_CATEGORIES, type Deal } from '@guilde/contracts/deals/rules.ts';
import { memberName, optionLabel } from '@guilde/contracts/profiles/rules.ts';
import { Progress } from '../kit/progress.tsx';
import { serverNow } from '../kit/server-time.ts';
import { StateBadge } from '../kit/state-badge.tsx';
import { paths } from '../paths.ts';
import { LinkedRow } from '../shell/paged-list.tsx';
import { endText, goalOf, ownState, progressText, stateOf } from './labels.ts';

export function DealRow({ deal }: { deal: Deal }) {
  const badge = ownState(deal) ?? stateOf(deal);
  const text = progressText(deal);
  const facts = [
    optionLabel(DEAL_CATEGORIES, deal.category),
    deal.offer?.supplierName,
    memberName(deal.lead ?? deal.author),
    endText(deal, serverNow()),
  ];
  return (
    <LinkedRow
      to={paths.deal(deal.id)}
      title={deal.title}
      facts={facts}
      badge={<StateBadge state={badge.state}>{badge.label}</StateBadge>}
    >
      {text && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1.5 text-sm">
          {deal.status === 'open' && deal.progress && deal.offer && (
            <Progress
              value={deal.progress.total}
              max={goalOf(deal.offer, deal.progress.total)}
              label="Progression"
              className="sm:w-40"
            />
          )}
          <p>{text}</p>
        </div>
      )}
    </LinkedRow>
  );
}
