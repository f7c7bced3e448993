import type { Unread } from '@guilde/contracts/conversations/rules.ts';
import { AppError } from '@guilde/contracts/errors.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { type SQL, sql } from 'drizzle-orm';
import type { Deps } from '../platform/deps.ts';
import { publishUnread, unreadOf } from './reading.ts';
import { activeSeatOf, participants } from './tables.ts';

type ChoiceDeps = Pick<Deps, 'db' | 'clock' | 'live'>;

/** Muting leaves only mentions and answers, and nobody else sees it. Throws NOT_FOUND without a seat. */
export function setMuted(
  deps: ChoiceDeps,
  viewer: Viewer,
  conversationId: string,
  isMuted: boolean,
): Promise<Unread> {
  const mutedAt = isMuted ? sql`ifnull(${participants.mutedAt}, ${deps.clock.now()})` : null;
  return change(deps, viewer, conversationId, { mutedAt });
}

/**
 * Messages from this one on count as unread until the member reads or writes there; others still see them as
 * read. Throws NOT_FOUND without a seat.
 */
export function markUnread(
  deps: ChoiceDeps,
  viewer: Viewer,
  conversationId: string,
  seq?: number,
): Promise<Unread> {
  const last = sql`(select seq from messages where messages.conversation_id = ${conversationId} and kind = 'text'
    and sender_id is not ${viewer.id} order by seq desc limit 1)`;
  const unreadFrom = sql`min(${seq ?? last}, ${participants.readSeq} + 1)`;
  return change(deps, viewer, conversationId, { unreadFrom, marks: sql`${participants.marks} + 1` });
}

async function change(
  { db, live }: ChoiceDeps,
  { id: memberId }: Viewer,
  conversationId: string,
  set: { mutedAt?: SQL | null; unreadFrom?: SQL; marks?: SQL },
): Promise<Unread> {
  await db.write(async (tx) => {
    const [seat] = await tx.orm
      .update(participants)
      .set(set)
      .where(activeSeatOf(conversationId, memberId))
      .returning({ seq: participants.readSeq });
    if (!seat) throw new AppError('NOT_FOUND');
    publishUnread(tx, live, memberId, { conversationId, seq: seat.seq });
  });
  return unreadOf(db.orm, memberId);
}
