import { FILE_TYPES, type FileSize, type FileType } from '@guilde/contracts/files/rules.ts';
import type { Tx } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import type { FileRow } from './tables.ts';

type Stored = Pick<FileRow, 'key' | 'type' | 'kind'>;

export function storageKey({ key, type }: Stored, size: FileSize): string {
  const extension = FILE_TYPES[type as FileType].extension;
  return `shared/${key}/${size}.${extension}`;
}

export function partKey(key: string, part: number): string {
  return `uploads/${key}/${part}.part`;
}

type Counted = Stored & { parts: number };

export function storageKeys({ parts, ...file }: Counted): string[] {
  if (file.type !== null) return shownKeys(file);
  return Array.from({ length: parts }, (_, part) => partKey(file.key, part));
}

function shownKeys(file: Stored): string[] {
  const sizes: FileSize[] = file.kind === 'picture' ? ['full', 'preview'] : ['full'];
  return sizes.map((size) => storageKey(file, size));
}

/** The keys include what a killed server stored before it noted it. */
export function possibleKeys({ key, parts, ...file }: Counted): string[] {
  const uploaded = Array.from({ length: parts + 1 }, (_, part) => partKey(key, part));
  if (file.type !== null) return [...uploaded, ...shownKeys({ key, ...file })];
  const shown = Object.entries(FILE_TYPES).flatMap(([type, { kind }]) => shownKeys({ key, type, kind }));
  return [...uploaded, ...shown];
}

/** The bytes are erased after the commit. */
export async function queueRemoval(
  tx: Tx,
  { jobs }: Pick<Deps, 'jobs'>,
  files: readonly Counted[],
): Promise<void> {
  const keys = files.flatMap((file) => (file.type === null ? possibleKeys(file) : storageKeys(file)));
  if (keys.length > 0) await jobs.enqueue(tx, 'storage.remove', { keys });
}
