import { AppError } from '@guilde/contracts/errors.ts';
import { partsOf } from '@guilde/contracts/files/rules.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { and, eq, isNull } from 'drizzle-orm';
import type { Deps } from '../platform/deps.ts';
import { removeFiles } from './files.ts';
import { fileName } from './names.ts';
import { detectContent, rewriteVoice } from './parsing.ts';
import { pictureOf } from './pictures.ts';
import { partKey, storageKey } from './stored.ts';
import { type FileRow, files } from './tables.ts';

const VOICE_NAME = 'message-vocal';

type AcceptDeps = Pick<Deps, 'db' | 'clock' | 'jobs' | 'storage'>;

/**
 * The upload is complete; refused content is removed. Throws NOT_FOUND, FILE_TYPE_REFUSED, FILE_HAS_MACROS,
 * FILE_PICTURE_UNREADABLE, PICTURE_TOO_LARGE, PICTURE_TOO_SLOW, VOICE_UNREADABLE, VOICE_TOO_LONG, UNAVAILABLE.
 */
export async function acceptContent(deps: AcceptDeps, viewer: Viewer, id: string): Promise<FileRow> {
  const own = and(eq(files.id, id), eq(files.ownerId, viewer.id));
  const [row] = await deps.db.orm.select().from(files).where(own);
  if (!row) throw new AppError('NOT_FOUND');
  if (row.readyAt !== null) return row;
  if (row.parts < partsOf(row.bytes)) throw new AppError('FILE_PART_WRONG');
  const accepted = await storedContent(deps, row).catch(async (error: unknown) => {
    if (error instanceof AppError && error.code !== 'UNAVAILABLE')
      await deps.db.write((tx) => removeFiles(tx, deps, and(own, eq(files.key, row.key))));
    throw error;
  });
  return markReady(deps, row, accepted);
}

type Accepted = Pick<FileRow, 'type' | 'kind' | 'name' | 'bytes' | 'storedBytes'> &
  Partial<Pick<FileRow, 'width' | 'height' | 'thumbhash' | 'seconds'>>;

async function storedContent({ storage }: AcceptDeps, row: FileRow): Promise<Accepted> {
  const bytes = await wholeOf(storage, row);
  if (row.waveform) return storedVoice(storage, row, bytes);
  const type = await detectContent(bytes, row.name);
  if (type !== 'picture') {
    const file = { type, kind: 'document', name: fileName(row.name, type) } as const;
    await storage.put(storageKey({ ...row, ...file }, 'full'), bytes);
    return { ...file, bytes: bytes.byteLength, storedBytes: bytes.byteLength };
  }
  const { full, preview, ...size } = await pictureOf(bytes);
  const file = { type: 'image/webp', kind: 'picture', name: fileName(row.name, 'image/webp') } as const;
  await storage.put(storageKey({ ...row, ...file }, 'full'), full);
  await storage.put(storageKey({ ...row, ...file }, 'preview'), preview);
  return { ...file, ...size, bytes: full.byteLength, storedBytes: full.byteLength + preview.byteLength };
}

async function storedVoice(storage: Deps['storage'], row: FileRow, recorded: Uint8Array): Promise<Accepted> {
  const { type, bytes, seconds } = await rewriteVoice(recorded);
  const file = { type, kind: 'voice', name: fileName(VOICE_NAME, type) } as const;
  await storage.put(storageKey({ ...row, ...file }, 'full'), bytes);
  return { ...file, seconds, bytes: bytes.byteLength, storedBytes: bytes.byteLength };
}

async function wholeOf(storage: Deps['storage'], { key, bytes }: FileRow): Promise<Uint8Array> {
  const whole = new Uint8Array(bytes);
  let at = 0;
  for (let part = 0; part < partsOf(bytes); part++) {
    const content = await storage.get(partKey(key, part));
    if (!content) throw new AppError('NOT_FOUND');
    whole.set(content, at);
    at += content.byteLength;
  }
  return whole;
}

/** Of two simultaneous calls the second finds the file ready. */
async function markReady(deps: AcceptDeps, row: FileRow, accepted: Accepted): Promise<FileRow> {
  const ready = await deps.db.write(async (tx) => {
    const same = and(eq(files.id, row.id), eq(files.key, row.key));
    const [changed] = await tx.orm
      .update(files)
      .set({ ...accepted, readyAt: deps.clock.now() })
      .where(and(same, isNull(files.readyAt)))
      .returning();
    const parts = Array.from({ length: row.parts }, (_, part) => partKey(row.key, part));
    await deps.jobs.enqueue(tx, 'storage.remove', { keys: parts });
    const [known] = changed ? [changed] : await tx.orm.select().from(files).where(same);
    if (known) return known;
    await deps.jobs.enqueue(tx, 'storage.remove', { keys: keysOf(row, accepted) });
    return null;
  });
  if (!ready) throw new AppError('NOT_FOUND');
  return ready;
}

function keysOf(row: FileRow, accepted: Accepted): string[] {
  const file = { ...row, ...accepted };
  return file.kind === 'picture'
    ? [storageKey(file, 'full'), storageKey(file, 'preview')]
    : [storageKey(file, 'full')];
}
