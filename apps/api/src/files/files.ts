import type { FileRef } from '@guilde/contracts/files/rules.ts';
import { and, eq, lt, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../platform/database/db.ts';
import type { Deletion } from '../platform/deletion.ts';
import type { Deps } from '../platform/deps.ts';
import { retentionStart } from '../platform/retention.ts';
import { queueRemoval } from './stored.ts';
import { type FileRow, files, unused } from './tables.ts';

/** The batch is small, so that no message waits for a long transaction. */
const BATCH = 100;

export type ShownFile = Pick<
  FileRow,
  | 'id'
  | 'name'
  | 'type'
  | 'kind'
  | 'bytes'
  | 'width'
  | 'height'
  | 'thumbhash'
  | 'alt'
  | 'seconds'
  | 'waveform'
>;

/** The query checks first for files, because fifty messages cost a sixth more otherwise. */
export function filesCiting(column: 'messageId' | 'sosId' | 'dealId', id: SQL): SQL<FileRef[] | null> {
  return sql<
    FileRef[] | null
  >`case when exists (select 1 from ${files} where ${files[column]} = ${id}) then (select json_group_array(json_object('id', id, 'name', name, 'type', type,
    'kind', kind, 'bytes', bytes, 'width', width, 'height', height, 'thumbhash', thumbhash, 'alt', alt,
    'seconds', seconds, 'waveform', json(waveform)))
    from (select * from ${files} where ${files[column]} = ${id} order by position)) end`.mapWith(
    (json: string) => toFileRefs(JSON.parse(json) as ShownFile[]),
  );
}

/** Files that are being uploaded are left out. */
export function toFileRefs(rows: readonly ShownFile[]): FileRef[] {
  return rows.flatMap((row) => toFileRef(row) ?? []);
}

/** Keys without a value are absent. The result is null while the file is uploaded. */
export function toFileRef(row: ShownFile): FileRef | null {
  if (row.type === null || row.kind === null) return null;
  return {
    id: row.id,
    name: row.name,
    type: row.type,
    kind: row.kind,
    bytes: row.bytes,
    ...(row.width !== null && row.height !== null ? { width: row.width, height: row.height } : {}),
    ...(row.thumbhash === null ? {} : { thumbhash: row.thumbhash }),
    ...(row.alt === '' ? {} : { alt: row.alt }),
    ...(row.seconds === null ? {} : { seconds: row.seconds }),
    ...(row.waveform === null ? {} : { waveform: row.waveform }),
  };
}

/** The bytes are erased after the commit. Resolves with the number of files. */
export async function removeFiles(
  tx: Tx,
  deps: Pick<Deps, 'jobs'>,
  condition: SQL | undefined,
): Promise<number> {
  const removed = await tx.orm
    .delete(files)
    .where(condition)
    .returning({ key: files.key, type: files.type, kind: files.kind, parts: files.parts });
  await queueRemoval(tx, deps, removed);
  return removed.length;
}

export function unusedFiles(deps: Pick<Deps, 'db' | 'jobs'>): Deletion {
  const isOld = (now: number) => and(unused, lt(files.createdAt, retentionStart('unusedFiles', now)));
  return {
    rule: 'unusedFiles',
    table: 'files',
    count: (now) => deps.db.orm.$count(files, isOld(now)),
    step: (now) =>
      deps.db.write(async (tx) => {
        const old = await tx.orm.select({ id: files.id }).from(files).where(isOld(now)).limit(BATCH);
        for (const { id: fileId } of old) await removeFiles(tx, deps, and(eq(files.id, fileId), unused));
        return old.length;
      }),
  };
}
