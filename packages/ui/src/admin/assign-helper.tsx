import type { AdminSosDetail } from '@guilde/contracts/admin/rules.ts';
import { MAX_PARTICIPANTS } from '@guilde/contracts/conversations/rules.ts';
import { isEnded } from '@guilde/contracts/sos/rules.ts';
import { useState } from 'react';
import { ActButton } from '../kit/reason-dialog.tsx';
import { MemberChoice } from '../profiles/member-choice.tsx';
import { acts, useAct } from './acts.ts';
import { optionalReason } from './cases/reasons.ts';

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
        excluded={[sos.author?.id, ...sos.helpers.map(({ id }) => id)]}
        memberId={memberId}
        error={isMissing && memberId === null && 'Choisis un membre.'}
        onChange={setMemberId}
      />
    </ActButton>
  );
}
