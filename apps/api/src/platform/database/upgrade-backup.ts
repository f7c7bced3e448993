import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { PERIODS, periodBefore } from '@guilde/contracts/retention/periods.ts';
import type { Clock } from '../clock.ts';
import type { Log } from '../observe/log.ts';
import { VERSION } from '../version.ts';
import { BackupError, type Installation, makeBackup, timestampOf } from './backup.ts';
import { isFull } from './data-faults.ts';
import { DataFault } from './data-folder.ts';
import type { BeforeMigrating } from './schema-version.ts';

const KEPT = 3;
const NAME = /^avant-.+-(\d{4}(?:-\d\d){5})(?:\.partial)?$/;

/** A killed start leaves a folder of this name behind. */
const PARTIAL = '.partial';

const backupsOf = (dataDir: string) => join(dataDir, 'sauvegardes');

/**
 * Copies a database that is a file before it is migrated, once however often the migration is tried; `before`
 * has its say first. The database of a server is backed up by its operator (docs/hosting.md#upgrade).
 */
export function backingUp(
  installation: Installation,
  { clock, log }: { clock: Clock; log: Log },
  before: BeforeMigrating = async () => () => undefined,
): BeforeMigrating {
  let isCopied = false;
  return async (isNew) => {
    const done = await before(isNew);
    if (isNew || isCopied) return done;
    try {
      await copyBefore(installation, clock.now(), log);
      isCopied = true;
      return done;
    } catch (error) {
      done();
      throw error;
    }
  };
}

async function copyBefore(installation: Installation, now: number, log: Log): Promise<void> {
  const { dataDir, database } = installation;
  if ('url' in database) {
    log.warn('the database of the libSQL server is migrated, and its backup is left to you');
    return;
  }
  const copy = join(backupsOf(dataDir), `avant-${VERSION}-${timestampOf(now)}`);
  // Another attempt of this second has made it.
  if (existsSync(copy)) return;
  try {
    await makeBackup(installation, copy, { now, check: async () => [], isDatabaseOnly: true });
  } catch (error) {
    throw error instanceof BackupError ? noRoom(dataDir, error) : error;
  }
  log.info({ copy }, 'database copied before its migration');
  // Whether the clock may be wrong is known later in the start, so none goes for its age here.
  await removeUpgradeBackups(dataDir);
}

/** Keeps the newest that were completed, and none for longer than erased accounts are known (docs/hosting.md#backups). */
export async function removeUpgradeBackups(dataDir: string, now?: number): Promise<void> {
  const folder = backupsOf(dataDir);
  if (!existsSync(folder)) return;
  const timeOf = (name: string) => NAME.exec(name)?.[1] ?? '';
  const made = (await readdir(folder)).filter((name) => timeOf(name) !== '');
  const complete = made
    .filter((name) => !name.endsWith(PARTIAL))
    .sort((left, right) => timeOf(right).localeCompare(timeOf(left)));
  const earliest = now === undefined ? '' : timestampOf(periodBefore(PERIODS.erasures, now));
  const kept = complete.slice(0, KEPT).filter((name) => timeOf(name) >= earliest);
  for (const name of made)
    if (!kept.includes(name)) await rm(join(folder, name), { recursive: true, force: true });
}

function noRoom(dataDir: string, { cause }: BackupError): DataFault {
  const why = isFull(cause)
    ? `le disque de ${dataDir} est plein`
    : `le serveur ne peut pas écrire dans ${backupsOf(dataDir)}`;
  return new DataFault(
    `DATA_DIR\u00a0: la base est copiée avant sa mise à jour, mais ${why} et rien n’a changé, corrige cela puis relance.`,
  );
}
