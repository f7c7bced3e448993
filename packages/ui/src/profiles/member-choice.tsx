import { memberName } from '@guilde/contracts/profiles/rules.ts';
import { useState } from 'react';
import { useMember } from '../auth/account.ts';
import { Avatar } from '../kit/avatar.tsx';
import { RadioCards } from '../kit/choice-cards.tsx';
import { Field, FieldGroup } from '../kit/field.tsx';
import { Input } from '../kit/input.tsx';
import { ActButton, type ActButtonProps } from '../kit/reason-dialog.tsx';
import { useMemberSearch } from './member-search.ts';

type MemberActProps = Omit<ActButtonProps, 'children' | 'onConfirm'> & {
  excluded: readonly (string | undefined)[];
  onConfirm: (memberId: string, reason: string) => Promise<unknown>;
};

/** An act about a member, who is chosen in its dialog. */
export function MemberActButton({ excluded, onConfirm, ...act }: MemberActProps) {
  const [memberId, setMemberId] = useState<string | null>(null);
  const [isMissing, setMissing] = useState(false);
  const confirm = async (reason: string) => {
    setMissing(memberId === null);
    if (memberId === null) throw new Error('A member is missing');
    await onConfirm(memberId, reason);
    setMemberId(null);
  };
  return (
    <ActButton {...act} onConfirm={confirm}>
      <MemberChoice
        excluded={excluded}
        memberId={memberId}
        error={isMissing && memberId === null && 'Choisis un membre.'}
        onChange={setMemberId}
      />
    </ActButton>
  );
}

/** The viewer is never among those found. */
export function MemberChoice({
  excluded,
  memberId,
  error,
  onChange,
}: {
  excluded: readonly (string | undefined)[];
  memberId: string | null;
  error: string | false;
  onChange: (memberId: string | null) => void;
}) {
  const [typed, setTyped] = useState('');
  const { members, isSearching, hasFailed } = useMemberSearch(typed);
  const viewer = useMember();
  const options = members
    .filter(({ id }) => id !== viewer.id && !excluded.includes(id))
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
