import {
  type Deal,
  type DealOffer,
  type DealStatus,
  denyCommitment,
  isUndecided,
} from '@guilde/contracts/deals/rules.ts';
import { formatNumber, plural } from '../kit/format.ts';
import type { State } from '../kit/state-badge.tsx';

export const TITLE = 'Deals groupés';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const dayFormat = new Intl.DateTimeFormat('fr-FR', {
  day: 'numeric',
  month: 'long',
  timeZone: 'Europe/Paris',
});

const STATUSES: Record<DealStatus, { state: State; label: string }> = {
  proposed: { state: 'waiting', label: 'En relecture' },
  idea: { state: 'active', label: 'Idée' },
  negotiation: { state: 'active', label: 'En négociation' },
  offered: { state: 'waiting', label: 'Offre en relecture' },
  open: { state: 'active', label: 'Ouvert' },
  reached: { state: 'done', label: 'Objectif atteint' },
  'not-reached': { state: 'ended', label: 'Objectif non atteint' },
  concluded: { state: 'done', label: 'Conclu' },
  reviewed: { state: 'done', label: 'Bilan fait' },
  cancelled: { state: 'ended', label: 'Annulé' },
};

export function stateOf({ status, choice }: Deal): { state: State; label: string } {
  return choice ? { state: 'waiting', label: 'Choix en cours' } : STATUSES[status];
}

/** Names the viewer’s own part in what is not decided yet; null without one. */
export function ownState(deal: Deal): { state: State; label: string } | null {
  const { isLead, commitment, interest, status } = deal;
  if (commitment?.state === 'void' && status === 'open') return { state: 'urgent', label: 'Confirme' };
  if (!isUndecided(deal)) return null;
  if (isLead) return { state: 'done', label: 'Tu négocies' };
  if (commitment?.state === 'committed') return { state: 'done', label: 'Tu t’engages' };
  return interest && !commitment ? { state: 'waiting', label: 'Tu suis' } : null;
}

/** « 15 mars », « 1er avril » in Paris, where a day of a deal ends. */
export function dealDay(date: string): string {
  return dayFormat.format(Date.parse(date)).replace(/^1 /, '1er ');
}

/** « se termine dans 3 j »; null unless commitments are taken. */
export function endText(deal: Deal, now: number): string | null {
  if (denyCommitment(deal, now) !== null || deal.commitUntil === null) return null;
  const left = Date.parse(deal.commitUntil) - now;
  if (left >= DAY_MS) return `se termine dans ${Math.floor(left / DAY_MS)}\u00a0j`;
  return left >= HOUR_MS
    ? `se termine dans ${Math.floor(left / HOUR_MS)}\u00a0h`
    : 'se termine dans moins d’une heure';
}

/** « 200 étuis » */
export const amountText = (quantity: number, { offer }: Pick<Deal, 'offer'>) =>
  `${formatNumber(quantity)}\u00a0${offer?.unit ?? ''}`.trim();

/** The objective comes first, then the next tier. */
export function goalOf({ minTotal, tiers }: DealOffer, total: number): number {
  if (total < minTotal) return minTotal;
  return (tiers.find(({ minimum }) => minimum > total) ?? tiers.at(-1))?.minimum ?? minTotal;
}

/** « Objectif atteint : 12 boutiques, 3 200 étuis. », « 12 boutiques, 3 200 étuis sur 5 000 » */
export function progressText(deal: Deal): string | null {
  const { status, progress, offer, commitUntil, choice } = deal;
  if (status === 'not-reached')
    return `Objectif non atteint${commitUntil ? ` le ${dealDay(commitUntil)}` : ''}. ${
      choice ? 'Qui mène le deal choisit la suite.' : 'Rien n’est commandé, rien n’est dû.'
    }`;
  if (!offer || status === 'offered')
    return deal.interested > 0 ? plural(deal.interested, 'intéressé') : null;
  if (!progress) return status === 'open' ? `Objectif\u00a0: ${amountText(offer.minTotal, deal)}` : null;
  const sum = `${plural(progress.members, 'boutique')}, ${amountText(progress.total, deal)}`;
  if (status !== 'open') return `Objectif atteint\u00a0: ${sum}.`;
  const goal = goalOf(offer, progress.total);
  return progress.total < goal ? `${sum} sur ${formatNumber(goal)}` : sum;
}
