import { denyRemoval } from '@guilde/contracts/admin/rules.ts';
import type { ConductRuleId } from '@guilde/contracts/reports/conduct.ts';
import { useMember } from '../../auth/account.ts';
import { type Act, ActButton } from '../../kit/reason-dialog.tsx';
import { acts, useAct } from '../acts.ts';
import { measureReason } from './reasons.ts';

type Target = { messageId: string; senderId: string | null; caseId?: string };

/** Returns nothing for the sender, who deletes it in the chat. */
export function useMessageRemoval(target: Target | null): Act[] {
  const viewer = useMember();
  const remove = useAct(acts.deleteMessage);
  if (!target || viewer.role !== 'admin' || denyRemoval(viewer, target.senderId)) return [];
  const { messageId: id, caseId } = target;
  return [
    {
      label: 'Supprimer le message',
      destructive: true,
      title: 'Supprimer ce message\u202f?',
      description:
        'Cette action est irréversible\u00a0: une mention remplace le texte. La personne reçoit son texte, la règle, le motif et le moyen de contester.',
      ...measureReason,
      onConfirm: (reason, rule) =>
        remove.run({ id, reason, rule: rule as ConductRuleId, ...(caseId && { caseId }) }),
    },
  ];
}

export function DeleteMessage(target: Target) {
  return useMessageRemoval(target).map((act) => <ActButton key={act.label} {...act} />);
}
