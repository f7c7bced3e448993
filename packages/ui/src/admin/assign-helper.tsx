import type { AdminSosDetail } from '@guilde/contracts/admin/rules.ts';
import { MAX_PARTICIPANTS } from '@guilde/contracts/conversations/rules.ts';
import { isEnded } from '@guilde/contracts/sos/rules.ts';
import { MemberActButton } from '../profiles/member-choice.tsx';
import { acts, useAct } from './acts.ts';
import { optionalReason } from './cases/reasons.ts';

/** The rule is in docs/specification.md#blocks; it is shown while a seat is free. */
export function AssignHelper({ sos }: { sos: AdminSosDetail }) {
  const assign = useAct(acts.assignHelper);
  if (isEnded(sos) || sos.helpers.length >= MAX_PARTICIPANTS - 1) return null;
  return (
    <MemberActButton
      label="Affecter un membre"
      title={'Affecter un membre à ce SOS\u202f?'}
      description="Demande-lui d’abord s’il peut aider. Il rejoint la conversation malgré un éventuel blocage ; l’auteur du SOS et lui en sont informés."
      reason={optionalReason}
      excluded={[sos.author?.id, ...sos.helpers.map(({ id }) => id)]}
      onConfirm={(memberId, reason) => assign.run({ id: sos.id, memberId, reason })}
    />
  );
}
