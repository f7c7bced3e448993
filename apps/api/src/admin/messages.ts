import { adminMessagesQuery, measureInput, messageParams } from '@guilde/contracts/admin/input.ts';
import { adminMessageDetailOutput, adminMessagePageOutput } from '@guilde/contracts/admin/output.ts';
import type { AdminMessage, AdminMessageDetail, AdminMessagePage } from '@guilde/contracts/admin/rules.ts';
import { AppError } from '@guilde/contracts/errors.ts';
import { adminFileParams } from '@guilde/contracts/files/input.ts';
import { memberName } from '@guilde/contracts/profiles/rules.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { and, eq, gte, inArray, lt, or, type SQL, sql } from 'drizzle-orm';
import { Hono } from 'hono';
import type { z } from 'zod';
import { versionsOf } from '../conversations/corrections.ts';
import { removeMessage } from '../conversations/moderation.ts';
import { itsOwner, ownerColumns } from '../conversations/owners.ts';
import { conversations, messages, participants } from '../conversations/tables.ts';
import { filesCiting } from '../files/files.ts';
import { SERVED_FILE, type ServedFile, serveFile } from '../files/serving.ts';
import { files } from '../files/tables.ts';
import { iso, isoOrNull } from '../platform/clock.ts';
import type { Queries } from '../platform/database/db.ts';
import { matchOf } from '../platform/database/search.ts';
import type { Deps } from '../platform/deps.ts';
import { describe, type Env, params, query, readingProofOnly, viewerOf } from '../platform/http/http.ts';
import { pageOf, readPositionCursor } from '../platform/paging.ts';
import { memberRefColumns, toMemberRef } from '../profiles/members.ts';
import { profiles } from '../profiles/tables.ts';
import { sosRequests } from '../sos/tables.ts';
import { act } from './act.ts';
import { messageRemoval, storeRemoval } from './cases/removals.ts';
import { conversationReads, logReads } from './journal/read-log.ts';
import { openingsOf } from './openings.ts';
import { matchesPerson } from './users/people.ts';

/** The rowid needs no index. */
const arrival = sql<number>`${messages}.rowid`;
const CONVERSATION_ID = /^[\da-f-]{4,36}$/i;

type ReadDeps = Pick<Deps, 'db' | 'clock'>;

/** Content is never searched: moderation follows a report and does not search private chats. */
async function listMessages(
  { db: { orm: queries }, clock }: ReadDeps,
  viewer: Viewer,
  { q, cursor, limit }: z.output<typeof adminMessagesQuery>,
): Promise<AdminMessagePage> {
  const rows = await selectMessages(queries)
    .where(
      and(
        inArray(messages.kind, ['text', 'deleted']),
        q ? searched(queries, q) : undefined,
        cursor ? sql`${arrival} < ${readPositionCursor(cursor)}` : undefined,
      ),
    )
    .orderBy(sql`${arrival} desc`)
    .limit(limit + 1);
  const page = pageOf(rows, limit, (row) => String(row.arrival));
  const conversationIds = page.rows.map(({ message }) => message.conversationId);
  const open = await openingsOf(queries, viewer, conversationIds, clock.now());
  return { items: page.rows.map((row) => toAdminMessage(row, open)), nextCursor: page.nextCursor };
}

async function messageDetail(
  { clock }: Pick<Deps, 'clock'>,
  queries: Queries,
  viewer: Viewer,
  messageId: string,
): Promise<AdminMessageDetail> {
  const [row] = await selectMessages(queries).where(
    and(eq(messages.id, messageId), inArray(messages.kind, ['text', 'deleted'])),
  );
  if (!row) throw new AppError('NOT_FOUND');
  const open = await openingsOf(queries, viewer, [row.message.conversationId], clock.now());
  const message = toAdminMessage(row, open);
  return { ...message, versions: message.openUntil ? await versionsOf(queries, messageId) : [] };
}

/** @throws CONVERSATION_SEALED */
async function fileOfMessage(
  queries: Queries,
  message: AdminMessageDetail,
  fileId: string,
): Promise<ServedFile | undefined> {
  if (!message.openUntil) throw new AppError('CONVERSATION_SEALED');
  const [row] = await queries
    .select()
    .from(files)
    .where(and(eq(files.id, fileId), eq(files.messageId, message.id)));
  return row;
}

/** The journal keeps the author and the length. */
const deleteMessage = act({
  summary: 'Remove the text of a message, for a reason that its author is sent',
  answer: adminMessageDetailOutput,
  refusals: ['MESSAGE_DELETED', 'REMOVAL_OWN', 'CASE_DECIDED'],
  params: messageParams,
  input: measureInput,
  needsProof: true,
  areas: ['messages', 'summaries', 'users', 'reports'],
  run: async (acting, { messageId }, order) => {
    const { deps, tx, viewer, record } = acting;
    const before = await removeMessage(tx, deps, messageId);
    const message = await messageDetail(deps, tx.orm, viewer, messageId);
    const removal = messageRemoval({ ...message, at: before.createdAt, text: before.content });
    const { values } = await storeRemoval(acting, before.senderId, order, removal);
    await record({
      action: 'message.delete',
      subject: {
        type: 'message',
        id: messageId,
        label: `${memberName(message.sender)}, « ${message.sosTitle} »`,
      },
      before: {
        sender: before.senderId,
        conversation: before.conversationId,
        seq: before.seq,
        characters: before.content.length,
        sentAt: before.createdAt,
      },
      after: values,
      reason: order.reason,
    });
  },
  show: (deps, viewer, { messageId }) => messageDetail(deps, deps.db.orm, viewer, messageId),
});

function selectMessages(queries: Queries) {
  return queries
    .select({
      message: messages,
      arrival,
      ...ownerColumns(),
      sender: memberRefColumns,
      files: filesCiting('messageId', sql`${messages.id}`),
    })
    .from(messages)
    .innerJoin(conversations, eq(conversations.id, messages.conversationId))
    .leftJoin(...itsOwner())
    .leftJoin(profiles, eq(profiles.userId, messages.senderId))
    .$dynamic();
}

function searched(queries: Queries, q: string): SQL | undefined {
  const ofSos = queries
    .select({ id: conversations.id })
    .from(conversations)
    .innerJoin(sosRequests, eq(sosRequests.id, conversations.sosRequestId))
    .where(
      sql`${sosRequests.position} in (select rowid from sos_search where sos_search match ${matchOf(q)})`,
    );
  const ofSender = queries
    .select({ id: participants.conversationId })
    .from(participants)
    .where(matchesPerson(queries, participants.userId, q));
  const id = q.toLowerCase();
  return or(
    and(inArray(messages.conversationId, ofSender), matchesPerson(queries, messages.senderId, q)),
    inArray(messages.conversationId, ofSos),
    CONVERSATION_ID.test(q)
      ? and(gte(messages.conversationId, id), lt(messages.conversationId, `${id}\u{10ffff}`))
      : undefined,
  );
}

/** No other function returns texts and files, and only of conversations that are open to the viewer. */
function toAdminMessage(
  row: Awaited<ReturnType<typeof selectMessages>>[number],
  open: ReadonlyMap<string, number>,
): AdminMessage {
  const { id, conversationId, seq, kind, content, createdAt, editedAt, deletedByTeam } = row.message;
  const until = open.get(conversationId);
  return {
    id,
    conversationId,
    sosId: row.sosId,
    eventId: row.eventId,
    dealId: row.dealId,
    sosTitle: row.title,
    seq,
    kind: kind === 'deleted' ? 'deleted' : 'text',
    sender: row.sender && toMemberRef(row.sender),
    content: until ? content : '',
    createdAt: iso(createdAt),
    editedAt: isoOrNull(editedAt),
    deletedByTeam,
    files: (until && row.files) || [],
    openUntil: isoOrNull(until ?? null),
  };
}

export function allMessagesRoutes(deps: Deps) {
  const { orm } = deps.db;
  return new Hono<Env>()
    .use(readingProofOnly(deps.clock))
    .get(
      '/',
      describe('Messages of all chats, newest first', adminMessagePageOutput),
      query(adminMessagesQuery),
      async (c) => {
        const page = await listMessages(deps, viewerOf(c), c.req.valid('query'));
        await logReads(deps, viewerOf(c), conversationReads(page.items));
        return c.json(page, 200);
      },
    )
    .get('/:messageId', describe('A message', adminMessageDetailOutput), params(messageParams), async (c) => {
      const message = await messageDetail(deps, orm, viewerOf(c), c.req.valid('param').messageId);
      await logReads(deps, viewerOf(c), conversationReads([message]));
      return c.json(message, 200);
    })
    .get(
      '/:messageId/files/:fileId/:size',
      describe('A file of a message', SERVED_FILE, ['CONVERSATION_SEALED']),
      params(adminFileParams),
      async (c) => {
        const named = c.req.valid('param');
        const message = await messageDetail(deps, orm, viewerOf(c), named.messageId);
        const served = await fileOfMessage(orm, message, named.fileId);
        await logReads(deps, viewerOf(c), conversationReads([message]));
        return serveFile(c, deps, served, named.size);
      },
    )
    .post('/:messageId/delete', ...deleteMessage.handlers(deps));
}
