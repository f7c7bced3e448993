import { type AdminUser, accountName } from '@guilde/contracts/admin/rules.ts';
import { errorText } from '@guilde/contracts/errors.ts';
import { MEMBER_ACTS, type MemberAct, type MemberActResult } from '@guilde/contracts/member-acts/rules.ts';
import type { ConductRuleId } from '@guilde/contracts/reports/conduct.ts';
import { newUuid } from '@guilde/contracts/uuid.ts';
import { X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { announce } from '../../kit/announcer.tsx';
import { Button } from '../../kit/button.tsx';
import { Field } from '../../kit/field.tsx';
import { plural } from '../../kit/format.ts';
import { ActButton } from '../../kit/reason-dialog.tsx';
import { Select } from '../../kit/select.tsx';
import { acts, useAct } from '../acts.ts';
import { AnnouncementDialog } from '../announcements/form.tsx';
import { DURATIONS } from '../cases/durations.ts';
import { measureReason, requiredReason } from '../cases/reasons.ts';
import type { Selection } from '../selection.tsx';

type ActTexts = { description: string; suits: (user: AdminUser) => boolean };

const hasBadge = ({ isCertified, profileComplete }: AdminUser) => isCertified && profileComplete;

/** An act is shown when it suits at least one member; the others are refused, each with the reason. */
const ACTS: Record<MemberAct, ActTexts> = {
  warn: {
    description:
      'Chaque personne lit l’avertissement par e-mail et une fois dans l’application, avec la règle, le motif et le moyen de contester.',
    suits: () => true,
  },
  suspend: {
    description:
      'Ces comptes sont déconnectés partout et ne peuvent plus se connecter. Chaque personne reçoit la règle, le motif et le moyen de contester.',
    suits: ({ suspendedAt }) => suspendedAt === null,
  },
  restore: {
    description: 'Ces personnes pourront de nouveau se connecter. Chacune reçoit le motif par e-mail.',
    suits: ({ suspendedAt }) => suspendedAt !== null,
  },
  withdraw: {
    description:
      'Le badge disparaît, et ces personnes ne peuvent plus inviter. Chacune reçoit la règle, le motif et le moyen de contester.',
    suits: hasBadge,
  },
  return: {
    description:
      'Le badge revient, et ces personnes peuvent de nouveau inviter. Chacune reçoit le motif par e-mail.',
    suits: (user) => user.profileComplete && !user.isCertified,
  },
};

type Props = { selection: Selection<AdminUser> };

export function SelectionBar({ selection }: Props) {
  const { chosen, clear, isFull } = selection;
  const [refused, setRefused] = useState<readonly MemberActResult[]>([]);
  const isFirst = useRef(true);
  useEffect(() => {
    if (!isFirst.current) announce(countText(chosen.length));
    isFirst.current = false;
  }, [chosen.length]);
  const done = (results: readonly MemberActResult[]) => {
    selection.leave(results.filter(({ refusal }) => refusal === null).map(({ userId }) => userId));
    setRefused(results.filter(({ refusal }) => refusal !== null));
  };
  if (chosen.length === 0) return null;
  return (
    <section
      aria-label="Membres sélectionnés"
      className="sticky bottom-(--shell-bottom) z-20 -mx-4 mt-4 grid gap-2 border-t bg-popover px-4 py-2.5 md:bottom-4 md:mx-0 md:rounded-xl md:border md:shadow-soft"
    >
      <Refused refused={refused.filter(({ userId }) => selection.isSelected(userId))} chosen={chosen} />
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <p className="text-sm font-medium tabular-nums">
          <span>{countText(chosen.length)}</span>
          {isFull && <span className="font-normal text-muted-foreground"> (le maximum)</span>}
        </p>
        <Button variant="ghost" size="sm" onClick={clear}>
          <X />
          Désélectionner
        </Button>
        <div className="flex gap-2 [scrollbar-width:none] max-md:-mx-4 max-md:w-screen max-md:overflow-x-auto max-md:px-4 md:ml-auto md:flex-wrap">
          <AnnouncementDialog
            receivers={{ audience: 'selection', memberIds: chosen.map(({ id }) => id) }}
            onSent={clear}
            trigger={<Button size="sm">Écrire…</Button>}
          />
          {MEMBER_ACTS.filter(({ id }) => chosen.some(ACTS[id].suits)).map(({ id, label }) => (
            <SeveralAct key={id} act={id} label={label} users={chosen} onDone={done} />
          ))}
        </div>
      </div>
    </section>
  );
}

function countText(count: number): string {
  return count === 0 ? 'Aucun membre sélectionné' : plural(count, 'sélectionné');
}

type ActProps = {
  act: MemberAct;
  label: string;
  users: readonly AdminUser[];
  onDone: (results: readonly MemberActResult[]) => void;
};

function SeveralAct({ act, label, users, onDone }: ActProps) {
  const { run } = useAct(acts.actOnSeveral);
  const [days, setDays] = useState('7');
  // The id stays until the act is known to be done, so that a retry reaches nobody twice.
  const [batch, setBatch] = useState(newUuid);
  const confirm = async (text: string, rule: string) => {
    const order = { id: batch, userIds: users.map(({ id }) => id), reason: text };
    const measure = { ...order, rule: rule as ConductRuleId };
    const results = await run(
      act === 'suspend'
        ? { ...measure, act, days: days === '' ? null : Number(days) }
        : act === 'restore' || act === 'return'
          ? { ...order, act }
          : { ...measure, act },
    );
    setBatch(newUuid());
    onDone(results);
  };
  return (
    <ActButton
      label={label}
      title={`${label}\u00a0: ${plural(users.length, 'membre')}\u202f?`}
      description={`${list.format(users.map(accountName))}. ${ACTS[act].description}`}
      {...(act === 'restore' || act === 'return' ? { reason: requiredReason } : measureReason)}
      onConfirm={confirm}
    >
      {act === 'suspend' && (
        <Field label="Durée">
          <Select options={DURATIONS} value={days} onChange={(event) => setDays(event.target.value)} />
        </Field>
      )}
    </ActButton>
  );
}

const list = new Intl.ListFormat('fr-FR', { type: 'conjunction' });

function Refused({ refused, chosen }: { refused: readonly MemberActResult[]; chosen: readonly AdminUser[] }) {
  const byReason = Map.groupBy(refused, ({ refusal }) => refusal);
  const named = (results: readonly MemberActResult[]) =>
    chosen.filter(({ id }) => results.some(({ userId }) => userId === id)).map(accountName);
  return (
    <ul role="status" className="grid max-h-40 gap-1 overflow-y-auto text-sm empty:hidden">
      {[...byReason].map(([code, results]) => (
        <li key={code}>
          <strong className="font-medium">{list.format(named(results))}</strong>
          <span>{`\u00a0: ${code ? errorText(code) : ''}`}</span>
        </li>
      ))}
    </ul>
  );
}
