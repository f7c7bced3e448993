import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { chmod, copyFile, cp, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { RawReader } from '../audit-chain.ts';
import type { DatabaseAddress } from './address.ts';
import { isFull } from './data-faults.ts';
import { emptyServer, FolderInUse, lockDataFolder, noInstallation } from './data-folder.ts';
import { syncFolder, syncTree, writeDurably } from './durable-files.ts';
import { openEngine } from './engine.ts';
import { restrictAll } from './private-folder.ts';
import { downloadDatabase, stateOfServer } from './server-copy.ts';

export const DATABASE = 'guilde.db';
export const SECRET = 'secret';
export const FILES = 'files';
export const MANIFEST = 'manifest.json';
export const RAW_FILES = [DATABASE, `${DATABASE}-wal`, 'guilde.commits', SECRET];
const PATIENCE_MS = 30_000;

/** `files` maps paths to SHA-256. A `raw` database is a byte copy with its log, perhaps damaged. */
export type Manifest = {
  madeAt: string;
  files: Record<string, string>;
  hasSecret: boolean;
  hasFiles: boolean;
  raw: boolean;
  /** The files were left where they are, and so they are by a restore. */
  isDatabaseOnly?: boolean;
};

/** The message is one French sentence for the terminal. */
export class BackupError extends Error {}

export type Installation = { dataDir: string; database: DatabaseAddress };

type BackupOptions = {
  now: number;
  check: (read: RawReader) => Promise<string[]>;
  isDatabaseOnly?: boolean;
};

/**
 * Works while the server runs; the folder `target` is complete or absent. `wrong` lists what `check` found in
 * the copy, which is kept anyway.
 * @throws BackupError; DataFault, when there is nothing to copy.
 */
export async function makeBackup(
  { dataDir, database }: Installation,
  target: string,
  { now, check, isDatabaseOnly = false }: BackupOptions,
): Promise<{ manifest: Manifest; wrong: string[] }> {
  if ('file' in database ? !existsSync(database.file) : (await stateOfServer(database)) === 'empty')
    throw 'file' in database ? noInstallation(dataDir) : emptyServer(database);
  let wrong: string[] = [];
  const manifest = await wholeOrNothing(target, async (aside) => {
    // Files are copied twice, so that a picture replaced meanwhile is in one of the two copies.
    if (!isDatabaseOnly) await copyFiles(dataDir, aside);
    copyDatabase(database, join(aside, DATABASE));
    if (!isDatabaseOnly) await copyFiles(dataDir, aside);
    await copySecret(dataDir, aside);
    wrong = await readingFile(join(aside, DATABASE), check);
    return writeManifest(aside, { now, raw: false, ...(isDatabaseOnly && { isDatabaseOnly }) });
  });
  return { manifest, wrong };
}

/** Copies a database that is too damaged to read, when no server runs. @throws BackupError, DataFault */
export async function makeRawBackup(dataDir: string, target: string, now: number): Promise<Manifest> {
  if (!RAW_FILES.some((name) => existsSync(join(dataDir, name)))) throw noInstallation(dataDir);
  const release = await lockOrRefuse(dataDir);
  try {
    return await wholeOrNothing(target, async (aside) => {
      for (const name of RAW_FILES)
        if (existsSync(join(dataDir, name))) await copyFile(join(dataDir, name), join(aside, name));
      await copyFiles(dataDir, aside);
      return writeManifest(aside, { now, raw: true });
    });
  } finally {
    release();
  }
}

/** What `work` writes into a folder becomes `target`, durably, or nothing of it is left. @throws BackupError */
export async function wholeOrNothing<T>(target: string, work: (aside: string) => Promise<T>): Promise<T> {
  if (existsSync(target)) throw new BackupError(`${target} existe déjà\u00a0: choisis un autre dossier.`);
  const aside = `${target}.partial`;
  try {
    await rm(aside, { recursive: true, force: true });
    await mkdir(aside, { recursive: true, mode: 0o700 });
    const result = await work(aside);
    restrictAll(aside);
    syncTree(aside);
    await rename(aside, target);
    syncFolder(dirname(target));
    return result;
  } catch (error) {
    await rm(aside, { recursive: true, force: true });
    throw targetFault(error, target) ?? error;
  }
}

/** The data folder is only read, so that a full or forbidden place is the target's. */
export function targetFault(error: unknown, target: string): BackupError | null {
  if (isFull(error))
    return new BackupError(
      `Le disque de ${target} est plein\u00a0: fais-y de la place, ou choisis un autre dossier.`,
      { cause: error },
    );
  const { code = '', path = '' } = error as NodeJS.ErrnoException;
  if (!/^(?:EACCES|EPERM|EROFS)$/.test(code) || !path.startsWith(`${target}.partial`)) return null;
  return new BackupError(
    `Impossible d’écrire dans ${dirname(target)}\u00a0: rends ce dossier accessible à l’utilisateur du serveur, ou choisis-en un autre.`,
  );
}

async function writeManifest(
  folder: string,
  { now, ...kind }: { now: number } & Pick<Manifest, 'raw' | 'isDatabaseOnly'>,
): Promise<Manifest> {
  const manifest: Manifest = {
    madeAt: new Date(now).toISOString(),
    files: await hashesOf(folder),
    hasSecret: existsSync(join(folder, SECRET)),
    hasFiles: existsSync(join(folder, FILES)),
    ...kind,
  };
  writeDurably(join(folder, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`);
  return manifest;
}

export async function lockOrRefuse(dataDir: string): Promise<() => void> {
  return lockDataFolder(dataDir, 0).catch((error: unknown) => {
    throw error instanceof FolderInUse ? inUse(dataDir) : error;
  });
}

export function inUse(dataDir: string): BackupError {
  return new BackupError(`Un serveur tourne sur ${dataDir}\u00a0: arrête-le d’abord.`);
}

export async function secretIn(folder: string): Promise<string | null> {
  const file = join(folder, SECRET);
  return existsSync(file) ? (await readFile(file, 'utf8')).trim() : null;
}

/** Formats as « 2026-11-17-10-00-00 », in UTC. */
export function timestampOf(now: number): string {
  return new Date(now).toISOString().slice(0, 19).replace(/[T:]/g, '-');
}

export async function readingFile<T>(file: string, work: (read: RawReader) => Promise<T>): Promise<T> {
  const database = openEngine(file, { readOnly: true });
  try {
    return await work(async (sql) => database.prepare(sql).all() as Record<string, unknown>[]);
  } finally {
    database.close();
  }
}

/** Copies in one read transaction: writers go on, and later writes are not in the copy. */
function copyDatabase(from: DatabaseAddress, to: string): void {
  if ('url' in from) {
    downloadDatabase(from, to);
    return;
  }
  const database = openEngine(from.file, { waitMs: PATIENCE_MS });
  try {
    database.prepare('VACUUM INTO :copy').run({ copy: to });
  } finally {
    database.close();
  }
}

export async function copyFiles(from: string, to: string): Promise<void> {
  if (!existsSync(join(from, FILES))) return;
  await cp(join(from, FILES), join(to, FILES), { recursive: true, force: false, dereference: true });
}

export async function copySecret(from: string, to: string): Promise<void> {
  if (!existsSync(join(from, SECRET))) return;
  await copyFile(join(from, SECRET), join(to, SECRET));
  await chmod(join(to, SECRET), 0o600);
}

async function hashesOf(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const hashes: Record<string, string> = {};
  for (const path of paths.sort()) hashes[relative(folder, path)] = await hashOf(path);
  return hashes;
}

export async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}
