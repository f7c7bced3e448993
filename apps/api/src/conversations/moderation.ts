import type { Message } from '@guilde/contracts/conversations.ts';
import { AppError } from '@guilde/contracts/errors.ts';
import { and, eq, inArray, lt, ne } from 'drizzle-orm';
import { removeFiles } from '../files/files.ts';
import { files } from '../files/tables.ts';
import type { Tx } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import { changeMessage } from './changes.ts';
import { toMessage } from './messages.ts';
import { publishUnread } from './reading.ts';
import { conversations, messages, participants } from './tables.ts';

/** A tombstone keeps its number. Codes: NOT_FOUND, MESSAGE_DELETED. */
export async function removeMessage(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'live' | 'jobs'>,
  messageId: string,
): Promise<{ before: Message; after: Message }> {
  const [row] = await tx.orm.select().from(messages).where(eq(messages.id, messageId));
  if (row?.kind === 'deleted') throw new AppError('MESSAGE_DELETED');
  if (row?.kind !== 'text') throw new AppError('NOT_FOUND');
  const { conversationId, seq } = row;
  await removeFiles(tx, deps, eq(files.messageId, messageId));
  await changeMessage(tx, deps, row, { kind: 'deleted', content: '', deletedAt: deps.clock.now() });
  await recountUnread(tx, deps, { conversationId, seq, senderId: row.senderId });
  return {
    before: toMessage(row, conversationId),
    after: toMessage({ ...row, kind: 'deleted', content: '' }, conversationId),
  };
}

async function recountUnread(
  tx: Tx,
  { live }: Pick<Deps, 'live'>,
  { conversationId, seq, senderId }: { conversationId: string; seq: number; senderId: string | null },
): Promise<void> {
  const behind = await tx.orm
    .select({ memberId: participants.userId, readSeq: participants.readSeq })
    .from(participants)
    .where(
      and(
        eq(participants.conversationId, conversationId),
        eq(participants.isActive, true),
        lt(participants.readSeq, seq),
        ne(participants.userId, senderId ?? ''),
      ),
    );
  for (const { memberId, readSeq } of behind)
    publishUnread(tx, live, memberId, { conversationId, seq: readSeq });
}

/** Returns everybody who ever took part; the caller publishes the removal. */
export async function removeConversationOf(
  tx: Tx,
  { live, jobs }: Pick<Deps, 'live' | 'jobs'>,
  sosId: string,
): Promise<string[]> {
  const ofSos = tx.orm
    .select({ id: conversations.id })
    .from(conversations)
    .where(eq(conversations.sosRequestId, sosId));
  const people = await tx.orm
    .delete(participants)
    .where(inArray(participants.conversationId, ofSos))
    .returning({
      memberId: participants.userId,
      conversationId: participants.conversationId,
      isActive: participants.isActive,
      readSeq: participants.readSeq,
    });
  await removeFiles(tx, { jobs }, inArray(files.conversationId, ofSos));
  await tx.orm.delete(conversations).where(eq(conversations.sosRequestId, sosId));
  for (const { memberId, conversationId, isActive, readSeq } of people)
    if (isActive) publishUnread(tx, live, memberId, { conversationId, seq: readSeq });
  return people.map(({ memberId }) => memberId);
}
