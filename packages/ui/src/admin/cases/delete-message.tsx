import { denyRemoval } from '@guilde/contracts/admin/rules.ts';
import type { ConductRuleId } from '@guilde/contracts/reports/conduct.ts';
import { useMember } from '../../auth/account.ts';
import { acts, useAct } from '../acts.ts';
import { ActButton } from '../panel.tsx';
import { measureReason } from './reasons.ts';

type Props = { messageId: string; senderId: string | null; caseId?: string };

/** Renders nothing for the sender, who deletes it in the chat. */
export function DeleteMessage({ messageId, senderId, caseId }: Props) {
  const viewer = useMember();
  const remove = useAct(acts.deleteMessage);
  if (viewer.role !== 'admin' || denyRemoval(viewer, senderId)) return null;
  return (
    <ActButton
      destructive
      label="Supprimer le message"
      title="Supprimer ce message ?"
      description="Cette action est irréversible : le texte disparaît pour tout le monde, et une mention le remplace dans le chat. La personne reçoit la règle, le motif, son texte et le moyen de contester."
      {...measureReason}
      onConfirm={(reason, rule) =>
        remove.run({ id: messageId, reason, rule: rule as ConductRuleId, ...(caseId && { caseId }) })
      }
    />
  );
}
