import type { AdminSosDetail } from '@guilde/contracts/admin/rules.ts';
import { MAX_PARTICIPANTS } from '@guilde/contracts/conversations/rules.ts';
import { memberName } from '@guilde/contracts/profiles/rules.ts';
import { isEnded } from '@guilde/contracts/sos/rules.ts';
import { useState } from 'react';
import { useMember } from '../auth/account.ts';
import { Avatar } from '../kit/avatar.tsx';
import { RadioCards } from '../kit/choice-cards.tsx';
import { Field, FieldGroup } from '../kit/field.tsx';
import { Input } from '../kit/input.tsx';
import { useMemberSearch } from '../profiles/member-search.ts';
import { acts, useAct } from './acts.ts';
import { optionalReason } from './cases/reasons.ts';
import { ActButton } from './panel.tsx';

/** The rule is in docs/specification.md#blocks; it is shown while a seat is free. */
export function AssignHelper({ sos }: { sos: AdminSosDetail }) {
  const assign = useAct(acts.assignHelper);
  const [memberId, setMemberId] = useState<string | null>(null);
  const [isMissing, setMissing] = useState(false);
  if (isEnded(sos) || sos.helpers.length >= MAX_PARTICIPANTS - 1) return null;
  return (
    <ActButton
      label="Affecter un membre"
      title={'Affecter un membre à ce SOS\u202f?'}
      description="Demande-lui d’abord s’il peut aider. Il rejoint la conversation malgré un éventuel blocage ; l’auteur du SOS et lui en sont informés."
      reason={optionalReason}
      onConfirm={async (reason) => {
        setMissing(memberId === null);
        if (memberId === null) throw new Error('A member is missing');
        await assign.run({ id: sos.id, memberId, reason });
        setMemberId(null);
      }}
    >
      <MemberChoice
        sos={sos}
        memberId={memberId}
        error={isMissing && memberId === null && 'Choisis un membre.'}
        onChange={setMemberId}
      />
    </ActButton>
  );
}

function MemberChoice({
  sos,
  memberId,
  error,
  onChange,
}: {
  sos: AdminSosDetail;
  memberId: string | null;
  error: string | false;
  onChange: (memberId: string | null) => void;
}) {
  const [typed, setTyped] = useState('');
  const { members, isSearching, hasFailed } = useMemberSearch(typed);
  const viewer = useMember();
  const excluded = new Set([viewer.id, sos.author?.id, ...sos.helpers.map(({ id }) => id)]);
  const options = members
    .filter(({ id }) => !excluded.has(id))
    .map((member) => ({
      value: member.id,
      label: memberName(member),
      ...(member.storeName ? { description: member.storeName } : {}),
      icon: <Avatar name={memberName(member)} src={member.avatarUrl} size="xs" />,
    }));
  const isEmpty = typed.trim().length > 1 && !isSearching && !hasFailed && options.length === 0;
  return (
    <>
      <Field
        label="Qui"
        error={error || (hasFailed && 'La recherche a échoué.')}
        hint={isEmpty && 'Aucun membre trouvé.'}
      >
        <Input
          type="search"
          autoComplete="off"
          placeholder="Rechercher un membre"
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            onChange(null);
          }}
        />
      </Field>
      {options.length > 0 && (
        <FieldGroup label={<span className="sr-only">Membres trouvés</span>} single>
          <RadioCards columns={1} options={options} value={memberId} onChange={onChange} />
        </FieldGroup>
      )}
    </>
  );
}
