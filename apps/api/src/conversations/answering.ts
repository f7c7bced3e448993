import {
  denyMarkSolution,
  denySendMessage,
  type Message,
  type ReactionEmoji,
} from '@guilde/contracts/conversations/rules.ts';
import { AppError, refuseIf } from '@guilde/contracts/errors.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { and, asc, eq, isNotNull, sql } from 'drizzle-orm';
import type { Queries, Tx } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import { changeMessage } from './changes.ts';
import { requireSeat } from './conversations.ts';
import { messageColumns, toMessage } from './messages.ts';
import { activeSeatOf, conversations, messageReactions, messages, participants } from './tables.ts';

type AnswerDeps = Pick<Deps, 'db' | 'live'>;
type Target = { conversationId: string; messageId: string };

/** A repeated request changes nothing. Throws NOT_FOUND, CONVERSATION_CLOSED, MESSAGE_DELETED. */
export function setReaction(
  deps: AnswerDeps,
  { id: memberId }: Viewer,
  target: Target,
  { emoji, isOn }: { emoji: ReactionEmoji; isOn: boolean },
): Promise<Message> {
  return deps.db.write(async (tx) => {
    const { seat, message } = await textFor(tx, memberId, target);
    refuseIf(denySendMessage(seat));
    const given = { messageId: message.id, memberId, emoji };
    const changed = isOn
      ? await tx.orm.insert(messageReactions).values(given).onConflictDoNothing().returning()
      : await tx.orm
          .delete(messageReactions)
          .where(
            and(
              eq(messageReactions.messageId, message.id),
              eq(messageReactions.memberId, memberId),
              eq(messageReactions.emoji, emoji),
            ),
          )
          .returning();
    return changed.length > 0 ? changedMessage(tx, deps, message) : message;
  });
}

/**
 * « C’est ça qui a marché »: the requester decides, a helper proposes. Throws NOT_FOUND, CONVERSATION_CLOSED,
 * MESSAGE_DELETED, SOS_NOT_YOURS.
 */
export function markSolution(
  deps: AnswerDeps,
  { id: memberId }: Viewer,
  target: Target,
  isSolution: boolean,
): Promise<Message> {
  return deps.db.write(async (tx) => {
    const { seat, message } = await textFor(tx, memberId, target);
    const { solution } = message;
    refuseIf(denyMarkSolution({ ...seat, memberId }, message, isSolution));
    const confirmed = seat.role === 'requester';
    const isSo = isSolution ? solution && (solution.confirmed || !confirmed) : !solution;
    if (isSo) return message;
    return changedMessage(tx, deps, message, {
      solutionBy: isSolution ? (solution?.by ?? memberId) : null,
      solutionConfirmed: isSolution ? confirmed : null,
    });
  });
}

/** Confirmed and proposed solutions keep the conversation's order. Throws NOT_FOUND without a seat. */
export async function solutionsOf(
  queries: Queries,
  viewer: Viewer,
  conversationId: string,
): Promise<{ messages: Message[] }> {
  await requireSeat(queries, viewer, conversationId);
  const rows = await queries
    .select(messageColumns)
    .from(messages)
    .where(
      and(
        eq(messages.conversationId, conversationId),
        // A marked message has a revision, and an index covers those.
        sql`${messages.revision} > 0`,
        isNotNull(messages.solutionConfirmed),
        eq(messages.kind, 'text'),
      ),
    )
    .orderBy(asc(messages.seq));
  return { messages: rows.map((row) => toMessage(row, conversationId)) };
}

const seatColumns = { role: participants.role, status: conversations.status };

async function textFor(tx: Tx, memberId: string, { conversationId, messageId }: Target) {
  const [row] = await tx.orm
    .select({ seat: seatColumns, message: messageColumns })
    .from(participants)
    .innerJoin(conversations, eq(conversations.id, participants.conversationId))
    .innerJoin(messages, and(eq(messages.id, messageId), eq(messages.conversationId, conversationId)))
    .where(activeSeatOf(conversationId, memberId));
  if (row?.message.kind === 'deleted') throw new AppError('MESSAGE_DELETED');
  if (row?.message.kind !== 'text') throw new AppError('NOT_FOUND');
  return { seat: row.seat, message: toMessage(row.message, conversationId) };
}

async function changedMessage(
  tx: Tx,
  deps: AnswerDeps,
  { id, conversationId }: Message,
  change: Parameters<typeof changeMessage>[3] = {},
): Promise<Message> {
  await changeMessage(tx, deps, { id, conversationId }, change);
  const [row] = await tx.orm.select(messageColumns).from(messages).where(eq(messages.id, id));
  if (!row) throw new AppError('NOT_FOUND');
  return toMessage(row, conversationId);
}
