import type { Client } from '@libsql/client';
import type { LibSQLDatabase } from 'drizzle-orm/libsql';
import { migrate } from 'drizzle-orm/libsql/migrator';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { MIGRATIONS_FOLDER } from '../installed-files.ts';
import { DataFault } from './data-folder.ts';

const MIGRATIONS = { migrationsFolder: MIGRATIONS_FOLDER };
export const MIGRATIONS_TABLE = '__drizzle_migrations';
/** Stands in the database of a server while a backup is restored into it. */
export const UNFINISHED_RESTORE = 'guilde_unfinished_restore';
/** When instances start together, all but one fail and check again. */
const ATTEMPTS = 3;

/** Its result is called after the migration. Rejects to refuse. `isNew`: the database is empty. */
export type BeforeMigrating = (isNew: boolean) => Promise<() => void>;

/**
 * A current database is only read: migrating takes the write lock and checks every reference. Errors: DataFault when
 * the schema is newer, or older than the first migration.
 */
export async function migrateDatabase(
  orm: LibSQLDatabase,
  client: Pick<Client, 'execute'>,
  before: BeforeMigrating,
): Promise<void> {
  const [first, known] = knownMigrations();
  for (let attempt = 1; ; attempt++) {
    const applied = await newestApplied(client);
    if (applied > known) throw newerSchema();
    if (applied === known) return;
    if (applied > 0 && applied < first) throw tooOldSchema();
    const done = await before(applied === 0);
    try {
      return await migrate(orm, MIGRATIONS);
    } catch (error) {
      if (attempt === ATTEMPTS || (await newestApplied(client)) === applied) throw error;
    } finally {
      done();
    }
  }
}

export async function isSchemaNewer(client: Pick<Client, 'execute'>): Promise<boolean> {
  return (await newestApplied(client)) > knownMigrations()[1];
}

/** Creation times. */
function knownMigrations(): [first: number, newest: number] {
  const made = readMigrationFiles(MIGRATIONS).map(({ folderMillis }) => folderMillis);
  return [Math.min(...made), Math.max(...made)];
}

/** Its creation time; 0 for an empty database. */
async function newestApplied(client: Pick<Client, 'execute'>): Promise<number> {
  const { rows: tables } = await client.execute(
    `select name from sqlite_master where name in ('${MIGRATIONS_TABLE}', '${UNFINISHED_RESTORE}')`,
  );
  if (tables.some(({ name }) => name === UNFINISHED_RESTORE)) throw unfinishedRestore();
  if (tables.length === 0) return 0;
  const { rows } = await client.execute(`select max(created_at) from ${MIGRATIONS_TABLE}`);
  return Number(rows[0]?.[0] ?? 0);
}

function unfinishedRestore(): DataFault {
  return new DataFault(
    'Une restauration de la base n’est pas allée au bout\u00a0: relance «\u00a0npm run guilde -- restore\u00a0».',
  );
}

function newerSchema(): DataFault {
  return new DataFault(
    'La base a été mise à jour par une version plus récente de Guilde\u00a0: lance cette version-là, ou restaure une sauvegarde d’avant.',
  );
}

function tooOldSchema(): DataFault {
  return new DataFault(
    'La base vient d’une version de Guilde trop ancienne pour celle-ci\u00a0: lance d’abord une version intermédiaire.',
  );
}
