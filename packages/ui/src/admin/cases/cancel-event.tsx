import { denyRemoval } from '@guilde/contracts/admin/rules.ts';
import type { EventRuleId } from '@guilde/contracts/reports/conduct.ts';
import { useMember } from '../../auth/account.ts';
import { type Act, ActButton } from '../../kit/reason-dialog.tsx';
import { acts, useAct } from '../acts.ts';
import { eventReason } from './reasons.ts';

type Target = { eventId: string; hostId: string | null; caseId?: string };

/** Returns nothing for the host, who cancels it on its page. */
export function useEventCancellation(target: Target | null): Act[] {
  const viewer = useMember();
  const cancel = useAct(acts.cancelEvent);
  if (!target || viewer.role !== 'admin' || denyRemoval(viewer, target.hostId)) return [];
  const { eventId: id, caseId } = target;
  return [
    {
      label: 'Annuler l’événement',
      destructive: true,
      title: 'Annuler cet événement\u202f?',
      description:
        'L’hôte reçoit la règle, le motif et le moyen de contester. Les participants lisent le motif si la règle ne reproche rien.',
      confirmVariant: 'premium',
      ...eventReason,
      onConfirm: (reason, rule) =>
        cancel.run({ id, reason, rule: rule as EventRuleId, ...(caseId && { caseId }) }),
    },
  ];
}

export function CancelEvent(target: Target) {
  return useEventCancellation(target).map((act) => <ActButton key={act.label} {...act} />);
}
