import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { chmod, copyFile, cp, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { PERIODS, periodBefore, periodWords } from '@guilde/contracts/retention/periods.ts';
import type { RawReader } from '../audit-chain.ts';
import type { DatabaseAddress, ServerAddress } from './address.ts';
import { isFull } from './data-faults.ts';
import { emptyServer, FolderInUse, lockDataFolder, noInstallation } from './data-folder.ts';
import { syncFolder, syncTree, writeDurably } from './durable-files.ts';
import { asLibsqlError, openEngine } from './engine.ts';
import { readErasures, writeErasures } from './erasures.ts';
import { restrictAll } from './private-folder.ts';
import { beginRestore, endRestore } from './restore-marker.ts';
import { downloadDatabase, erasuresOnServer, stateOfServer, uploadDatabase } from './server-copy.ts';

const DATABASE = 'guilde.db';
const SECRET = 'secret';
const FILES = 'files';
const MANIFEST = 'manifest.json';
const RAW_FILES = [DATABASE, `${DATABASE}-wal`, 'guilde.commits', SECRET];
const NAMED_MAX = 3;
const PATIENCE_MS = 30_000;

/** `files` maps paths to SHA-256. A `raw` database is a byte copy with its log, perhaps damaged. */
export type Manifest = {
  madeAt: string;
  files: Record<string, string>;
  hasSecret: boolean;
  hasFiles: boolean;
  raw: boolean;
};

/** `isListed` is false for older backups, where only the database has a hash. */
type Kept = Manifest & { isListed: boolean };

/** The message is one French sentence for the terminal. */
export class BackupError extends Error {}

export type Installation = { dataDir: string; database: DatabaseAddress };

/**
 * Works while the server runs; the folder `target` is complete or absent. `wrong` lists what `check` found in
 * the copy, which is kept anyway.
 * @throws BackupError; DataFault, when there is nothing to copy.
 */
export async function makeBackup(
  { dataDir, database }: Installation,
  target: string,
  { now, check }: { now: number; check: (read: RawReader) => Promise<string[]> },
): Promise<{ manifest: Manifest; wrong: string[] }> {
  if ('file' in database ? !existsSync(database.file) : (await stateOfServer(database)) === 'empty')
    throw 'file' in database ? noInstallation(dataDir) : emptyServer(database);
  if (existsSync(target)) throw new BackupError(`${target} existe déjà\u00a0: choisis un autre dossier.`);
  const aside = `${target}.partial`;
  await rm(aside, { recursive: true, force: true });
  await mkdir(aside, { recursive: true, mode: 0o700 });
  try {
    // Files are copied twice, so that a picture replaced meanwhile is in one of the two copies.
    await copyFiles(dataDir, aside);
    copyDatabase(database, join(aside, DATABASE));
    await copyFiles(dataDir, aside);
    await copySecret(dataDir, aside);
    const wrong = await readingFile(join(aside, DATABASE), check);
    return { manifest: await complete(aside, target, { now, raw: false }), wrong };
  } catch (error) {
    await rm(aside, { recursive: true, force: true });
    throw isFull(error) ? fullDisk(target) : error;
  }
}

/** Copies a database that is too damaged to read, when no server runs. @throws BackupError, DataFault */
export async function makeRawBackup(dataDir: string, target: string, now: number): Promise<Manifest> {
  if (!RAW_FILES.some((name) => existsSync(join(dataDir, name)))) throw noInstallation(dataDir);
  if (existsSync(target)) throw new BackupError(`${target} existe déjà\u00a0: choisis un autre dossier.`);
  const release = await lockOrRefuse(dataDir);
  const aside = `${target}.partial`;
  try {
    await rm(aside, { recursive: true, force: true });
    await mkdir(aside, { recursive: true, mode: 0o700 });
    for (const name of RAW_FILES)
      if (existsSync(join(dataDir, name))) await copyFile(join(dataDir, name), join(aside, name));
    await copyFiles(dataDir, aside);
    return await complete(aside, target, { now, raw: true });
  } catch (error) {
    await rm(aside, { recursive: true, force: true });
    throw isFull(error) ? fullDisk(target) : error;
  } finally {
    release();
  }
}

/** The target is full, because the data folder is only read. */
function fullDisk(target: string): BackupError {
  return new BackupError(
    `Le disque de ${target} est plein\u00a0: fais-y de la place, ou choisis un autre dossier.`,
  );
}

async function complete(
  aside: string,
  target: string,
  { now, raw }: { now: number; raw: boolean },
): Promise<Manifest> {
  const manifest: Manifest = {
    madeAt: new Date(now).toISOString(),
    files: await hashesOf(aside),
    hasSecret: existsSync(join(aside, SECRET)),
    hasFiles: existsSync(join(aside, FILES)),
    raw,
  };
  writeDurably(join(aside, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`);
  restrictAll(aside);
  syncTree(aside);
  await rename(aside, target);
  syncFolder(dirname(target));
  return manifest;
}

type Restoring = {
  now: number;
  force: boolean;
  check: (read: RawReader) => Promise<string[]>;
  /** A list of erased accounts, or a newer backup, is at this path. */
  erasures?: string | undefined;
};

/** `aside` has the previous content. The next start erases so many accounts again, if they are back. */
type Restored = { aside: string | null; erasures: number };

/**
 * The next start erases again the accounts whose erasure is known here or given (docs/hosting.md#backups).
 * @throws BackupError, also while a server runs, and without `force` when data would be replaced or the
 * backup has problems.
 */
export async function restoreBackup(
  source: string,
  { dataDir, database }: Installation,
  { now, force, check, erasures }: Restoring,
): Promise<Restored> {
  const manifest = await readManifest(source);
  if (Date.parse(manifest.madeAt) < periodBefore(PERIODS.erasures, now) && !force)
    throw new BackupError(
      `Cette sauvegarde a plus de ${periodWords(PERIODS.erasures)}\u00a0: les comptes effacés depuis ne sont plus tous connus. Avec --force, elle est restaurée quand même.`,
    );
  if (erasures !== undefined && !existsSync(erasures))
    throw new BackupError(
      `${erasures} n’existe pas\u00a0: donne la liste «\u00a0effacements\u00a0», ou une sauvegarde plus récente.`,
    );
  await verify(source, manifest);
  if (manifest.raw && 'url' in database)
    throw new BackupError('La copie brute d’un fichier ne se restaure pas sur un serveur libSQL.');
  if (manifest.raw && !force)
    throw new BackupError(
      'Cette sauvegarde est la copie brute d’une base peut-être abîmée. Avec --force, elle est restaurée quand même.',
    );
  const wrong = manifest.raw ? [] : await readingFile(join(source, DATABASE), check);
  if (wrong.length > 0 && !force)
    throw new BackupError(
      `La sauvegarde n’est pas saine\u00a0: ${wrong.join('\u202f; ')}. Avec --force, elle est restaurée quand même.`,
    );
  const release = await lockOrRefuse(dataDir);
  try {
    const given = erasures === undefined ? [] : readErasures(erasures, now);
    if ('url' in database) return await putOnServer(source, { dataDir, database }, { now, force, given });
    return await putInPlace(source, dataDir, { now, force, given });
  } finally {
    release();
  }
}

type Replacing = { now: number; force: boolean; given: Iterable<[string, number]> };

/** Pictures of the data folder stay. No instance can start before all is there. */
async function putOnServer(
  source: string,
  { dataDir, database }: { dataDir: string; database: ServerAddress },
  { now, force, given }: Replacing,
): Promise<Restored> {
  const state = await stateOfServer(database);
  if (state === 'filled' && !force)
    throw new BackupError(
      'Le serveur libSQL contient déjà une communauté. Avec --force, elle est mise de côté et la sauvegarde prend sa place.',
    );
  const aside = unusedAside(dataDir, now);
  const erased = new Map([
    ...(state === 'filled' ? await erasuresOnServer(database) : []),
    ...readErasures(dataDir, now),
    ...given,
  ]);
  writeErasures(dataDir, erased);
  if (state === 'filled') await makeBackup({ dataDir, database }, aside, { now, check: async () => [] });
  else await moveAside(dataDir, aside, [SECRET]);
  await copyFiles(source, dataDir);
  await copySecret(source, dataDir);
  await uploadDatabase(join(source, DATABASE), database, erased);
  return { aside: existsSync(aside) ? aside : null, erasures: erased.size };
}

/** No server can start meanwhile, nor afterwards if the process ends halfway. */
async function putInPlace(
  source: string,
  dataDir: string,
  { now, force, given }: Replacing,
): Promise<Restored> {
  const present = existsSync(join(dataDir, DATABASE));
  if (present && isInUse(join(dataDir, DATABASE))) throw inUse(dataDir);
  if (present && !force)
    throw new BackupError(
      `${dataDir} contient déjà une communauté. Avec --force, elle est mise de côté et la sauvegarde prend sa place.`,
    );
  const coming = join(dataDir, 'restauration.partial');
  await rm(coming, { recursive: true, force: true });
  await mkdir(coming, { recursive: true, mode: 0o700 });
  try {
    for (const name of RAW_FILES)
      if (existsSync(join(source, name))) await copyFile(join(source, name), join(coming, name));
    await copyFiles(source, coming);
    restrictAll(coming);
    syncTree(coming);
    // A killed restore is begun again without the old database, so that the erasures are written first.
    const erased = new Map([...readErasures(dataDir, now), ...given]);
    writeErasures(dataDir, erased);
    beginRestore(dataDir, source);
    // The log goes even without a database, because SQLite would replay it into the restored one.
    const aside = await moveAside(dataDir, unusedAside(dataDir, now));
    for (const name of await readdir(coming)) await rename(join(coming, name), join(dataDir, name));
    syncFolder(dataDir);
    endRestore(dataDir);
    return { aside, erasures: erased.size };
  } finally {
    await rm(coming, { recursive: true, force: true });
  }
}

async function verify(source: string, { files, isListed }: Kept): Promise<void> {
  const changed: string[] = [];
  for (const [name, hash] of Object.entries(files)) {
    const file = join(source, name);
    if (!existsSync(file) || (await hashOf(file)) !== hash) changed.push(name);
  }
  // SQLite would replay a foreign log, and a link may lead out of the data folder.
  for (const { name, isPlain } of await restoredFiles(source))
    if (!isPlain || (isListed && !Object.hasOwn(files, name))) changed.push(name);
  if (changed.length === 0) return;
  const named = changed.slice(0, NAMED_MAX).join(', ');
  throw new BackupError(
    `La sauvegarde a été modifiée depuis qu’elle a été faite (${named}${changed.length > NAMED_MAX ? '…' : ''})\u00a0: prends-en une autre.`,
  );
}

async function restoredFiles(source: string): Promise<{ name: string; isPlain: boolean }[]> {
  const there = (await readdir(source, { withFileTypes: true })).filter(
    ({ name }) => RAW_FILES.includes(name) || name === FILES,
  );
  const pictures = there.some((entry) => entry.name === FILES && entry.isDirectory())
    ? await readdir(join(source, FILES), { recursive: true, withFileTypes: true })
    : [];
  return [...there, ...pictures]
    .filter((entry) => !entry.isDirectory())
    .map((entry) => ({
      name: relative(source, join(entry.parentPath, entry.name)),
      isPlain: entry.isFile() && entry.name !== FILES,
    }));
}

async function lockOrRefuse(dataDir: string): Promise<() => void> {
  return lockDataFolder(dataDir, 0).catch((error: unknown) => {
    throw error instanceof FolderInUse ? inUse(dataDir) : error;
  });
}

function inUse(dataDir: string): BackupError {
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

async function readingFile<T>(file: string, work: (read: RawReader) => Promise<T>): Promise<T> {
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

/** Leaving WAL mode fails while another process uses the file. The next start returns to WAL. */
function isInUse(file: string): boolean {
  const database = openEngine(file, { waitMs: 500 });
  try {
    database.exec('PRAGMA journal_mode = DELETE');
    return false;
  } catch (error) {
    const { code } = asLibsqlError(error);
    if (/^SQLITE_(BUSY|LOCKED)/.test(code)) return true;
    if (/^SQLITE_(NOTADB|CORRUPT)/.test(code)) return false;
    throw error;
  } finally {
    database.close();
  }
}

async function copyFiles(from: string, to: string): Promise<void> {
  if (!existsSync(join(from, FILES))) return;
  await cp(join(from, FILES), join(to, FILES), { recursive: true, force: false, dereference: true });
}

async function copySecret(from: string, to: string): Promise<void> {
  if (!existsSync(join(from, SECRET))) return;
  await copyFile(join(from, SECRET), join(to, SECRET));
  await chmod(join(to, SECRET), 0o600);
}

/** A second restore within a second must not replace what the first one put aside. */
function unusedAside(dataDir: string, now: number): string {
  const name = `avant-restauration-${timestampOf(now)}`;
  let folder = join(dataDir, name);
  for (let count = 2; existsSync(folder); count++) folder = join(dataDir, `${name}-${count}`);
  return folder;
}

async function moveAside(
  dataDir: string,
  aside: string,
  names = [...RAW_FILES, `${DATABASE}-shm`, FILES],
): Promise<string | null> {
  const there = (await readdir(dataDir)).filter((name) => names.includes(name));
  if (there.length === 0) return null;
  await mkdir(aside, { recursive: true, mode: 0o700 });
  for (const name of there) await rename(join(dataDir, name), join(aside, name));
  syncFolder(aside);
  return aside;
}

async function hashesOf(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const hashes: Record<string, string> = {};
  for (const path of paths.sort()) hashes[relative(folder, path)] = await hashOf(path);
  return hashes;
}

async function readManifest(source: string): Promise<Kept> {
  try {
    const kept = JSON.parse(await readFile(join(source, MANIFEST), 'utf8')) as Manifest & { sha256?: string };
    const isListed = kept.files !== undefined;
    const files = kept.files ?? { [DATABASE]: kept.sha256 ?? '' };
    return { ...kept, files, isListed, raw: kept.raw ?? false };
  } catch {
    throw new BackupError(`${source} n’est pas une sauvegarde de Guilde.`);
  }
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}
