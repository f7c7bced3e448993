import { readdir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { errorSentence } from './command-errors.ts';
import type { RawReader } from './platform/audit-chain.ts';
import type { Config } from './platform/config.ts';
import { BackupError, makeBackup, makeRawBackup, timestampOf } from './platform/database/backup.ts';
import { recordBackup } from './platform/database/backup-record.ts';
import { removeAbandoned, rotateBackups } from './platform/database/backup-rotation.ts';

type Check = (read: RawReader) => Promise<string[]>;

/** With `keep`, `folder` holds dated backups, and the oldest are deleted once the new one is sound. Returns whether it is sound. */
export async function backUp(
  config: Config,
  folder: string | undefined,
  keep: number | null,
  check: Check,
): Promise<boolean> {
  const now = Date.now();
  try {
    const { target, bytes, wrong } = await writeBackup(config, { folder, keep, now, check });
    const isSound = wrong.length === 0;
    recordBackup(config, { at: now, bytes, isSound, error: wrong[0] ?? null });
    if (isSound && keep !== null) await rotate(resolve(target, '..'), keep);
    return isSound;
  } catch (error) {
    recordFailure(config, now, error);
    throw error;
  }
}

export async function backUpRaw(config: Config, folder: string | undefined): Promise<void> {
  if ('url' in config.database)
    throw new BackupError('Seule la base d’un dossier se copie telle quelle, pas celle d’un serveur libSQL.');
  const now = Date.now();
  const target = folder ? resolve(folder) : datedIn(undefined, config, now);
  await makeRawBackup(config.dataDir, target, now);
  console.log(`Copie brute, non vérifiée\u00a0: ${target}`);
}

export function keptNumber(text: string): number {
  if (!/^[1-9]\d{0,3}$/.test(text))
    throw new BackupError('--keep attend le nombre de sauvegardes à garder, de 1 à 9999.');
  return Number(text);
}

async function writeBackup(
  config: Config,
  {
    folder,
    keep,
    now,
    check,
  }: { folder: string | undefined; keep: number | null; now: number; check: Check },
) {
  const target = folder && keep === null ? resolve(folder) : datedIn(folder, config, now);
  if (keep !== null) await removeAbandoned(resolve(target, '..'), now);
  const { manifest, wrong } = await makeBackup(config, target, { now, check });
  console.log(wrong.length === 0 ? `Sauvegarde vérifiée\u00a0: ${target}` : `Sauvegarde\u00a0: ${target}`);
  if (wrong.length > 0) console.error('La sauvegarde est complète, mais la base n’est pas saine\u00a0:');
  for (const sentence of wrong) console.error(sentence);
  if (!manifest.hasSecret) console.log('Le secret n’y est pas\u00a0: GUILDE_SECRET est à garder à part.');
  if (!manifest.hasFiles)
    console.log('Aucune photo dans DATA_DIR\u202f; un service S3 se sauvegarde à part.');
  return { target, bytes: await sizeOf(target), wrong };
}

async function rotate(folder: string, keep: number): Promise<void> {
  const removed = await rotateBackups(folder, keep);
  if (removed > 0)
    console.log(
      removed > 1 ? `${removed} sauvegardes anciennes supprimées.` : '1 sauvegarde ancienne supprimée.',
    );
}

/** The data may be on the same full disk as the backup: its failure is what matters then. */
function recordFailure(config: Config, at: number, failure: unknown): void {
  try {
    recordBackup(config, { at, bytes: null, isSound: false, error: errorSentence(failure) });
  } catch (error) {
    console.error(`L’échec de la sauvegarde n’a pas pu être noté. ${errorSentence(error)}`);
  }
}

function datedIn(folder: string | undefined, { dataDir }: Config, now: number): string {
  return join(folder ? resolve(folder) : join(dataDir, 'sauvegardes'), timestampOf(now));
}

async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(files.map(({ parentPath, name }) => stat(join(parentPath, name))));
  return sizes.reduce((sum, { size }) => sum + size, 0);
}
