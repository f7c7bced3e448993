import type { Message } from '@guilde/contracts/conversations/rules.ts';
import { AppError } from '@guilde/contracts/errors.ts';
import { eq, inArray, type SQL } from 'drizzle-orm';
import { removeFiles } from '../files/files.ts';
import { files } from '../files/tables.ts';
import type { Tx } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import { eraseMessage } from './deletion.ts';
import { toMessage } from './messages.ts';
import { publishUnread } from './reading.ts';
import { conversations, messages, participants } from './tables.ts';

/** Resolves with the former message. Throws NOT_FOUND, MESSAGE_DELETED. */
export async function removeMessage(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'live' | 'jobs'>,
  messageId: string,
): Promise<Message> {
  const [row] = await tx.orm.select().from(messages).where(eq(messages.id, messageId));
  if (row?.kind === 'deleted') throw new AppError('MESSAGE_DELETED');
  if (row?.kind !== 'text') throw new AppError('NOT_FOUND');
  await eraseMessage(tx, deps, row, { byTeam: true });
  return toMessage({ ...row, mentions: null }, row.conversationId);
}

/** `isIts` selects conversations. Returns everybody who ever took part; the caller publishes the removal. */
export async function removeConversationOf(
  tx: Tx,
  { live, jobs }: Pick<Deps, 'live' | 'jobs'>,
  isIts: SQL,
): Promise<string[]> {
  const found = tx.orm.select({ id: conversations.id }).from(conversations).where(isIts);
  const people = await tx.orm
    .delete(participants)
    .where(inArray(participants.conversationId, found))
    .returning({
      memberId: participants.userId,
      conversationId: participants.conversationId,
      isActive: participants.isActive,
      readSeq: participants.readSeq,
    });
  await removeFiles(tx, { jobs }, inArray(files.conversationId, found));
  await tx.orm.delete(conversations).where(isIts);
  for (const { memberId, conversationId, isActive, readSeq } of people)
    if (isActive) publishUnread(tx, live, memberId, { conversationId, seq: readSeq });
  return people.map(({ memberId }) => memberId);
}
