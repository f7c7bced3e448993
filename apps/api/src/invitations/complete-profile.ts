import type { Profile } from '@guilde/contracts/profiles/rules.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { eq } from 'drizzle-orm';
import { publishModeration } from '../auth/administrators.ts';
import { storeRole } from '../auth/roles.ts';
import type { Tx } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import { publishMember } from '../profiles/members.ts';
import { markProfileComplete, ownProfile } from '../profiles/profile.ts';
import { emitWebhook } from '../webhooks/emit.ts';
import { batchRows, invitations } from './tables.ts';

/** The inviter gets one more invitation, and the founder becomes administrator. It is idempotent. */
export function completeProfile(
  { db, clock, live, jobs }: Pick<Deps, 'db' | 'clock' | 'live' | 'jobs'>,
  viewer: Viewer,
): Promise<Profile> {
  const now = clock.now();
  return db.write(async (tx) => {
    if (await markProfileComplete(tx, viewer, now)) {
      const invitation = await completeInvitation(tx, viewer.id, now);
      if (invitation?.isFounders) await storeRole(tx, viewer.id, 'admin');
      await publishModeration(tx, { live }, 'users');
      const inviterId = invitation?.inviterId;
      await publishMember(tx, { live }, viewer.id);
      await emitWebhook(tx, { jobs, clock }, 'member.joined', viewer.id);
      if (inviterId) tx.afterCommit(() => live.publish([inviterId], { type: 'invitations.changed' }));
    }
    return ownProfile(tx.orm, viewer);
  });
}

async function completeInvitation(tx: Tx, memberId: string, now: number) {
  const [invitation] = await tx.orm
    .update(invitations)
    .set({ completedAt: now, known: null })
    .where(eq(invitations.invitedUserId, memberId))
    .returning({
      id: invitations.id,
      inviterId: invitations.inviterId,
      isFounders: invitations.isFounders,
    });
  if (invitation)
    await tx.orm.update(batchRows).set({ known: null }).where(eq(batchRows.invitationId, invitation.id));
  return invitation;
}
