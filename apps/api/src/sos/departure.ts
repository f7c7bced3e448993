import { STATUSES_OF_FILTER } from '@guilde/contracts/sos.ts';
import { and, eq } from 'drizzle-orm';
import { departFromConversations } from '../conversations/departure.ts';
import { closeConversation } from '../conversations/seats.ts';
import { conversations, participants } from '../conversations/tables.ts';
import type { Tx } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import { setSosStatus } from './status.ts';
import { sosRequests } from './tables.ts';
import { publishSos } from './views.ts';

type DepartureDeps = Pick<Deps, 'clock' | 'live'>;

/**
 * Before an account is deleted: the member's unresolved SOS close, since nobody else could end them; all of them stay
 * without author; seats in the conversations of others are given back. Everyone sees the change.
 */
export async function departFromSos(tx: Tx, deps: DepartureDeps, memberId: string): Promise<void> {
  const own = await tx.orm
    .select({ id: sosRequests.id, status: sosRequests.status, conversationId: conversations.id })
    .from(sosRequests)
    .leftJoin(conversations, eq(conversations.sosRequestId, sosRequests.id))
    .where(eq(sosRequests.userId, memberId));
  const helped = await tx.orm
    .select({ id: conversations.sosRequestId })
    .from(participants)
    .innerJoin(conversations, eq(conversations.id, participants.conversationId))
    .where(and(eq(participants.userId, memberId), eq(participants.isActive, true)));
  for (const sos of own) if (STATUSES_OF_FILTER.unresolved.includes(sos.status)) await end(tx, deps, sos);
  await departFromConversations(tx, deps, memberId);
  await tx.orm.update(sosRequests).set({ userId: null }).where(eq(sosRequests.userId, memberId));
  for (const id of new Set([...own, ...helped].map((sos) => sos.id))) await publishSos(tx, deps, id);
}

async function end(
  tx: Tx,
  deps: DepartureDeps,
  { id, conversationId }: { id: string; conversationId: string | null },
): Promise<void> {
  await setSosStatus(tx, id, { from: STATUSES_OF_FILTER.unresolved, to: 'closed', now: deps.clock.now() });
  if (conversationId)
    await closeConversation(tx, deps, { conversationId, outcome: 'closed', memberId: null });
}
