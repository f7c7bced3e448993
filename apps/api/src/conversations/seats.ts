import { randomUUID } from 'node:crypto';
import {
  denyJoinConversation,
  MAX_PARTICIPANTS,
  type ParticipantRole,
} from '@guilde/contracts/conversations/rules.ts';
import { AppError, refuseIf } from '@guilde/contracts/errors.ts';
import { and, eq, lt, ne, sql } from 'drizzle-orm';
import { removeFiles } from '../files/files.ts';
import { files, unused } from '../files/tables.ts';
import type { Tx } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import { publishConversations } from './conversations.ts';
import { reactivate } from './inactivity.ts';
import { appendLine, lastSeqOf } from './messages.ts';
import { publishUnread } from './reading.ts';
import { activeSeatOf, conversations, participants, seatOf } from './tables.ts';

type SeatDeps = Pick<Deps, 'clock' | 'live'>;

export type OwnerKey = { sosRequestId: string } | { eventId: string } | { dealId: string };

/** `requesterId` is null for a deleted account. Returns the conversation's id. */
export async function createConversation(
  tx: Tx,
  deps: SeatDeps,
  opening: { sosId: string; requesterId: string | null; helperId: string },
): Promise<string> {
  const { sosId, requesterId, helperId } = opening;
  const id = await storeConversation(tx, deps, {
    owner: { sosRequestId: sosId },
    maxParticipants: MAX_PARTICIPANTS,
    people: [
      ...(requesterId ? [{ userId: requesterId, role: 'requester' as const }] : []),
      { userId: helperId, role: 'helper' as const },
    ],
  });
  await appendJoined(tx, deps, id, helperId);
  return id;
}

/** Neither line nor event says it. Returns the conversation's id. */
export async function storeConversation(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  opening: {
    owner: OwnerKey;
    maxParticipants: number;
    people: readonly { userId: string; role: ParticipantRole }[];
  },
): Promise<string> {
  const { owner, maxParticipants, people } = opening;
  const id = randomUUID();
  const now = clock.now();
  const times = { createdAt: now, updatedAt: now };
  await tx.orm
    .insert(conversations)
    .values({ id, ...owner, currentParticipants: people.length, maxParticipants, ...times });
  if (people.length > 0)
    await tx.orm
      .insert(participants)
      .values(people.map((person) => ({ ...person, conversationId: id, joinedAt: now })));
  return id;
}

/** `isNew` means the first time here. Throws CONVERSATION_FULL, CONVERSATION_CLOSED, NOT_FOUND. */
export async function joinConversation(
  tx: Tx,
  deps: SeatDeps,
  {
    conversationId,
    memberId,
    role = 'helper',
  }: { conversationId: string; memberId: string; role?: ParticipantRole },
): Promise<{ isNew: boolean }> {
  const [known] = await tx.orm
    .select({ isActive: participants.isActive })
    .from(participants)
    .where(seatOf(conversationId, memberId));
  if (known?.isActive) return { isNew: false };
  await takeSeat(tx, conversationId);
  await tx.orm
    .insert(participants)
    .values({ conversationId, userId: memberId, role, joinedAt: deps.clock.now() })
    .onConflictDoUpdate({
      target: [participants.conversationId, participants.userId],
      set: { isActive: true, leftAt: null, mutedAt: null },
    });
  await reactivate(tx, conversationId);
  await appendJoined(tx, deps, conversationId, memberId);
  return { isNew: !known };
}

/** The update is conditional, so that simultaneous joins cannot exceed the limit. */
async function takeSeat(tx: Tx, conversationId: string): Promise<void> {
  const [seated] = await tx.orm
    .update(conversations)
    .set({ currentParticipants: sql`${conversations.currentParticipants} + 1` })
    .where(
      and(
        eq(conversations.id, conversationId),
        ne(conversations.status, 'closed'),
        lt(conversations.currentParticipants, conversations.maxParticipants),
      ),
    )
    .returning({ id: conversations.id });
  if (seated) return;
  const [conversation] = await tx.orm
    .select()
    .from(conversations)
    .where(eq(conversations.id, conversationId));
  if (conversation) refuseIf(denyJoinConversation(conversation));
  throw new AppError('NOT_FOUND');
}

/** Earlier messages do not count as unread. */
async function appendJoined(tx: Tx, deps: SeatDeps, conversationId: string, memberId: string): Promise<void> {
  await appendLine(tx, deps, conversationId, 'joined', memberId);
  await tx.orm
    .update(participants)
    .set({ readSeq: lastSeqOf(tx.orm, conversationId), unreadFrom: null })
    .where(seatOf(conversationId, memberId));
  publishConversations(tx, deps, [conversationId]);
}

/**
 * Files that were not sent go too. Throws NOT_FOUND without a seat, REQUESTER_CANNOT_LEAVE,
 * CONVERSATION_CLOSED (its helpers stay named).
 */
export async function leaveConversation(
  tx: Tx,
  deps: SeatDeps & Pick<Deps, 'jobs'>,
  { conversationId, memberId }: { conversationId: string; memberId: string },
): Promise<void> {
  const [seat] = await tx.orm
    .select({ role: participants.role, readSeq: participants.readSeq })
    .from(participants)
    .where(activeSeatOf(conversationId, memberId));
  if (!seat) throw new AppError('NOT_FOUND');
  if (seat.role === 'requester') throw new AppError('REQUESTER_CANNOT_LEAVE');
  const [freed] = await tx.orm
    .update(conversations)
    .set({ currentParticipants: sql`${conversations.currentParticipants} - 1` })
    .where(and(eq(conversations.id, conversationId), ne(conversations.status, 'closed')))
    .returning({ id: conversations.id });
  if (!freed) throw new AppError('CONVERSATION_CLOSED');
  await tx.orm
    .update(participants)
    .set({ isActive: false, leftAt: deps.clock.now() })
    .where(activeSeatOf(conversationId, memberId));
  const own = and(eq(files.ownerId, memberId), eq(files.conversationId, conversationId));
  await removeFiles(tx, deps, and(own, unused));
  await appendLine(tx, deps, conversationId, 'left', memberId);
  publishConversations(tx, deps, [conversationId], [memberId]);
  publishUnread(tx, deps.live, memberId, { conversationId, seq: seat.readSeq });
}
