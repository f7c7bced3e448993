import { eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../platform/database/db.ts';
import type { Deletion } from '../platform/deletion.ts';
import type { Deps } from '../platform/deps.ts';
import { publishConversations } from './conversations.ts';
import { removeConversationOf } from './moderation.ts';
import { joinConversation, leaveConversation, type OwnerKey, storeConversation } from './seats.ts';
import { conversations, participants } from './tables.ts';

const CONVERSATIONS_AT_ONCE = 20;

type OwnedDeps = Pick<Deps, 'clock' | 'live' | 'jobs'>;
type Conversation = Pick<typeof conversations.$inferSelect, 'id' | 'status'>;

/**
 * Call it after each change of who takes part: the conversation opens, has a seat for each of `people` and
 * for nobody else, as long as there are seats, and follows the requester to another one.
 */
export async function followPeople(
  tx: Tx,
  deps: OwnedDeps,
  known: Conversation | null,
  wanted: { owner: OwnerKey; requesterId: string | null; people: readonly string[]; maxParticipants: number },
): Promise<void> {
  if (known?.status === 'closed') return;
  const { owner, requesterId, maxParticipants } = wanted;
  const people = new Set(requesterId ? [requesterId, ...wanted.people] : wanted.people);
  const conversationId =
    known?.id ??
    (await storeConversation(tx, deps, {
      owner,
      maxParticipants,
      people: requesterId ? [{ userId: requesterId, role: 'requester' }] : [],
    }));
  const present = await presentIn(tx, conversationId, requesterId);
  const staying = present.filter((memberId) => people.has(memberId));
  for (const memberId of present)
    if (!people.has(memberId)) await leaveConversation(tx, deps, { conversationId, memberId });
  await tx.orm.update(conversations).set({ maxParticipants }).where(eq(conversations.id, conversationId));
  const coming = [...people].filter((memberId) => !staying.includes(memberId));
  for (const memberId of coming.slice(0, maxParticipants - staying.length)) {
    const role = memberId === requesterId ? 'requester' : 'other';
    await joinConversation(tx, deps, { conversationId, memberId, role });
  }
  publishConversations(tx, deps, [conversationId]);
}

/** The requester has the role that marks solutions and stays. */
async function presentIn(tx: Tx, conversationId: string, requesterId: string | null): Promise<string[]> {
  const seats = await tx.orm
    .update(participants)
    .set({ role: sql`iif(${participants.userId} = ${requesterId}, 'requester', 'other')` })
    .where(eq(participants.conversationId, conversationId))
    .returning({ memberId: participants.userId, isActive: participants.isActive });
  return seats.flatMap(({ memberId, isActive }) => (isActive ? memberId : []));
}

/** Who was there reads it on. */
export async function closeConversations(tx: Tx, deps: OwnedDeps, which: SQL): Promise<void> {
  const closed = await tx.orm
    .update(conversations)
    .set({ status: 'closed' })
    .where(which)
    .returning({ id: conversations.id });
  publishConversations(
    tx,
    deps,
    closed.map(({ id }) => id),
  );
}

/** The caller follows and publishes them. */
export function reopenConversations(tx: Tx, which: SQL) {
  return tx.orm
    .update(conversations)
    .set({ status: 'active' })
    .where(which)
    .returning({ eventId: conversations.eventId });
}

/**
 * Files and unread counts go with the conversations, before the rows of their owners go. `oldOnes` selects
 * so many ids of theirs.
 */
export function withConversations(
  { db, ...deps }: OwnedDeps & Pick<Deps, 'db'>,
  deletion: Deletion,
  oldOnes: (tx: Tx, now: number, limit: number) => Promise<{ id: string }[]>,
): Deletion {
  const removeSome = (now: number) =>
    db.write(async (tx) => {
      const ids = (await oldOnes(tx, now, CONVERSATIONS_AT_ONCE)).map(({ id }) => id);
      await removeConversationOf(tx, deps, inArray(conversations.id, ids));
      return ids.length;
    });
  return {
    ...deletion,
    step: async (now) => {
      while ((await removeSome(now)) === CONVERSATIONS_AT_ONCE);
      return deletion.step(now);
    },
  };
}
