import { randomUUID } from 'node:crypto';
import {
  denySendMessage,
  type History,
  type historyQuery,
  type Message,
  type MessageKind,
  type sendMessageInput,
} from '@guilde/contracts/conversations.ts';
import { AppError, refuse } from '@guilde/contracts/errors.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { and, asc, desc, eq, exists, gt, lt, ne, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { iso } from '../platform/clock.ts';
import type { Queries, Tx } from '../platform/db.ts';
import type { Deps } from '../platform/deps.ts';
import { activeMemberIds, publishConversations, seatFor } from './conversations.ts';
import { conversationChanged } from './jobs.ts';
import { moveReadPosition } from './reading.ts';
import { conversations, messages, participants } from './tables.ts';

type MessageRow = typeof messages.$inferSelect;

/** A page of messages in rising order: the newest, or those `before` or `after` a sequence number. */
export async function historyFor(
  queries: Queries,
  viewer: Viewer,
  conversationId: string,
  { before, after, limit }: z.output<typeof historyQuery>,
): Promise<History> {
  await seatFor(queries, viewer, conversationId);
  const forward = after !== undefined;
  const rows = await queries
    .select()
    .from(messages)
    .where(
      and(
        eq(messages.conversationId, conversationId),
        before === undefined ? undefined : lt(messages.seq, before),
        forward ? gt(messages.seq, after) : undefined,
      ),
    )
    .orderBy(forward ? asc(messages.seq) : desc(messages.seq))
    .limit(limit + 1);
  const page = rows.slice(0, limit).map(toMessage);
  return { messages: forward ? page : page.reverse(), hasMore: rows.length > limit };
}

/**
 * Stores what the viewer wrote and gives it the next sequence number. The same id sent again answers what is stored,
 * however late; an id that stands for something else is MESSAGE_ID_TAKEN.
 */
export function sendMessage(
  deps: Pick<Deps, 'db' | 'clock' | 'live' | 'jobs'>,
  viewer: Viewer,
  conversationId: string,
  input: z.output<typeof sendMessageInput>,
): Promise<Message> {
  return deps.db.write(async (tx) => {
    const [stored] = await tx.orm.select().from(messages).where(eq(messages.id, input.id));
    if (stored) return sentAgain(stored, viewer, conversationId);
    const { status, sosId } = await seatFor(tx.orm, viewer, conversationId);
    refuse(denySendMessage({ status }));
    const now = deps.clock.now();
    const seq = await nextSeqForSender(tx, viewer, conversationId, now);
    const message = await storeMessage(tx, {
      ...input,
      conversationId,
      seq,
      kind: 'text',
      senderId: viewer.id,
      createdAt: now,
    });
    const audience = await activeMemberIds(tx.orm, conversationId);
    tx.afterCommit(() => deps.live.publish(audience, { type: 'message.created', message }));
    await moveReadPosition(tx, deps, { conversationId, memberId: viewer.id, seq, audience });
    if (status === 'inactive') {
      await publishConversations(tx, deps, [conversationId]);
      await conversationChanged(tx, deps, sosId);
    }
    return message;
  });
}

function sentAgain(stored: MessageRow, viewer: Viewer, conversationId: string): Message {
  const same =
    stored.kind === 'text' && stored.senderId === viewer.id && stored.conversationId === conversationId;
  if (!same) throw new AppError('MESSAGE_ID_TAKEN');
  return toMessage(stored);
}

/** Appends a quiet line to the sequence and tells the participants; `senderId` is who did it. Returns its number. */
export async function appendLine(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'live'>,
  conversationId: string,
  kind: Exclude<MessageKind, 'text'>,
  senderId: string | null,
): Promise<number> {
  const createdAt = deps.clock.now();
  const [next] = await tx.orm
    .update(conversations)
    .set({ lastSeq: sql`${conversations.lastSeq} + 1`, updatedAt: createdAt })
    .where(eq(conversations.id, conversationId))
    .returning({ seq: conversations.lastSeq });
  if (!next) throw new AppError('NOT_FOUND');
  const line = { id: randomUUID(), conversationId, seq: next.seq, kind, senderId, content: '', createdAt };
  const message = await storeMessage(tx, line);
  const audience = await activeMemberIds(tx.orm, conversationId);
  tx.afterCommit(() => deps.live.publish(audience, { type: 'message.created', message }));
  return next.seq;
}

/** The database has the last word: no number for a closed conversation or for whoever has no seat. */
async function nextSeqForSender(
  { orm }: Tx,
  viewer: Viewer,
  conversationId: string,
  now: number,
): Promise<number> {
  const seat = orm
    .select({ one: sql`1` })
    .from(participants)
    .where(
      and(
        eq(participants.conversationId, conversationId),
        eq(participants.userId, viewer.id),
        eq(participants.isActive, true),
      ),
    );
  const [next] = await orm
    .update(conversations)
    .set({ lastSeq: sql`${conversations.lastSeq} + 1`, updatedAt: now, status: 'active' })
    .where(and(eq(conversations.id, conversationId), ne(conversations.status, 'closed'), exists(seat)))
    .returning({ seq: conversations.lastSeq });
  if (!next) throw new AppError('CONVERSATION_CLOSED');
  return next.seq;
}

async function storeMessage({ orm }: Tx, row: MessageRow): Promise<Message> {
  await orm.insert(messages).values(row);
  return toMessage(row);
}

/** A stored message as it travels. */
export function toMessage({ createdAt, ...row }: MessageRow): Message {
  return { ...row, createdAt: iso(createdAt) };
}
