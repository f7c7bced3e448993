import { denyActOnSelf, denyWarning } from '@guilde/contracts/admin/rules.ts';
import type { ConductRuleId } from '@guilde/contracts/reports/conduct.ts';
import type { Role } from '@guilde/contracts/viewer.ts';
import { type ReactNode, useState } from 'react';
import { useMember } from '../../auth/account.ts';
import { Field } from '../../kit/field.tsx';
import { Select } from '../../kit/select.tsx';
import { acts, useAct } from '../acts.ts';
import { ActButton } from '../panel.tsx';
import { DURATIONS } from './durations.ts';
import { measureReason } from './reasons.ts';

type MeasuredMember = {
  id: string;
  name: string;
  role: Role;
  isCertified: boolean;
  suspendedAt: string | null;
};

type Props = { member: MeasuredMember; caseId?: string; wide?: ReactNode };

/**
 * The mildest measure comes first; moderators only warn. Each is mailed with its rule and a contest link.
 */
export function MeasureActs({ member, caseId }: Props) {
  const viewer = useMember();
  const warn = useAct(acts.warn);
  const withdraw = useAct(acts.withdrawCertification);
  if (denyActOnSelf(viewer, member.id)) return null;
  const isAdmin = viewer.role === 'admin';
  const { id, name } = member;
  const orderOf = (text: string, rule: string) => ({
    id,
    reason: text,
    rule: rule as ConductRuleId,
    ...(caseId && { caseId }),
  });
  return (
    <>
      {!denyWarning(viewer, member) && (
        <ActButton
          label="Avertir"
          title={`Avertir ${name} ?`}
          description="La personne lit l’avertissement par e-mail et une fois dans l’application, avec la règle, le motif et le moyen de contester."
          {...measureReason}
          onConfirm={(text, rule) => warn.run(orderOf(text, rule))}
        />
      )}
      {isAdmin && member.isCertified && (
        <ActButton
          label="Retirer la certification"
          title={`${name} : retirer la certification ?`}
          description="Le badge disparaît, et la personne ne peut plus inviter. Elle reçoit la règle, le motif et le moyen de contester."
          {...measureReason}
          onConfirm={(text, rule) => withdraw.run(orderOf(text, rule))}
        />
      )}
      {isAdmin && !member.suspendedAt && <Suspend name={name} orderOf={orderOf} />}
    </>
  );
}

type Order = { id: string; reason: string; rule: ConductRuleId; caseId?: string };

function Suspend({ name, orderOf }: { name: string; orderOf: (text: string, rule: string) => Order }) {
  const suspend = useAct(acts.suspend);
  const [days, setDays] = useState('7');
  return (
    <ActButton
      label="Suspendre"
      title={`Suspendre ${name} ?`}
      description="Ses sessions prennent fin tout de suite et elle ne peut plus se connecter. Elle reçoit la règle, le motif et le moyen de contester."
      {...measureReason}
      onConfirm={(text, rule) =>
        suspend.run({ ...orderOf(text, rule), days: days === '' ? null : Number(days) })
      }
    >
      <Field label="Durée">
        <Select options={DURATIONS} value={days} onChange={(event) => setDays(event.target.value)} />
      </Field>
    </ActButton>
  );
}

export function DeleteMember({ member, caseId, onDeleted }: Props & { onDeleted: () => void }) {
  const viewer = useMember();
  const remove = useAct(acts.deleteUser);
  if (denyActOnSelf(viewer, member.id) || viewer.role !== 'admin') return null;
  return (
    <ActButton
      destructive
      label="Supprimer le compte"
      title={`Supprimer le compte « ${member.name} » ?`}
      description="Cette action est irréversible : le compte et les données personnelles disparaissent, les messages restent sans nom. La personne reçoit le motif par e-mail, avec le moyen de contester."
      {...measureReason}
      onConfirm={async (text, rule) => {
        const order = { id: member.id, reason: text, rule: rule as ConductRuleId };
        await remove.run({ ...order, ...(caseId && { caseId }) });
        onDeleted();
      }}
    />
  );
}
