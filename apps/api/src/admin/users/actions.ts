import { type AdminUserDetail, denyActOnSelf, denyAdminRole } from '@guilde/contracts/admin.ts';
import type { optionalReasonInput, roleInput } from '@guilde/contracts/admin-input.ts';
import { AppError, refuseIf } from '@guilde/contracts/errors.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import type { z } from 'zod';
import { otherAdministrators, publishModeration } from '../../auth/administrators.ts';
import { storeRole } from '../../auth/roles.ts';
import { hasFactor } from '../../auth/second-factor/factor.ts';
import { recordSecurity } from '../../auth/security-log.ts';
import type { Tx } from '../../platform/database/db.ts';
import type { Deps } from '../../platform/deps.ts';
import { queueMail } from '../../platform/services/mail.ts';
import { administer } from '../journal/administer.ts';
import { roleNotice } from '../notices.ts';
import { type Person, personById, subjectOf } from './people.ts';
import { userDetail } from './users.ts';

/** Takes effect at the next request, also in open sessions. One may give up one's own. */
export function setRole(
  deps: Pick<Deps, 'db' | 'clock' | 'secrets' | 'log' | 'live' | 'jobs' | 'config'>,
  viewer: Viewer,
  userId: string,
  { role, reason }: z.output<typeof roleInput>,
): Promise<AdminUserDetail> {
  return administer(deps, viewer, async ({ tx, record }) => {
    const person = await personById(tx.orm, userId);
    await changeRole(tx, deps, person, role, viewer.id);
    await record({
      action: role === 'member' ? 'role.remove' : 'role.grant',
      subject: subjectOf(person),
      before: { role: person.role },
      after: { role },
      reason,
    });
    return userDetail(tx.orm, viewer, userId);
  });
}

/**
 * The other one gets the role and the viewer gives it up, or neither happens: the community is never without anybody who
 * can administer it. Codes: ACT_ON_SELF, ROLE_UNCHANGED, ROLE_NOT_POSSIBLE, HANDOVER_WITHOUT_SECOND_FACTOR.
 */
export function handOver(
  deps: Pick<Deps, 'db' | 'clock' | 'secrets' | 'log' | 'live' | 'jobs' | 'config'>,
  viewer: Viewer,
  userId: string,
  { reason }: z.output<typeof optionalReasonInput>,
): Promise<void> {
  return administer(deps, viewer, async ({ tx, record }) => {
    refuseIf(denyActOnSelf(viewer, userId));
    const heir = await personById(tx.orm, userId);
    const own = await personById(tx.orm, viewer.id);
    // Without one the back office would not open, and nobody else may be there.
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
  });
}

/** Without recording; the person reads it in a mail. Codes: ROLE_UNCHANGED, ROLE_NOT_POSSIBLE, LAST_ADMINISTRATOR. */
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
  await queueMail(
    deps,
    tx,
    roleNotice({ to: person.email, name: named(person), role, publicUrl: deps.config.publicUrl }),
  );
  const security = { kind: 'role.changed', reason: role.toUpperCase(), source: null } as const;
  await recordSecurity(tx, deps, { ...security, account: person, ...(actorId ? { actorId } : {}) });
  await publishModeration(tx, deps, 'users');
  tx.afterCommit(() => deps.live.publish([person.id], { type: 'account.changed' }));
}

/** Empty for an account without a name. */
function named({ name, email }: Pick<Person, 'name' | 'email'>): string {
  return name === email ? '' : name;
}
