import { and, eq, inArray, ne, or, sql } from 'drizzle-orm';
import type { Tx } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import { changeMessage } from './changes.ts';
import { publishConversations } from './conversations.ts';
import { appendLine } from './messages.ts';
import { conversations, messageReactions, messages, messageVersions, participants } from './tables.ts';

/**
 * Gives back the seats, with a line in open chats. Messages stay without author
 * (docs/specification.md#personal-data).
 */
export async function departFromConversations(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'live'>,
  memberId: string,
): Promise<void> {
  await withdrawReactions(tx, deps, memberId);
  await forgetSender(tx, memberId);
  const left = await tx.orm
    .delete(participants)
    .where(eq(participants.userId, memberId))
    .returning({ id: participants.conversationId, isActive: participants.isActive });
  const ids = left.map(({ id }) => id);
  const seats = left.filter(({ isActive }) => isActive).map(({ id }) => id);
  if (ids.length === 0) return;
  const freed = await tx.orm
    .update(conversations)
    .set({ currentParticipants: sql`${conversations.currentParticipants} - 1` })
    .where(inArray(conversations.id, seats))
    .returning({ id: conversations.id, status: conversations.status });
  for (const { id, status } of freed) if (status !== 'closed') await appendLine(tx, deps, id, 'left', null);
  publishConversations(tx, deps, ids);
}

async function withdrawReactions(tx: Tx, deps: Pick<Deps, 'live'>, memberId: string): Promise<void> {
  const given = await tx.orm
    .delete(messageReactions)
    .where(eq(messageReactions.memberId, memberId))
    .returning({ messageId: messageReactions.messageId });
  const ids = JSON.stringify([...new Set(given.map(({ messageId }) => messageId))]);
  const changed = await tx.orm
    .select({ id: messages.id, conversationId: messages.conversationId })
    .from(messages)
    .where(sql`${messages.id} in (select value from json_each(${ids}))`);
  for (const message of changed) await changeMessage(tx, deps, message);
}

/** The seats of the sender lead to the texts, and an index leads to the lines (tables.ts). */
async function forgetSender({ orm }: Tx, memberId: string): Promise<void> {
  const own = eq(messages.senderId, memberId);
  const taken = orm
    .select({ id: participants.conversationId })
    .from(participants)
    .where(eq(participants.userId, memberId));
  const sent = orm
    .select({ id: messages.id })
    .from(messages)
    .where(and(inArray(messages.conversationId, taken), own));
  const ownLines = and(own, ne(messages.kind, sql`'text'`));
  const withLines = orm.select({ id: messages.conversationId }).from(messages).where(ownLines);
  await orm
    .update(conversations)
    .set({ historyVersion: sql`${conversations.historyVersion} + 1` })
    .where(or(inArray(conversations.id, taken), inArray(conversations.id, withLines)));
  await orm.delete(messageVersions).where(inArray(messageVersions.messageId, sent));
  await orm
    .update(messages)
    .set({ senderId: null })
    .where(and(inArray(messages.conversationId, taken), own));
  await orm
    .update(messages)
    .set({ solutionBy: null })
    .where(and(inArray(messages.conversationId, taken), eq(messages.solutionBy, memberId)));
  await orm.update(messages).set({ senderId: null }).where(ownLines);
}
