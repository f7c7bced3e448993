import { fileURLToPath } from 'node:url';
import type { Client } from '@libsql/client';
import type { LibSQLDatabase } from 'drizzle-orm/libsql';
import { migrate } from 'drizzle-orm/libsql/migrator';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { DataFault } from './data-folder.ts';

const MIGRATIONS = { migrationsFolder: fileURLToPath(new URL('../../../migrations', import.meta.url)) };
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
    "select 1 from sqlite_master where type = 'table' and name = '__drizzle_migrations'",
  );
  if (tables.length === 0) return 0;
  const { rows } = await client.execute('select max(created_at) from __drizzle_migrations');
  return Number(rows[0]?.[0] ?? 0);
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
