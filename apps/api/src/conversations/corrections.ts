import type { editMessageInput, messageParams } from '@guilde/contracts/conversations/input.ts';
import { mentionable, mentionsIn } from '@guilde/contracts/conversations/mentions.ts';
import {
  denyDeleteMessage,
  denyEditMessage,
  type Message,
  type MessageVersion,
} from '@guilde/contracts/conversations/rules.ts';
import { AppError, refuseIf } from '@guilde/contracts/errors.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { and, asc, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { files } from '../files/tables.ts';
import { iso } from '../platform/clock.ts';
import type { Queries } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import { profiles } from '../profiles/tables.ts';
import { changeMessage } from './changes.ts';
import { requireSeat } from './conversations.ts';
import { eraseMessage } from './deletion.ts';
import { messageColumns, toMessage } from './messages.ts';
import { conversations, messages, messageVersions, participants } from './tables.ts';

type Params = z.output<typeof messageParams>;
type Corrections = Pick<Deps, 'db' | 'clock' | 'live' | 'jobs'>;

/** An unchanged text changes nothing, so that a request may be repeated. */
export function editMessage(
  deps: Corrections,
  viewer: Viewer,
  params: Params,
  { content }: z.output<typeof editMessageInput>,
): Promise<Message> {
  return deps.db.write(async (tx) => {
    const { row, status } = await storedMessage(tx.orm, viewer, params);
    const now = deps.clock.now();
    if (row.content !== content || row.senderId !== viewer.id) {
      const message = { ...row, createdAt: iso(row.createdAt) };
      refuseIf(denyEditMessage(message, { memberId: viewer.id, status, now }));
      if (content === '' && (await tx.orm.$count(files, eq(files.messageId, row.id))) === 0)
        throw new AppError('INVALID_INPUT', {}, { content: 'Écris un message.' });
      const next = sql`(select ${conversations.revision} + 1 from ${conversations} where ${conversations.id} = ${row.conversationId})`;
      const mentions = await mentionsOf(tx.orm, row.conversationId, viewer.id, content);
      await tx.orm
        .insert(messageVersions)
        .values({ messageId: row.id, revision: next, content: row.content, replacedAt: now });
      await changeMessage(tx, deps, row, { content, mentions, editedAt: now });
      const added = mentions?.filter((id) => !row.mentions?.includes(id)) ?? [];
      if (added.length > 0)
        await deps.jobs.enqueue(tx, 'messages.mentions', { messageIds: [row.id], memberIds: added });
    }
    return messageOf(tx.orm, params);
  });
}

/** Finds them as the author's client did when the message was sent. Null stands for none. */
async function mentionsOf(
  queries: Queries,
  conversationId: string,
  authorId: string,
  content: string,
): Promise<string[] | null> {
  if (!content.includes('@')) return null;
  const names = { id: participants.userId, firstName: profiles.firstName, lastName: profiles.lastName };
  const people = await queries
    .select({ member: names, isActive: participants.isActive })
    .from(participants)
    .innerJoin(profiles, eq(profiles.userId, participants.userId))
    .where(eq(participants.conversationId, conversationId));
  const mentions = mentionsIn(content, mentionable(people, authorId));
  return mentions.length > 0 ? mentions : null;
}

/** Deleting a deleted message changes nothing. */
export function deleteMessage(deps: Corrections, viewer: Viewer, params: Params): Promise<Message> {
  return deps.db.write(async (tx) => {
    const { row } = await storedMessage(tx.orm, viewer, params);
    if (row.kind !== 'deleted' || row.senderId !== viewer.id) {
      refuseIf(denyDeleteMessage(row, { memberId: viewer.id }));
      await eraseMessage(tx, deps, row, { byTeam: false });
    }
    return messageOf(tx.orm, params);
  });
}

/** Participants see the versions as long as these are kept. */
export async function versionsFor(
  queries: Queries,
  viewer: Viewer,
  params: Params,
): Promise<{ versions: MessageVersion[] }> {
  const { row } = await storedMessage(queries, viewer, params);
  return { versions: await versionsOf(queries, row.id) };
}

export async function versionsOf(queries: Queries, messageId: string): Promise<MessageVersion[]> {
  const rows = await queries
    .select({ content: messageVersions.content, replacedAt: messageVersions.replacedAt })
    .from(messageVersions)
    .where(eq(messageVersions.messageId, messageId))
    .orderBy(asc(messageVersions.revision));
  return rows.map(({ content, replacedAt }) => ({ content, replacedAt: iso(replacedAt) }));
}

/** Without a seat the message looks as if it did not exist. */
async function storedMessage(queries: Queries, viewer: Viewer, { conversationId, messageId }: Params) {
  const [, [stored]] = await Promise.all([
    requireSeat(queries, viewer, conversationId),
    queries
      .select({ row: messages, status: conversations.status })
      .from(messages)
      .innerJoin(conversations, eq(conversations.id, messages.conversationId))
      .where(and(eq(messages.id, messageId), eq(messages.conversationId, conversationId))),
  ]);
  if (!stored) throw new AppError('NOT_FOUND');
  return stored;
}

async function messageOf(queries: Queries, { conversationId, messageId }: Params): Promise<Message> {
  const [row] = await queries.select(messageColumns).from(messages).where(eq(messages.id, messageId));
  if (!row) throw new AppError('NOT_FOUND');
  return toMessage(row, conversationId);
}
