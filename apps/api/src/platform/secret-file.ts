import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseAddress } from './database/address.ts';
import { DataFault, noInstallation, notWritable } from './database/data-folder.ts';
import { PRIVATE_FOLDER, writeDurably } from './database/durable-files.ts';

export const SECRET_MIN = 32;
const SECRET = 'secret';

type Installation = { secret: string | undefined; dataDir: string; database: DatabaseAddress };

/** @throws DataFault, when the secret is missing beside a database: a new one would make jobs unreadable. */
export function installationSecret({ secret, dataDir, database }: Installation): {
  secret: string;
  isNew: boolean;
} {
  if (secret !== undefined) return { secret, isNew: false };
  const file = join(dataDir, SECRET);
  const kept = readSecret(file);
  if (kept !== null) return { secret: kept, isNew: false };
  if ('file' in database && existsSync(database.file)) throw missing(file);
  makeSecret(dataDir, file);
  return { secret: readSecret(file) ?? '', isNew: true };
}

/** Without GUILDE_SECRET each instance on a libSQL server makes a secret of its own. */
export function notThatOfDatabase({ dataDir }: Pick<Installation, 'dataDir'>): DataFault {
  return new DataFault(
    `GUILDE_SECRET\u00a0: le secret ${join(dataDir, SECRET)} n’est pas celui de la base, dont une autre instance se sert\u00a0: donne à toutes le même GUILDE_SECRET.`,
  );
}

/** Commands create nothing. A libSQL server is asked later whether it is empty. @throws DataFault */
export function requireInstallation({ secret, dataDir, database }: Installation): void {
  const isThere =
    'file' in database
      ? existsSync(database.file)
      : secret !== undefined || existsSync(join(dataDir, SECRET));
  if (!isThere) throw noInstallation(dataDir);
}

/** Refuses a secret that was just made, because the database has another. @throws DataFault, always. */
export function removeNewSecret({ dataDir }: Pick<Installation, 'dataDir'>): never {
  const file = join(dataDir, SECRET);
  rmSync(file, { force: true });
  throw missing(file);
}

function makeSecret(dataDir: string, file: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: PRIVATE_FOLDER });
    writeDurably(file, randomBytes(SECRET_MIN).toString('hex'), { ifAbsent: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') throw error;
    throw notWritable(dataDir);
  }
}

function readSecret(file: string): string | null {
  if (!existsSync(file)) return null;
  const secret = readText(file).trim();
  if (secret.length >= SECRET_MIN) return secret;
  throw new DataFault(
    `GUILDE_SECRET\u00a0: le fichier ${file} est ${secret === '' ? 'vide' : 'trop court'}, remets celui d’une sauvegarde ou donne GUILDE_SECRET.`,
  );
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new DataFault(
      `GUILDE_SECRET\u00a0: le fichier ${file} ne se lit pas, rends-le lisible par l’utilisateur du serveur.`,
    );
  }
}

function missing(file: string): DataFault {
  return new DataFault(
    `GUILDE_SECRET\u00a0: le secret ${file} manque alors que la base existe, remets celui d’une sauvegarde ou donne GUILDE_SECRET (un nouveau déconnecte tout le monde).`,
  );
}
