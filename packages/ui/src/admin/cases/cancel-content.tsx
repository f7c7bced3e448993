import { denyRemoval } from '@guilde/contracts/admin/rules.ts';
import type { ConductRuleId, EventRuleId, RatingRuleId } from '@guilde/contracts/reports/conduct.ts';
import type { ReportedContent } from '@guilde/contracts/reports/rules.ts';
import { useMember } from '../../auth/account.ts';
import { type Act, ActButton } from '../../kit/reason-dialog.tsx';
import { acts, useAct } from '../acts.ts';
import { eventReason, measureReason, ratingReason } from './reasons.ts';

type Target = { kind: ReportedContent; id: string; ownerId: string | null; caseId?: string };

const WORDS = {
  event: {
    label: 'Annuler l’événement',
    title: 'Annuler cet événement\u202f?',
    description:
      'L’hôte reçoit la règle, le motif et le moyen de contester. Les participants lisent le motif si la règle ne reproche rien.',
  },
  deal: {
    label: 'Annuler le deal',
    title: 'Annuler ce deal\u202f?',
    description:
      'Qui le mène reçoit la règle, le motif et le moyen de contester. Les engagements tombent, et rien n’est commandé.',
  },
  rating: {
    label: 'Retirer l’évaluation',
    title: 'Retirer cette évaluation\u202f?',
    description:
      'Elle ne compte plus. Qui l’a donnée et qui l’a reçue lisent la règle et le motif, et peuvent contester.',
  },
};

const REASONS = {
  event: { confirmVariant: 'premium' as const, ...eventReason },
  deal: measureReason,
  rating: { confirmVariant: 'premium' as const, ...ratingReason },
};

/** Returns nothing for who holds it, and cancels it on its page. */
export function useCancellation(target: Target | null): Act[] {
  const viewer = useMember();
  const [cancelEvent, cancelDeal] = [useAct(acts.cancelEvent), useAct(acts.cancelDeal)];
  const removeRating = useAct(acts.removeRating);
  if (!target || viewer.role !== 'admin' || denyRemoval(viewer, target.ownerId)) return [];
  const { kind, id, caseId } = target;
  return [
    {
      ...WORDS[kind],
      destructive: true,
      ...REASONS[kind],
      onConfirm: (reason, rule) => {
        const order = { id, reason, ...(caseId && { caseId }) };
        if (kind === 'rating') return removeRating.run({ ...order, rule: rule as RatingRuleId });
        return kind === 'event'
          ? cancelEvent.run({ ...order, rule: rule as EventRuleId })
          : cancelDeal.run({ ...order, rule: rule as ConductRuleId });
      },
    },
  ];
}

export function CancelContent(target: Target) {
  return useCancellation(target).map((act) => <ActButton key={act.label} {...act} />);
}
