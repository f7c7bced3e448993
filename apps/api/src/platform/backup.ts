import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { chmod, copyFile, cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pipeline } from 'node:stream/promises';
import type { PlainRead } from './audit.ts';

/** What a backup is made of, and what a data folder holds of it. */
const DATABASE = 'guilde.db';
const SECRET = 'secret';
const FILES = 'files';
const MANIFEST = 'manifest.json';
/** Milliseconds that a statement waits for somebody else's lock. */
const PATIENCE_MS = 30_000;

export type Manifest = { madeAt: string; sha256: string; hasSecret: boolean; hasFiles: boolean };

/** Something stands in the way; the message is one French sentence for a person at a terminal. */
export class BackupError extends Error {}

/**
 * Copies the installation in `dataDir` into the new folder `target`, while the server runs: the database as it was at one
 * moment, with everything acknowledged before; its files; its secret. The folder is complete or absent.
 * `check` says what is wrong with the copy. Errors: BackupError.
 */
export async function makeBackup(
  dataDir: string,
  target: string,
  { now, check }: { now: number; check: (read: PlainRead) => Promise<string[]> },
): Promise<Manifest> {
  if (!existsSync(join(dataDir, DATABASE)))
    throw new BackupError(`Il n’y a pas de base de données dans ${dataDir}.`);
  if (existsSync(target)) throw new BackupError(`${target} existe déjà\u00a0: choisis un autre dossier.`);
  const aside = `${target}.partial`;
  await rm(aside, { recursive: true, force: true });
  await mkdir(aside, { recursive: true, mode: 0o700 });
  try {
    // Before and after: a picture replaced meanwhile is in one of the two copies.
    await copyFiles(dataDir, aside);
    copyDatabase(join(dataDir, DATABASE), join(aside, DATABASE));
    await copyFiles(dataDir, aside);
    await copySecret(dataDir, aside);
    const wrong = await readingFile(join(aside, DATABASE), check);
    if (wrong.length > 0) throw new BackupError(`La copie n’est pas saine\u00a0: ${wrong.join('\u00a0; ')}.`);
    const manifest = await manifestOf(aside, now);
    await writeFile(join(aside, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`, { flush: true });
    await rename(aside, target);
    return manifest;
  } catch (error) {
    await rm(aside, { recursive: true, force: true });
    throw error;
  }
}

/**
 * Puts a backup in the place of what `dataDir` holds, which is kept in a folder beside it: its name is returned, null when
 * there was nothing. Errors: BackupError, also while a server runs, and without `force` when there is something to replace.
 */
export async function restoreBackup(
  source: string,
  dataDir: string,
  { now, force, check }: { now: number; force: boolean; check: (read: PlainRead) => Promise<string[]> },
): Promise<string | null> {
  const manifest = await readManifest(source);
  if ((await hashOf(join(source, DATABASE))) !== manifest.sha256)
    throw new BackupError('La sauvegarde a été modifiée depuis qu’elle a été faite.');
  const wrong = await readingFile(join(source, DATABASE), check);
  if (wrong.length > 0)
    throw new BackupError(`La sauvegarde n’est pas saine\u00a0: ${wrong.join('\u00a0; ')}.`);
  const present = existsSync(join(dataDir, DATABASE));
  if (present && isInUse(join(dataDir, DATABASE)))
    throw new BackupError(`Un serveur tourne sur ${dataDir}\u00a0: arrête-le d’abord.`);
  if (present && !force)
    throw new BackupError(
      `${dataDir} contient déjà une communauté. Avec --force, elle est mise de côté et la sauvegarde prend sa place.`,
    );
  const aside = present ? join(dataDir, `avant-restauration-${stampOf(now)}`) : null;
  if (aside) await moveAside(dataDir, aside);
  await mkdir(dataDir, { recursive: true });
  await copyFile(join(source, DATABASE), join(dataDir, DATABASE));
  await copyFiles(source, dataDir);
  await copySecret(source, dataDir);
  return aside;
}

/** « 2026-11-17-10-00-00 », in UTC. */
export function stampOf(now: number): string {
  return new Date(now).toISOString().slice(0, 19).replace(/[T:]/g, '-');
}

/** What `work` reads in a database file that nobody changes. */
async function readingFile<T>(file: string, work: (read: PlainRead) => Promise<T>): Promise<T> {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    return await work(async (sql) => database.prepare(sql).all());
  } finally {
    database.close();
  }
}

/** One read transaction over the whole file: writers go on meanwhile, and what they write later is not in it. */
function copyDatabase(from: string, to: string): void {
  const database = new DatabaseSync(from, { timeout: PATIENCE_MS });
  try {
    database.prepare('VACUUM INTO :copy').run({ copy: to });
  } finally {
    database.close();
  }
}

/** Only with nobody else there can a file leave the write-ahead mode; it comes back to it at the next start. */
function isInUse(file: string): boolean {
  const database = new DatabaseSync(file, { timeout: 500 });
  try {
    database.exec('PRAGMA journal_mode = DELETE');
    return false;
  } catch (error) {
    if (/locked|busy/i.test((error as Error).message)) return true;
    throw error;
  } finally {
    database.close();
  }
}

async function copyFiles(from: string, to: string): Promise<void> {
  if (!existsSync(join(from, FILES))) return;
  await cp(join(from, FILES), join(to, FILES), { recursive: true, force: false });
}

async function copySecret(from: string, to: string): Promise<void> {
  if (!existsSync(join(from, SECRET))) return;
  await copyFile(join(from, SECRET), join(to, SECRET));
  await chmod(join(to, SECRET), 0o600);
}

async function moveAside(dataDir: string, aside: string): Promise<void> {
  await mkdir(aside, { recursive: true, mode: 0o700 });
  const ours = new Set([DATABASE, `${DATABASE}-wal`, `${DATABASE}-shm`, SECRET, FILES]);
  for (const name of await readdir(dataDir))
    if (ours.has(name)) await rename(join(dataDir, name), join(aside, name));
}

async function manifestOf(folder: string, now: number): Promise<Manifest> {
  return {
    madeAt: new Date(now).toISOString(),
    sha256: await hashOf(join(folder, DATABASE)),
    hasSecret: existsSync(join(folder, SECRET)),
    hasFiles: existsSync(join(folder, FILES)),
  };
}

async function readManifest(source: string): Promise<Manifest> {
  try {
    return JSON.parse(await readFile(join(source, MANIFEST), 'utf8')) as Manifest;
  } catch {
    throw new BackupError(`${source} n’est pas une sauvegarde de Guilde.`);
  }
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}
