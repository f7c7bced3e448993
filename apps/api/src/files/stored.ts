import { FILE_TYPES, type FileSize, type FileType } from '@guilde/contracts/files.ts';
import type { Tx } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import type { FileRow } from './tables.ts';

type Stored = Pick<FileRow, 'key' | 'type' | 'kind'>;

/** Where its bytes are. */
export function storageKey({ key, type }: Stored, size: FileSize): string {
  const extension = FILE_TYPES[type as FileType].extension;
  return `shared/${key}/${size}.${extension}`;
}

export function partKey(key: string, part: number): string {
  return `uploads/${key}/${part}.part`;
}

function storageKeys({ parts, ...file }: Stored & { parts: number }): string[] {
  const uploaded = Array.from({ length: parts }, (_, part) => partKey(file.key, part));
  if (file.type === null) return uploaded;
  const sizes: FileSize[] = file.kind === 'picture' ? ['full', 'preview'] : ['full'];
  return sizes.map((size) => storageKey(file, size));
}

/** The bytes go after the commit. */
export async function queueRemoval(
  tx: Tx,
  { jobs }: Pick<Deps, 'jobs'>,
  files: readonly (Stored & { parts: number })[],
): Promise<void> {
  const keys = files.flatMap(storageKeys);
  if (keys.length > 0) await jobs.enqueue(tx, 'storage.remove', { keys });
}
