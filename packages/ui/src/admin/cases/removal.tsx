import { denyRemoval } from '@guilde/contracts/admin/rules.ts';
import type { ConductRuleId, EventRuleId, RatingRuleId } from '@guilde/contracts/reports/conduct.ts';
import type { ReportedContent } from '@guilde/contracts/reports/rules.ts';
import { useMember } from '../../auth/account.ts';
import { type Act, ActButton } from '../../kit/reason-dialog.tsx';
import { acts, useAct } from '../acts.ts';
import { eventReason, measureReason, ratingReason } from './reasons.ts';

type Target = { kind: 'message' | ReportedContent; id: string; ownerId: string | null; caseId?: string };

const WORDS = {
  message: {
    label: 'Supprimer le message',
    title: 'Supprimer ce message\u202f?',
    description:
      'Cette action est irréversible\u00a0: une mention remplace le texte. La personne reçoit son texte, la règle, le motif et le moyen de contester.',
  },
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
  message: measureReason,
  event: { confirmVariant: 'premium' as const, ...eventReason },
  deal: measureReason,
  rating: { confirmVariant: 'premium' as const, ...ratingReason },
};

/** Returns nothing for whose it is: they take it away on its own page. */
export function useRemoval(target: Target | null): Act[] {
  const viewer = useMember();
  const deleteMessage = useAct(acts.deleteMessage);
  const cancelEvent = useAct(acts.cancelEvent);
  const cancelDeal = useAct(acts.cancelDeal);
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
        if (kind === 'event') return cancelEvent.run({ ...order, rule: rule as EventRuleId });
        if (kind === 'rating') return removeRating.run({ ...order, rule: rule as RatingRuleId });
        const { run } = kind === 'deal' ? cancelDeal : deleteMessage;
        return run({ ...order, rule: rule as ConductRuleId });
      },
    },
  ];
}

export function RemovalButton(target: Target) {
  return useRemoval(target).map((act) => <ActButton key={act.label} {...act} />);
}
