import type { Config } from '../config.ts';
import { DataFault } from './data-folder.ts';
import { databaseErrorCode, isDatabaseUnavailable } from './database-errors.ts';

const FULL = /^(SQLITE_FULL|ENOSPC|EDQUOT)/;

export function isFull(error: unknown): boolean {
  return FULL.test(databaseErrorCode(error) ?? '');
}

/** Returns a French sentence, or null for errors that are not of the database or file system. */
export function describeDataError(
  error: unknown,
  { dataDir, database }: Pick<Config, 'dataDir' | 'database'>,
) {
  if (error instanceof DataFault) return error.message;
  if ('url' in database)
    return isDatabaseUnavailable(error)
      ? 'DATABASE_URL\u00a0: le serveur libSQL ne répond pas, démarre-le ou corrige l’adresse.'
      : null;
  const code = databaseErrorCode(error);
  const known = SENTENCES.find(([pattern]) => pattern.test(code ?? ''));
  return known ? `DATA_DIR\u00a0: ${known[1](dataDir)}` : null;
}

const SENTENCES: readonly [RegExp, (place: string) => string][] = [
  [
    /^SQLITE_(CORRUPT|NOTADB|FORMAT)/,
    (place) =>
      `la base de ${place} est abîmée, garde-la avec «\u00a0npm run guilde -- backup --raw\u00a0» puis restaure une sauvegarde.`,
  ],
  [FULL, (place) => `le disque de ${place} est plein, fais de la place puis relance.`],
  [
    /^(SQLITE_(READONLY|CANTOPEN|PERM|AUTH)|EACCES|EPERM|EROFS)/,
    (place) => `impossible d’écrire dans ${place}, rends-le accessible à l’utilisateur du serveur.`,
  ],
  [
    /^SQLITE_IOERR|^EIO/,
    (place) => `le disque de ${place} ne lit ou n’écrit plus, vérifie-le et restaure une sauvegarde.`,
  ],
  [
    /^SQLITE_(BUSY|LOCKED)/,
    (place) => `un autre programme garde la base de ${place} verrouillée, arrête-le puis relance.`,
  ],
];
