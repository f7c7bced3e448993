import { and, eq, inArray, or } from 'drizzle-orm';
import type { Queries, Tx } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import type { PersonalData } from '../platform/personal-data.ts';
import { revokeLinksSince } from './access/links.ts';
import { listInvitations } from './invitations.ts';
import { batchRows, invitationBatches, invitations } from './tables.ts';

export function invitationPersonalData(
  deps: Pick<Deps, 'db' | 'clock' | 'config' | 'live' | 'secrets'>,
): PersonalData {
  return {
    archive: async (viewer) => ({
      invitations: (await listInvitations(deps, viewer)).invitations,
      knownFromList: await knownOf(deps.db.orm, viewer.id),
    }),
    erase: (tx, memberId) => eraseInvitations(tx, deps, memberId),
    takeBack: (tx, memberId, since) => revokeLinksSince(tx, deps, memberId, since),
  };
}

/** It is null once the profile is complete, which has it corrected. */
async function knownOf(queries: Queries, memberId: string) {
  const [row] = await queries
    .select({ listed: batchRows.known, asked: invitations.known })
    .from(invitations)
    .leftJoin(batchRows, eq(batchRows.invitationId, invitations.id))
    .where(eq(invitations.invitedUserId, memberId));
  return row?.listed ?? row?.asked ?? null;
}

async function eraseInvitations(tx: Tx, { live }: Pick<Deps, 'live'>, memberId: string): Promise<void> {
  await tx.orm
    .delete(invitations)
    .where(and(eq(invitations.inviterId, memberId), eq(invitations.status, 'pending')));
  const invited = tx.orm
    .select({ id: invitations.id })
    .from(invitations)
    .where(eq(invitations.invitedUserId, memberId));
  await tx.orm.update(batchRows).set({ known: null }).where(inArray(batchRows.invitationId, invited));
  await tx.orm
    .update(invitationBatches)
    .set({ authorName: '' })
    .where(eq(invitationBatches.authorId, memberId));
  const forgotten = await tx.orm
    .update(invitations)
    .set({ email: null, known: null })
    .where(or(eq(invitations.inviterId, memberId), eq(invitations.invitedUserId, memberId)))
    .returning({ inviterId: invitations.inviterId });
  const inviters = forgotten.flatMap(({ inviterId }) =>
    inviterId && inviterId !== memberId ? [inviterId] : [],
  );
  tx.afterCommit(() => live.publish(inviters, { type: 'invitations.changed' }));
}
