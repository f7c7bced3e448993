import { optionalReasonInput, roleInput, userParams } from '@guilde/contracts/admin/input.ts';
import { denyActOnSelf, denyAdminRole } from '@guilde/contracts/admin/rules.ts';
import { AppError, refuseIf } from '@guilde/contracts/errors.ts';
import { otherAdministrators, publishModeration } from '../../auth/administrators.ts';
import { storeRole } from '../../auth/roles.ts';
import { recordSecurity } from '../../auth/security-log.ts';
import { hasFactor } from '../../credentials/proof.ts';
import type { Tx } from '../../platform/database/db.ts';
import type { Deps } from '../../platform/deps.ts';
import { queueMail } from '../../platform/services/mail.ts';
import { act, answersDone } from '../act.ts';
import { addressed } from '../cases/notices.ts';
import { roleNotice } from '../notices.ts';
import { type Person, personById, subjectOf } from './people.ts';
import { answersUser } from './users.ts';

/** It applies at the next request, also in open sessions. One may give up one's own role. */
export const setRole = act({
  ...answersUser,
  summary: 'Make somebody administrator, moderator or member',
  refusals: ['ROLE_UNCHANGED', 'ROLE_NOT_POSSIBLE', 'LAST_ADMINISTRATOR'],
  input: roleInput,
  needsProof: true,
  run: async ({ deps, tx, viewer, record }, { userId }, { role, reason }) => {
    const person = await personById(tx.orm, userId);
    await changeRole(tx, deps, person, role, viewer.id);
    await record({
      action: role === 'member' ? 'role.remove' : 'role.grant',
      subject: subjectOf(person),
      before: { role: person.role },
      after: { role },
      reason,
    });
  },
});

/** Both roles change or neither, so that the community always has an administrator. */
export const handOver = act({
  ...answersDone,
  summary: 'Make somebody administrator in one’s own place',
  refusals: ['ACT_ON_SELF', 'ROLE_UNCHANGED', 'ROLE_NOT_POSSIBLE', 'HANDOVER_WITHOUT_SECOND_FACTOR'],
  params: userParams,
  input: optionalReasonInput,
  needsProof: true,
  run: async ({ deps, tx, viewer, record }, { userId }, { reason }) => {
    refuseIf(denyActOnSelf(viewer, userId));
    const heir = await personById(tx.orm, userId);
    const own = await personById(tx.orm, viewer.id);
    // Without a factor the back office would not open, and nobody else may be there.
    if (heir.role !== 'admin' && !(await hasFactor(tx.orm, userId)))
      throw new AppError('HANDOVER_WITHOUT_SECOND_FACTOR');
    await changeRole(tx, deps, heir, 'admin', viewer.id);
    await changeRole(tx, deps, own, 'member', viewer.id);
    await record({
      action: 'role.grant',
      subject: subjectOf(heir),
      before: { role: heir.role },
      after: { role: 'admin' },
      reason,
    });
    await record({
      action: 'role.remove',
      subject: subjectOf(own),
      before: { role: 'admin' },
      after: { role: 'member' },
      reason,
    });
  },
});

/** @throws ROLE_UNCHANGED, ROLE_NOT_POSSIBLE, LAST_ADMINISTRATOR */
export async function changeRole(
  tx: Tx,
  deps: Pick<Deps, 'live' | 'clock' | 'secrets' | 'log' | 'jobs' | 'config'>,
  person: Person,
  role: Person['role'],
  actorId?: string,
): Promise<void> {
  if (person.role === role) throw new AppError('ROLE_UNCHANGED');
  refuseIf(denyAdminRole(person, role));
  if (person.role === 'admin' && (await otherAdministrators(tx.orm, person.id)) === 0)
    throw new AppError('LAST_ADMINISTRATOR');
  await storeRole(tx, person.id, role);
  await queueMail(deps, tx, roleNotice(addressed(deps, person), role));
  const security = { kind: 'role.changed', reason: role.toUpperCase(), source: null } as const;
  await recordSecurity(tx, deps, { ...security, account: person, ...(actorId ? { actorId } : {}) });
  await publishModeration(tx, deps, 'users');
  tx.afterCommit(() => deps.live.publish([person.id], { type: 'account.changed' }));
}
