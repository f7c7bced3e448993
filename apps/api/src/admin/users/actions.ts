import { type AdminUserDetail, denyAdminRole } from '@guilde/contracts/admin.ts';
import type { roleInput } from '@guilde/contracts/admin-input.ts';
import { AppError, refuseIf } from '@guilde/contracts/errors.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import type { z } from 'zod';
import { otherAdministrators, publishModeration, removeAdmin } from '../../auth/administrators.ts';
import { grantAdmin } from '../../auth/roles.ts';
import { recordSecurity } from '../../auth/security-log.ts';
import type { Tx } from '../../platform/database/db.ts';
import type { Deps } from '../../platform/deps.ts';
import { administer } from '../journal/administer.ts';
import { type Person, personById, subjectOf } from './people.ts';
import { userDetail } from './users.ts';

/** Takes effect at the next request, also in open sessions. One may give up one's own. */
export function setRole(
  deps: Pick<Deps, 'db' | 'clock' | 'secrets' | 'log' | 'live'>,
  viewer: Viewer,
  userId: string,
  { role, reason }: z.output<typeof roleInput>,
): Promise<AdminUserDetail> {
  return administer(deps, viewer, async ({ tx, record }) => {
    const person = await personById(tx.orm, userId);
    await changeRole(tx, deps, person, role, viewer.id);
    await record({
      action: role === 'admin' ? 'role.grant' : 'role.remove',
      subject: subjectOf(person),
      before: { role: person.role },
      after: { role },
      reason,
    });
    return userDetail(tx.orm, viewer, userId);
  });
}

/** Without recording. Codes: ROLE_UNCHANGED, ROLE_NOT_POSSIBLE, LAST_ADMINISTRATOR. */
export async function changeRole(
  tx: Tx,
  deps: Pick<Deps, 'live' | 'clock' | 'secrets' | 'log'>,
  person: Person,
  role: Person['role'],
  actorId?: string,
): Promise<void> {
  if (person.role === role) throw new AppError('ROLE_UNCHANGED');
  refuseIf(denyAdminRole(person, role));
  if (role === 'admin') await grantAdmin(tx, person.id);
  else {
    if ((await otherAdministrators(tx.orm, person.id)) === 0) throw new AppError('LAST_ADMINISTRATOR');
    await removeAdmin(tx, person.id);
  }
  const security = { kind: 'role.changed', reason: role.toUpperCase(), source: null } as const;
  await recordSecurity(tx, deps, { ...security, account: person, ...(actorId ? { actorId } : {}) });
  await publishModeration(tx, deps, 'users');
  tx.afterCommit(() => deps.live.publish([person.id], { type: 'account.changed' }));
}
