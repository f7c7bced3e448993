import { randomUUID } from 'node:crypto';
import { AppError } from '@guilde/contracts/errors.ts';
import type { fileInput } from '@guilde/contracts/files/input.ts';
import {
  FILE_PART_BYTES,
  MESSAGE_FILES_MAX,
  partsOf,
  type Upload,
  VOICE_MAX_BYTES,
} from '@guilde/contracts/files/rules.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { and, desc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Queries, Tx } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import { communitySettingsOf } from '../settings/community.ts';
import { acceptContent } from './accepting.ts';
import { removeFiles, toFileRef } from './files.ts';
import { partKey } from './stored.ts';
import { type FileRow, files, unused } from './tables.ts';

export type UploadDeps = Pick<Deps, 'db' | 'clock' | 'jobs' | 'storage' | 'config'>;

const MEGABYTE = 1024 * 1024;
/** A member has two messages' files under way at most. The oldest is removed for a further one. */
const OPEN_MAX = 2 * MESSAGE_FILES_MAX;

/**
 * The same id is the same upload. `conversationId` is null for an SOS or a deal, which have no voice. Throws
 * FILE_ID_TAKEN, FILES_MEMBER_FULL, FILES_CONVERSATION_FULL, FILE_TYPE_REFUSED, VOICE_OFF, VOICE_TOO_LONG.
 */
export function beginUpload(
  deps: UploadDeps,
  viewer: Viewer,
  conversationId: string | null,
  input: z.output<typeof fileInput>,
): Promise<Upload> {
  return deps.db.write(async (tx) => {
    const { orm } = tx;
    const [known] = await orm.select().from(files).where(eq(files.id, input.id));
    if (known) {
      if (known.ownerId === viewer.id && known.conversationId === conversationId) return toUpload(known);
      throw new AppError('FILE_ID_TAKEN');
    }
    if (input.waveform) await checkVoice(orm, conversationId, input.bytes);
    const full = await fullQuota(orm, deps.config, { ownerId: viewer.id, conversationId, more: input.bytes });
    if (full) throw full;
    await removeOldestOpen(tx, deps, viewer);
    const [row] = await orm
      .insert(files)
      .values({
        ...input,
        ownerId: viewer.id,
        key: randomUUID(),
        conversationId,
        storedBytes: 0,
        createdAt: deps.clock.now(),
      })
      .returning();
    return toUpload(row as FileRow);
  });
}

async function checkVoice(queries: Queries, conversationId: string | null, bytes: number): Promise<void> {
  if (conversationId === null) throw new AppError('FILE_TYPE_REFUSED');
  if (!(await communitySettingsOf(queries)).voiceMessages) throw new AppError('VOICE_OFF');
  if (bytes > VOICE_MAX_BYTES) throw new AppError('VOICE_TOO_LONG');
}

type Place = Pick<FileRow, 'ownerId' | 'conversationId'> & { more: number };

async function fullQuota(
  queries: Queries,
  { fileQuotas: { member, conversation } }: Pick<Deps['config'], 'fileQuotas'>,
  { ownerId, conversationId, more }: Place,
): Promise<AppError | null> {
  const [ofMember, ofConversation] = await Promise.all([
    ownerId ? storedBytes(queries, eq(files.ownerId, ownerId)) : 0,
    conversationId ? storedBytes(queries, eq(files.conversationId, conversationId)) : 0,
  ]);
  if (ofMember + more > member)
    return new AppError('FILES_MEMBER_FULL', { megabytes: Math.floor(member / MEGABYTE) });
  if (ofConversation + more > conversation)
    return new AppError('FILES_CONVERSATION_FULL', { megabytes: Math.floor(conversation / MEGABYTE) });
  return null;
}

async function removeOldestOpen(tx: Tx, deps: UploadDeps, viewer: Viewer): Promise<void> {
  const open = await tx.orm
    .select({ id: files.id })
    .from(files)
    .where(and(eq(files.ownerId, viewer.id), isNull(files.readyAt)))
    .orderBy(desc(files.createdAt));
  for (const { id } of open.slice(OPEN_MAX - 1)) await removeFiles(tx, deps, eq(files.id, id));
}

async function storedBytes(queries: Queries, condition: SQL): Promise<number> {
  const [sum] = await queries
    .select({ bytes: sql<number>`coalesce(sum(${files.storedBytes}), 0)` })
    .from(files)
    .where(condition);
  return sum?.bytes ?? 0;
}

/** @throws NOT_FOUND, also for another member's file. */
export async function uploadState(queries: Queries, viewer: Viewer, id: string): Promise<Upload> {
  const [row] = await queries
    .select()
    .from(files)
    .where(and(eq(files.id, id), eq(files.ownerId, viewer.id)));
  if (!row) throw new AppError('NOT_FOUND');
  return toUpload(row);
}

/** @throws NOT_FOUND, also for another member's file or a cited one. */
async function ownUpload(queries: Queries, viewer: Viewer, id: string): Promise<FileRow> {
  const [row] = await queries.select().from(files).where(ownUnused(viewer, id));
  if (!row) throw new AppError('NOT_FOUND');
  return row;
}

function ownUnused(viewer: Viewer, id: string): SQL | undefined {
  return and(eq(files.id, id), eq(files.ownerId, viewer.id), unused);
}

/**
 * A client whose connection broke sends the last part again to have the content checked. Throws NOT_FOUND,
 * FILE_PART_WRONG, FILES_MEMBER_FULL, FILES_CONVERSATION_FULL and those of `acceptContent`.
 */
export async function storePart(
  deps: UploadDeps,
  viewer: Viewer,
  { fileId, part }: { fileId: string; part: number },
  content: Uint8Array,
): Promise<Upload> {
  const row = await ownUpload(deps.db.orm, viewer, fileId);
  const parts = partsOf(row.bytes);
  if (row.readyAt !== null) return toUpload(row);
  const isLast = part === parts - 1;
  const length = isLast ? row.bytes - part * FILE_PART_BYTES : FILE_PART_BYTES;
  if (part > row.parts || part >= parts || content.byteLength !== length)
    throw new AppError('FILE_PART_WRONG');
  if (part < row.parts && !isLast) return toUpload(row);
  if (part === row.parts) {
    await deps.storage.put(partKey(row.key, part), content);
    const refusal = await notePart(deps, row, length);
    if (refusal) {
      await deps.storage.remove(partKey(row.key, part));
      throw refusal;
    }
  }
  return isLast ? toUpload(await acceptContent(deps, viewer, fileId)) : toUpload({ ...row, parts: part + 1 });
}

/** Returns the refusal. An upload without space left is removed. */
function notePart(deps: UploadDeps, row: FileRow, length: number): Promise<AppError | null> {
  return deps.db.write(async (tx) => {
    const same = and(eq(files.id, row.id), eq(files.key, row.key));
    const [known] = await tx.orm.select().from(files).where(same);
    // The upload was cancelled in the meantime.
    if (!known) return new AppError('NOT_FOUND');
    // Of two simultaneous requests the second finds the part noted.
    if (known.parts !== row.parts) return null;
    const full = await fullQuota(tx.orm, deps.config, { ...known, more: length });
    if (full) await removeFiles(tx, deps, same);
    else
      await tx.orm
        .update(files)
        .set({ parts: known.parts + 1, storedBytes: known.storedBytes + length })
        .where(same);
    return full;
  });
}

/** @throws NOT_FOUND */
export function cancelUpload(
  { db, jobs }: Pick<Deps, 'db' | 'jobs'>,
  viewer: Viewer,
  id: string,
): Promise<void> {
  return db.write(async (tx) => {
    if ((await removeFiles(tx, { jobs }, ownUnused(viewer, id))) === 0) throw new AppError('NOT_FOUND');
  });
}

/** Members who do not see the picture get this text. Throws NOT_FOUND. */
export async function describeFile(
  { db }: Pick<Deps, 'db'>,
  viewer: Viewer,
  id: string,
  alt: string,
): Promise<Upload> {
  const [row] = await db.orm.update(files).set({ alt }).where(ownUnused(viewer, id)).returning();
  if (!row) throw new AppError('NOT_FOUND');
  return toUpload(row);
}

function toUpload(row: FileRow): Upload {
  const parts = row.readyAt === null ? partsOf(row.bytes) : row.parts;
  return { id: row.id, parts, received: row.parts, file: toFileRef(row) };
}
