import type { Conversation } from '@guilde/contracts/conversations/rules.ts';
import { AppError, refuseIf } from '@guilde/contracts/errors.ts';
import { denyHelpRequest, denyJoinSos, isEnded, type Sos } from '@guilde/contracts/sos/rules.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { eq, sql } from 'drizzle-orm';
import { conversationFor } from '../conversations/conversations.ts';
import { createConversation, joinConversation, leaveConversation } from '../conversations/seats.ts';
import type { Tx } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import { excludedMembers } from './hidden-by-blocks.ts';
import { changeStatus } from './lifecycle.ts';
import { tellAssigned, tellJoined } from './notices.ts';
import { publishSos, visibleSos } from './queries.ts';
import { sosRequests } from './tables.ts';

type HelpDeps = Pick<Deps, 'db' | 'clock' | 'live' | 'jobs'>;

/**
 * The first reply makes the conversation, and a repeated one changes nothing. Throws NOT_FOUND, SOS_OWN,
 * SOS_ENDED, CONVERSATION_FULL.
 */
export function joinSos(deps: HelpDeps, viewer: Viewer, id: string): Promise<Conversation> {
  return deps.db.write(async (tx) => {
    // Both queries share a trip to a database on a server.
    const [sos, excludedBefore] = await Promise.all([
      visibleSos(tx.orm, viewer, id),
      excludedMembers(tx.orm).all({ id }),
    ]);
    if (isHelper(viewer, sos)) return conversationFor(tx.orm, viewer, 'sosRequestId', id);
    refuseIf(denyJoinSos(viewer.id, sos));
    await takeSeat(tx, deps, viewer.id, sos);
    await tellJoined(tx, deps, sos, viewer.id);
    const [conversation] = await Promise.all([
      conversationFor(tx.orm, viewer, 'sosRequestId', id),
      publishSos(tx, deps, id, { excludedBefore }),
    ]);
    return conversation;
  });
}

/**
 * The team assigns a helper, also past a block (docs/specification.md#blocks), and author and member are
 * notified. Throws SOS_OWN, SOS_ENDED, ALREADY_HELPING, CONVERSATION_FULL.
 */
export async function assignHelper(tx: Tx, deps: HelpDeps, sos: Sos, memberId: string): Promise<void> {
  refuseIf(denyHelpRequest(memberId, sos));
  const excludedBefore = await excludedMembers(tx.orm).all({ id: sos.id });
  await takeSeat(tx, deps, memberId, sos);
  await tellJoined(tx, deps, sos, memberId);
  await tellAssigned(tx, deps, sos, memberId);
  await publishSos(tx, deps, sos.id, { excludedBefore });
}

async function takeSeat(tx: Tx, deps: HelpDeps, memberId: string, sos: Sos): Promise<void> {
  const isNew = await takePart(tx, deps, memberId, sos);
  if (sos.status === 'open') await changeStatus(tx, deps, sos, { to: 'in_progress', memberId });
  await countReply(tx, deps, sos.id, isNew);
}

async function takePart(tx: Tx, deps: HelpDeps, memberId: string, sos: Sos): Promise<boolean> {
  if (sos.conversation) {
    const seat = { conversationId: sos.conversation.id, memberId };
    const { isNew } = await joinConversation(tx, deps, seat);
    return isNew;
  }
  const requesterId = sos.author?.id ?? null;
  await createConversation(tx, deps, { sosId: sos.id, requesterId, helperId: memberId });
  return true;
}

async function countReply(tx: Tx, { clock }: HelpDeps, id: string, isNew: boolean): Promise<void> {
  await tx.orm
    .update(sosRequests)
    .set({ responsesCount: sql`${sosRequests.responsesCount} + ${isNew ? 1 : 0}`, updatedAt: clock.now() })
    .where(eq(sosRequests.id, id));
}

/** Throws NOT_FOUND, REQUESTER_CANNOT_LEAVE, SOS_ENDED. */
export function leaveSos(deps: HelpDeps, viewer: Viewer, id: string): Promise<void> {
  return deps.db.write(async (tx) => {
    const [sos, excludedBefore] = await Promise.all([
      visibleSos(tx.orm, viewer, id),
      excludedMembers(tx.orm).all({ id }),
    ]);
    if (sos.author?.id === viewer.id) throw new AppError('REQUESTER_CANNOT_LEAVE');
    if (!sos.conversation || !isHelper(viewer, sos)) throw new AppError('NOT_FOUND');
    if (isEnded(sos)) throw new AppError('SOS_ENDED');
    await leaveConversation(tx, deps, { conversationId: sos.conversation.id, memberId: viewer.id });
    await tx.orm.update(sosRequests).set({ updatedAt: deps.clock.now() }).where(eq(sosRequests.id, id));
    await publishSos(tx, deps, id, { excludedBefore });
  });
}

function isHelper(viewer: Viewer, sos: Pick<Sos, 'helpers'>): boolean {
  return sos.helpers.some((helper) => helper.id === viewer.id);
}
