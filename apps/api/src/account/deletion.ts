import { AppError } from '@guilde/contracts/errors.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { and, count, eq, isNull, ne, notExists, or } from 'drizzle-orm';
import { isPasswordOf } from '../auth/passwords.ts';
import { members, sessions, userRoles, verifications } from '../auth/tables.ts';
import { forgetContactMessages } from '../contact/contact.ts';
import { conversations } from '../conversations/tables.ts';
import { invitations } from '../invitations/tables.ts';
import type { Tx } from '../platform/db.ts';
import type { Deps } from '../platform/deps.ts';
import { queueAvatarRemoval } from '../profiles/avatars.ts';
import { profiles } from '../profiles/tables.ts';
import { departFromSos } from '../sos/departure.ts';
import { sosRequests } from '../sos/tables.ts';

type DeletionDeps = Pick<Deps, 'db' | 'clock' | 'live' | 'jobs'>;

/**
 * Really deletes an account (decisions, Profile): sessions, profile, picture and personal data go; what was written in
 * conversations stays without author, and reports stay for the administrators, without who has left. Codes: PASSWORD_WRONG, LAST_ADMINISTRATOR.
 */
export async function deleteAccount(deps: DeletionDeps, viewer: Viewer, password: string): Promise<void> {
  const { db, jobs } = deps;
  if (!(await isPasswordOf(db.orm, viewer.id, password))) throw new AppError('PASSWORD_WRONG');
  await db.write(async (tx) => {
    await refuseLastAdministrator(tx, viewer.id);
    await endSessions(tx, deps, viewer);
    await deleteUnansweredSos(tx, deps, viewer.id);
    await departFromSos(tx, deps, viewer.id);
    await forgetInvitations(tx, deps, viewer.id);
    await forgetContactMessages(tx, viewer.id);
    const [profile] = await tx.orm.select().from(profiles).where(eq(profiles.userId, viewer.id));
    await queueAvatarRemoval(jobs, tx, profile?.avatarKey ?? null);
    await tx.orm.delete(verifications).where(eq(verifications.value, viewer.id));
    await tx.orm.delete(members).where(eq(members.id, viewer.id));
  });
}

/** The only administrator stays as long as there is a community to administer. */
async function refuseLastAdministrator(tx: Tx, memberId: string): Promise<void> {
  const [own] = await tx.orm.select().from(userRoles).where(eq(userRoles.userId, memberId));
  if (!own) return;
  const [admins] = await tx.orm
    .select({ others: count() })
    .from(userRoles)
    .innerJoin(members, eq(members.id, userRoles.userId))
    .where(and(ne(userRoles.userId, memberId), isNull(members.suspendedAt)));
  if (admins && admins.others > 0) return;
  const [somebody] = await tx.orm
    .select({ id: members.id })
    .from(members)
    .where(ne(members.id, memberId))
    .limit(1);
  if (somebody) throw new AppError('LAST_ADMINISTRATOR');
}

async function endSessions(tx: Tx, { live }: Pick<Deps, 'live'>, viewer: Viewer): Promise<void> {
  const ended = await tx.orm
    .delete(sessions)
    .where(eq(sessions.userId, viewer.id))
    .returning({ id: sessions.id });
  tx.afterCommit(() => {
    for (const { id } of ended) live.endSession(id, id !== viewer.sessionId);
  });
}

/** An SOS that nobody has answered concerns nobody else. */
async function deleteUnansweredSos(tx: Tx, { live }: Pick<Deps, 'live'>, memberId: string): Promise<void> {
  const answers = tx.orm
    .select({ id: conversations.id })
    .from(conversations)
    .where(eq(conversations.sosRequestId, sosRequests.id));
  const removed = await tx.orm
    .delete(sosRequests)
    .where(and(eq(sosRequests.userId, memberId), notExists(answers)))
    .returning({ id: sosRequests.id });
  tx.afterCommit(() => {
    for (const { id } of removed) live.publish('everyone', { type: 'sos.removed', sosId: id });
  });
}

/** Pending invitations end; of accepted ones, the member's own and those sent, no address stays. */
async function forgetInvitations(tx: Tx, { live }: Pick<Deps, 'live'>, memberId: string): Promise<void> {
  await tx.orm
    .delete(invitations)
    .where(and(eq(invitations.inviterId, memberId), eq(invitations.status, 'pending')));
  const forgotten = await tx.orm
    .update(invitations)
    .set({ email: null })
    .where(or(eq(invitations.inviterId, memberId), eq(invitations.invitedUserId, memberId)))
    .returning({ inviterId: invitations.inviterId });
  const inviters = forgotten.flatMap(({ inviterId }) =>
    inviterId && inviterId !== memberId ? [inviterId] : [],
  );
  tx.afterCommit(() => live.publish(inviters, { type: 'invitations.changed' }));
}
