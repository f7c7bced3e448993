import { isEnded } from '@guilde/contracts/sos/rules.ts';
import { and, eq } from 'drizzle-orm';
import { departFromConversations } from '../conversations/departure.ts';
import { conversations, participants } from '../conversations/tables.ts';
import type { Tx } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import { changeStatus, removeSos } from './lifecycle.ts';
import { publishSos } from './queries.ts';
import { sosRequests } from './tables.ts';

/**
 * SOS without a conversation are deleted, other unresolved ones close, and all stay without author. Seats are
 * given back.
 */
export async function departFromSos(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'live' | 'jobs'>,
  memberId: string,
): Promise<void> {
  const own = await tx.orm
    .select({ id: sosRequests.id, status: sosRequests.status, conversation: { id: conversations.id } })
    .from(sosRequests)
    .leftJoin(conversations, eq(conversations.sosRequestId, sosRequests.id))
    .where(eq(sosRequests.userId, memberId));
  const helped = await tx.orm
    .select({ id: conversations.sosRequestId })
    .from(participants)
    .innerJoin(conversations, eq(conversations.id, participants.conversationId))
    .where(and(eq(participants.userId, memberId), eq(participants.isActive, true)));
  for (const sos of own) {
    if (!sos.conversation) await removeSos(tx, deps, sos.id);
    else if (!isEnded(sos))
      await changeStatus(tx, deps, sos, { to: 'closed', by: 'departure', memberId: null });
  }
  await tx.orm.update(sosRequests).set({ userId: null }).where(eq(sosRequests.userId, memberId));
  await departFromConversations(tx, deps, memberId);
  const answered = own.filter(({ conversation }) => conversation !== null);
  const ids = [...answered, ...helped].flatMap((sos) => sos.id ?? []);
  for (const id of new Set(ids)) await publishSos(tx, deps, id);
}
