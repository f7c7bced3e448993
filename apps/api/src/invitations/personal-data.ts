import { and, eq, or } from 'drizzle-orm';
import type { Tx } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import type { PersonalData } from '../platform/personal-data.ts';
import { listInvitations } from './invitations.ts';
import { invitations } from './tables.ts';

export function invitationPersonalData(deps: Pick<Deps, 'db' | 'clock' | 'config' | 'live'>): PersonalData {
  return {
    archive: async (viewer) => ({ invitations: (await listInvitations(deps, viewer)).invitations }),
    erase: (tx, memberId) => eraseInvitations(tx, deps, memberId),
  };
}

async function eraseInvitations(tx: Tx, { live }: Pick<Deps, 'live'>, memberId: string): Promise<void> {
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
