import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { PERIODS, periodBefore, periodWords } from '@guilde/contracts/retention/periods.ts';
import type { RawReader } from '../audit-chain.ts';
import type { ServerAddress } from './address.ts';
import {
  BackupError,
  copyFiles,
  copySecret,
  DATABASE,
  FILES,
  hashOf,
  type Installation,
  inUse,
  lockOrRefuse,
  MANIFEST,
  type Manifest,
  makeBackup,
  RAW_FILES,
  readingFile,
  SECRET,
  timestampOf,
} from './backup.ts';
import { syncFolder, syncTree } from './durable-files.ts';
import { asLibsqlError, openEngine } from './engine.ts';
import { accountsIn, readErasures, writeErasures } from './erasures.ts';
import { restrictAll } from './private-folder.ts';
import { beginRestore, endRestore } from './restore-marker.ts';
import { erasuresOnServer, stateOfServer, uploadDatabase } from './server-copy.ts';

const NAMED_MAX = 3;
const DATABASE_FILES = [...RAW_FILES, `${DATABASE}-shm`];

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
    const keepsFiles = manifest.isDatabaseOnly;
    return await putInstallation(source, { dataDir, database }, { now, force, given, keepsFiles });
  } finally {
    release();
  }
}

type Replacing = {
  now: number;
  force: boolean;
  given: Iterable<[string, number]>;
  /** This ends it when it was interrupted. */
  command?: string;
  /** The backup has only the database: the files stay where they are. */
  keepsFiles?: boolean | undefined;
};

/** The caller has locked the folder and checked what it puts. @throws BackupError */
export function putInstallation(
  source: string,
  { dataDir, database }: Installation,
  replacing: Replacing,
): Promise<Restored> {
  if ('url' in database) return putOnServer(source, { dataDir, database }, replacing);
  return putInPlace(source, dataDir, replacing);
}

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
  return { aside: existsSync(aside) ? aside : null, erasures: accountsIn(erased) };
}

/** No server can start meanwhile, nor afterwards if the process ends halfway. */
async function putInPlace(
  source: string,
  dataDir: string,
  { now, force, given, command = `restore ${source} --force`, keepsFiles = false }: Replacing,
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
    beginRestore(dataDir, command);
    // The log goes even without a database, because SQLite would replay it into the restored one.
    const replaced = keepsFiles ? DATABASE_FILES : [...DATABASE_FILES, FILES];
    const aside = await moveAside(dataDir, unusedAside(dataDir, now), replaced);
    for (const name of await readdir(coming)) await rename(join(coming, name), join(dataDir, name));
    syncFolder(dataDir);
    endRestore(dataDir);
    return { aside, erasures: accountsIn(erased) };
  } finally {
    await rm(coming, { recursive: true, force: true });
  }
}

async function verify(source: string, { files }: Manifest): Promise<void> {
  const changed: string[] = [];
  for (const [name, hash] of Object.entries(files)) {
    const file = join(source, name);
    if (!existsSync(file) || (await hashOf(file)) !== hash) changed.push(name);
  }
  // SQLite would replay a foreign log, and a link may lead out of the data folder.
  for (const { name, isPlain } of await restoredFiles(source))
    if (!isPlain || !Object.hasOwn(files, name)) changed.push(name);
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

async function readManifest(source: string): Promise<Manifest> {
  try {
    const manifest = JSON.parse(await readFile(join(source, MANIFEST), 'utf8')) as Manifest;
    return { ...manifest, files: { ...manifest.files } };
  } catch {
    throw new BackupError(`${source} n’est pas une sauvegarde de Guilde.`);
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

/** A second restore within a second must not replace what the first one put aside. */
function unusedAside(dataDir: string, now: number): string {
  const name = `avant-restauration-${timestampOf(now)}`;
  let folder = join(dataDir, name);
  for (let count = 2; existsSync(folder); count++) folder = join(dataDir, `${name}-${count}`);
  return folder;
}

async function moveAside(dataDir: string, aside: string, names: readonly string[]): Promise<string | null> {
  const there = (await readdir(dataDir)).filter((name) => names.includes(name));
  if (there.length === 0) return null;
  await mkdir(aside, { recursive: true, mode: 0o700 });
  for (const name of there) await rename(join(dataDir, name), join(aside, name));
  syncFolder(aside);
  return aside;
}
