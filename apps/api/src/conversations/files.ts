import { denySendMessage } from '@guilde/contracts/conversations/rules.ts';
import { refuseIf } from '@guilde/contracts/errors.ts';
import type { fileInput, fileListQuery } from '@guilde/contracts/files/input.ts';
import type { FileList, FileSize, Upload } from '@guilde/contracts/files/rules.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { and, desc, eq, inArray, isNotNull, lt, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { ServedFile } from '../files/serving.ts';
import { files, unused } from '../files/tables.ts';
import { beginUpload, type UploadDeps } from '../files/uploads.ts';
import { iso } from '../platform/clock.ts';
import { preparedQuery, type Queries } from '../platform/database/db.ts';
import { pageOf, readPositionCursor } from '../platform/paging.ts';
import { requireSeat } from './conversations.ts';
import { messageColumns } from './messages.ts';
import { conversations, messages } from './tables.ts';

/** Throws NOT_FOUND without a seat, CONVERSATION_CLOSED and the codes of `beginUpload`. */
export async function addFile(
  deps: UploadDeps,
  viewer: Viewer,
  conversationId: string,
  input: z.output<typeof fileInput>,
): Promise<Upload> {
  const [[room]] = await Promise.all([
    deps.db.orm
      .select({ status: conversations.status })
      .from(conversations)
      .where(eq(conversations.id, conversationId)),
    requireSeat(deps.db.orm, viewer, conversationId),
  ]);
  if (room) refuseIf(denySendMessage(room));
  return beginUpload(deps, viewer, conversationId, input);
}

/** The files are grouped by message, from the newest. Throws NOT_FOUND without a seat. */
export async function filesFor(
  queries: Queries,
  viewer: Viewer,
  conversationId: string,
  { cursor, before, limit }: z.output<typeof fileListQuery>,
): Promise<FileList> {
  const below = cursor ? readPositionCursor(cursor) : before;
  const citing = queries
    .select({ id: files.messageId })
    .from(files)
    .where(and(eq(files.conversationId, conversationId), isNotNull(files.messageId)));
  const { id, seq, senderId, createdAt, files: shown } = messageColumns;
  const [rows] = await Promise.all([
    queries
      .select({ id, seq, senderId, createdAt, files: shown })
      .from(messages)
      .where(and(inArray(messages.id, citing), below ? lt(messages.seq, below) : undefined))
      .orderBy(desc(messages.seq))
      .limit(limit + 1),
    requireSeat(queries, viewer, conversationId),
  ]);
  const page = pageOf(rows, limit, ({ seq }) => String(seq));
  return {
    messages: page.rows.map((row) => ({ ...row, createdAt: iso(row.createdAt), files: row.files ?? [] })),
    nextCursor: page.nextCursor,
    hasMore: page.nextCursor !== null,
  };
}

const sentFile = preparedQuery((queries) =>
  queries
    .select()
    .from(files)
    .where(
      and(
        eq(files.id, sql.placeholder('fileId')),
        eq(files.conversationId, sql.placeholder('conversationId')),
        isNotNull(files.messageId),
      ),
    )
    .prepare(),
);

/** The file must belong to a message. Throws NOT_FOUND without a seat. */
export async function fileFor(
  queries: Queries,
  viewer: Viewer,
  { conversationId, fileId }: { conversationId: string; fileId: string; size: FileSize },
): Promise<ServedFile | undefined> {
  const [rows] = await Promise.all([
    sentFile(queries).all({ conversationId, fileId }),
    requireSeat(queries, viewer, conversationId),
  ]);
  return rows[0];
}

/** `texts` holds a group of texts as JSON; only stored ones cite. */
export const citeFiles = (queries: Queries) =>
  queries
    .update(files)
    .set({ messageId: sql`cited.citing_id`, position: sql`cited.place` })
    .from(
      sql`(select ${messages.id} as citing_id, file.value as file_id, file.key as place
        from json_each(${sql.placeholder('texts')}) as text
        join ${messages} on ${messages.id} = text.value ->> 'id' and ${messages.createdAt} = text.value ->> 'createdAt'
        join json_each(text.value ->> 'files') as file) as cited`,
    )
    .where(sql`${files.id} = cited.file_id and ${unused}`)
    .prepare();
