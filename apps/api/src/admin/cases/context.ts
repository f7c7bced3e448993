import { CASE_CONTEXT, type CaseContext } from '@guilde/contracts/cases/rules.ts';
import { AppError } from '@guilde/contracts/errors.ts';
import { textOrFiles } from '@guilde/contracts/files/rules.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { and, asc, between, eq, inArray, sql } from 'drizzle-orm';
import { appendLine } from '../../conversations/messages.ts';
import { itsOwner, ownerColumns } from '../../conversations/owners.ts';
import { conversations, messages } from '../../conversations/tables.ts';
import { filesCiting } from '../../files/files.ts';
import { iso } from '../../platform/clock.ts';
import type { Queries } from '../../platform/database/db.ts';
import type { Deps } from '../../platform/deps.ts';
import { memberRefs } from '../../profiles/members.ts';
import { cases } from '../../reports/tables.ts';
import { logReads } from '../journal/read-log.ts';
import { notAbout } from './cases.ts';

/**
 * The report is the reason to read the message and its neighbours. The reading is journalled and shown to
 * participants (docs/specification.md#private-conversations). Throws NOT_FOUND, also when the case is about a
 * member, or the conversation is deleted.
 */
export async function caseContext(
  deps: Pick<Deps, 'db' | 'clock' | 'secrets' | 'live'>,
  viewer: Viewer,
  caseId: string,
): Promise<CaseContext> {
  const queries = deps.db.orm;
  const [place] = await queries
    .select({
      conversationId: conversations.id,
      seq: messages.seq,
      title: ownerColumns().title,
      messageId: messages.id,
    })
    .from(cases)
    .innerJoin(messages, eq(messages.id, cases.messageId))
    .innerJoin(conversations, eq(conversations.id, messages.conversationId))
    .leftJoin(...itsOwner())
    .where(and(eq(cases.id, caseId), notAbout(viewer)));
  if (!place) throw new AppError('NOT_FOUND');
  const { conversationId, seq, title, messageId } = place;
  const subject = { type: 'conversation', id: conversationId, label: title } as const;
  await logReads(deps, viewer, [{ action: 'conversation.read', subject }], (tx) =>
    appendLine(tx, deps, conversationId, 'consulted', null),
  );
  return messagesAround(queries, conversationId, { seq, messageId });
}

async function messagesAround(
  queries: Queries,
  conversationId: string,
  reported: { seq: number; messageId: string },
): Promise<CaseContext> {
  const { seq, messageId } = reported;
  const rows = await queries
    .select({
      id: messages.id,
      senderId: messages.senderId,
      kind: messages.kind,
      content: messages.content,
      createdAt: messages.createdAt,
      files: filesCiting('messageId', sql`${messages.id}`),
    })
    .from(messages)
    .where(
      and(
        eq(messages.conversationId, conversationId),
        between(messages.seq, seq - CASE_CONTEXT, seq + CASE_CONTEXT),
        inArray(messages.kind, ['text', 'deleted']),
      ),
    )
    .orderBy(asc(messages.seq));
  const senders = await memberRefs(
    queries,
    rows.flatMap(({ senderId }) => senderId ?? []),
  );
  return rows.map(({ id, senderId, kind, content, createdAt, files }) => ({
    id,
    sender: senders.get(senderId ?? '') ?? null,
    content: textOrFiles({ content, files: files ?? [] }),
    isDeleted: kind === 'deleted',
    isReported: id === messageId,
    createdAt: iso(createdAt),
  }));
}
