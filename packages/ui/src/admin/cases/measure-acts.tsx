import { denyActOnSelf, denyWarning } from '@guilde/contracts/admin/rules.ts';
import type { ConductRuleId } from '@guilde/contracts/reports/conduct.ts';
import type { Role } from '@guilde/contracts/viewer.ts';
import { useState } from 'react';
import { useMember } from '../../auth/account.ts';
import { Field } from '../../kit/field.tsx';
import type { Act } from '../../kit/reason-dialog.tsx';
import { Select } from '../../kit/select.tsx';
import { acts, useAct } from '../acts.ts';
import { DURATIONS } from './durations.ts';
import { measureReason } from './reasons.ts';

export type MeasuredMember = {
  id: string;
  name: string;
  role: Role;
  isCertified: boolean;
  suspendedAt: string | null;
};

type Target = { member: MeasuredMember | null; caseId?: string; onDeleted: () => void };

/**
 * The mildest measure comes first; moderators only warn. Each is mailed with its rule and a contest link.
 */
export function useMeasures({ member, caseId, onDeleted }: Target): Act[] {
  const viewer = useMember();
  const warn = useAct(acts.warn);
  const withdraw = useAct(acts.withdrawCertification);
  const remove = useAct(acts.deleteUser);
  const suspension = useSuspension(member, caseId);
  if (!member || denyActOnSelf(viewer, member.id)) return [];
  const { name } = member;
  const warning: Act = {
    label: 'Avertir',
    title: `Avertir ${name}\u202f?`,
    description:
      'La personne reçoit la règle, le motif et le moyen de contester, par e-mail et dans l’application.',
    ...measureReason,
    onConfirm: (text, rule) => warn.run(orderOn(member, caseId, text, rule)),
  };
  const withdrawal: Act = {
    label: 'Retirer la certification',
    title: `${name}\u00a0: retirer la certification\u202f?`,
    description:
      'Le badge disparaît, et la personne ne peut plus inviter. Elle reçoit la règle, le motif et le moyen de contester.',
    ...measureReason,
    onConfirm: (text, rule) => withdraw.run(orderOn(member, caseId, text, rule)),
  };
  const deletion: Act = {
    label: 'Supprimer le compte',
    destructive: true,
    title: `Supprimer le compte «\u00a0${name}\u00a0»\u202f?`,
    description:
      'Cette action est irréversible\u00a0: le compte et ses données sont supprimés, les messages sont conservés sans nom. La personne en est informée par e-mail.',
    ...measureReason,
    onConfirm: async (text, rule) => {
      await remove.run(orderOn(member, caseId, text, rule));
      onDeleted();
    },
  };
  const warnings = denyWarning(viewer, member) ? [] : [warning];
  if (viewer.role !== 'admin') return warnings;
  return [...warnings, ...(member.isCertified ? [withdrawal] : []), ...suspension, deletion];
}

function useSuspension(member: MeasuredMember | null, caseId: string | undefined): Act[] {
  const suspend = useAct(acts.suspend);
  const [days, setDays] = useState('7');
  if (!member || member.suspendedAt) return [];
  return [
    {
      label: 'Suspendre',
      title: `Suspendre ${member.name}\u202f?`,
      description:
        'Ce compte est déconnecté partout et ne peut plus se connecter. La personne reçoit la règle, le motif et le moyen de contester.',
      ...measureReason,
      onConfirm: (text, rule) =>
        suspend.run({
          ...orderOn(member, caseId, text, rule),
          days: days === '' ? null : Number(days),
        }),
      children: (
        <Field label="Durée">
          <Select options={DURATIONS} value={days} onChange={(event) => setDays(event.target.value)} />
        </Field>
      ),
    },
  ];
}

function orderOn({ id }: MeasuredMember, caseId: string | undefined, reason: string, rule: string) {
  return { id, reason, rule: rule as ConductRuleId, ...(caseId && { caseId }) };
}
