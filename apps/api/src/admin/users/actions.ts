import {
  type AdminUserDetail,
  denyActOnSelf,
  denyAdminRole,
  denySuspension,
} from '@guilde/contracts/admin.ts';
import type { measureInput, reasonInput, roleInput } from '@guilde/contracts/admin-input.ts';
import type { ConductRuleId } from '@guilde/contracts/conduct.ts';
import { AppError, refuseIf } from '@guilde/contracts/errors.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { endSessionsOf, eraseMember } from '../../account/deletion.ts';
import { otherAdministrators, publishModeration, removeAdmin } from '../../auth/administrators.ts';
import { grantAdmin } from '../../auth/roles.ts';
import { recordSecurity } from '../../auth/security-log.ts';
import { members } from '../../auth/tables.ts';
import type { Tx } from '../../platform/database/db.ts';
import type { Deps } from '../../platform/deps.ts';
import { queueMail } from '../../platform/services/mail.ts';
import { administer } from '../journal/administer.ts';
import { deletionNotice, restorationNotice, suspensionNotice } from '../notices.ts';
import { type Person, personById } from './people.ts';
import { userDetail } from './users.ts';

export type UserActionDeps = Pick<
  Deps,
  'db' | 'clock' | 'secrets' | 'log' | 'live' | 'jobs' | 'config' | 'personalData'
>;

/** A suspension ends sessions and closes sockets; content and seats stay. An official notice gives the reason. */
export function setSuspended(
  deps: UserActionDeps,
  viewer: Viewer,
  userId: string,
  { suspended, reason, rule }: z.output<typeof reasonInput> & { suspended: boolean; rule?: ConductRuleId },
): Promise<AdminUserDetail> {
  return administer(deps, viewer, async ({ tx, actor, record }) => {
    const person = await personToActOn(tx, viewer, userId);
    refuseIf(denySuspension(person, suspended));
    const suspension = suspended
      ? { suspendedAt: deps.clock.now(), suspendedBy: actor.name, suspensionReason: reason }
      : { suspendedAt: null, suspendedBy: '', suspensionReason: '' };
    await tx.orm.update(members).set(suspension).where(eq(members.id, userId));
    if (suspended) await endSessionsOf(tx, deps, userId);
    await recordSecurity(tx, deps, {
      kind: suspended ? 'account.suspended' : 'account.restored',
      account: person,
      actorId: viewer.id,
      source: null,
    });
    const notice = suspended ? suspensionNotice : restorationNotice;
    await queueMail(deps, tx, notice(decision(deps, person, { reason, rule })));
    await record({
      action: suspended ? 'user.suspend' : 'user.restore',
      subject: subjectOf(person),
      before: { suspended: !suspended },
      after: { suspended, ...(rule && { rule }) },
      reason,
    });
    await publishModeration(tx, deps, 'users');
    return userDetail(tx.orm, viewer, userId);
  });
}

/** As the member would delete it; a mail gives the reason. */
export function deleteMember(
  deps: UserActionDeps,
  viewer: Viewer,
  userId: string,
  { reason, rule }: z.output<typeof measureInput>,
): Promise<void> {
  return administer(deps, viewer, async ({ tx, record }) => {
    const person = await personToActOn(tx, viewer, userId);
    await queueMail(deps, tx, deletionNotice(decision(deps, person, { reason, rule })));
    await eraseMember(tx, deps, userId);
    await record({
      action: 'user.delete',
      subject: subjectOf(person),
      before: { role: person.role, suspended: person.suspendedAt !== null },
      after: { rule },
      reason,
    });
  });
}

/** Takes effect at the next request, also in open sessions. One may give up one's own. */
export function setRole(
  deps: UserActionDeps,
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

async function personToActOn(tx: Tx, viewer: Viewer, userId: string): Promise<Person> {
  const person = await personById(tx.orm, userId);
  refuseIf(denyActOnSelf(viewer, userId));
  return person;
}

/** The name outlives the account; an address must never enter the journal, which is never erased. */
export function subjectOf({ id, name, email }: Person) {
  return { type: 'user', id, label: name === email ? 'Compte sans nom' : name } as const;
}

function decision(
  { config }: UserActionDeps,
  { email, name }: Person,
  why: { reason: string; rule: ConductRuleId | undefined },
) {
  return { to: email, name: name === email ? '' : name, ...why, publicUrl: config.publicUrl };
}
