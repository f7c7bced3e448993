import { fileURLToPath } from 'node:url';
import type { Client } from '@libsql/client';
import type { LibSQLDatabase } from 'drizzle-orm/libsql';
import { migrate } from 'drizzle-orm/libsql/migrator';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { DataFault } from './data-folder.ts';

const MIGRATIONS = { migrationsFolder: fileURLToPath(new URL('../../../migrations', import.meta.url)) };
/** Instances that start together bring a server's database up together; all but one fail and look again. */
const ATTEMPTS = 3;

/**
 * Asked before a database is brought up; resolves with what is to be done afterwards. Rejects to refuse: a command does,
 * while an older server runs. `isNew`: there is nothing in it yet.
 */
export type BeforeMigrating = (isNew: boolean) => Promise<() => void>;

/**
 * Brings a database to the schema that this code knows; one that is there already is only read, since migrating would
 * take the write lock and check every reference. Errors: DataFault when its schema is newer than this code, or older than
 * the first migration that this code still has.
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

/** True when somebody with newer code has changed the schema since this process opened the database. */
export async function isSchemaNewer(client: Pick<Client, 'execute'>): Promise<boolean> {
  return (await newestApplied(client)) > knownMigrations()[1];
}

/** When the first and the newest migration of this code were made, as its journal says. */
function knownMigrations(): [first: number, newest: number] {
  const made = readMigrationFiles(MIGRATIONS).map(({ folderMillis }) => folderMillis);
  return [Math.min(...made), Math.max(...made)];
}

/** When the newest migration of a database was made; 0 for one in which there is nothing yet. */
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
