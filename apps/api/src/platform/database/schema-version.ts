import { setTimeout as sleep } from 'node:timers/promises';
import type { Client, InStatement } from '@libsql/client';
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator';
import { MIGRATIONS_FOLDER } from '../installed-files.ts';
import type { Log } from '../observe/log.ts';
import { DataFault } from './data-folder.ts';
import { databaseErrorCode } from './database-errors.ts';

export const MIGRATIONS_TABLE = '__drizzle_migrations';
/** This table stands in the database of a server while a backup is restored into it. */
export const UNFINISHED_RESTORE = 'guilde_unfinished_restore';
const ATTEMPTS = 5;
const ASK_AGAIN_MS = 200;
/** Asking for the lock of a file harms nobody, and the client asks for eight seconds each time. */
const FILE_PATIENCE_MS = 600_000;
/** The names of these constraints are in the error of a migration that one of them refused. */
const CHECKS = `create table guilde_migration_checks (
  is_pending integer constraint still_pending check (is_pending),
  dangling integer constraint references_exist check (dangling is null)
)`;

/** Rejects to refuse; its result is called after the migration. `isNew`: the database is empty. */
export type BeforeMigrating = (isNew: boolean) => Promise<() => void>;

/**
 * Applies each migration once, however many instances start together. A current database is only read,
 * because migrating takes the write lock and checks every reference.
 * @throws DataFault, when the schema is too new or too old, a reference would break, or a server gave up.
 */
export async function migrateDatabase(
  client: Pick<Client, 'execute' | 'migrate' | 'protocol'>,
  log: Log,
  before: BeforeMigrating,
  folder = MIGRATIONS_FOLDER,
): Promise<void> {
  const migrations = readMigrationFiles({ migrationsFolder: folder });
  const [first, newest] = rangeOf(migrations);
  const opened = performance.now();
  for (let attempt = 1; ; attempt++) {
    const applied = await newestApplied(client);
    if (applied > newest) throw newerSchema();
    if (applied === newest) return;
    if (applied > 0 && applied < first) throw tooOldSchema(applied, first);
    const done = await before(applied === 0);
    const start = performance.now();
    try {
      await client.migrate(statementsAfter(applied, migrations));
      return;
    } catch (error) {
      if (await hasChanged(client, applied)) continue;
      if (!isTakenBack(error)) throw isDangling(error) ? danglingRows() : error;
      if (client.protocol === 'file') {
        if (performance.now() - opened > FILE_PATIENCE_MS) throw error;
        log.warn({ attempt }, 'migration waits for the process that has locked the database file');
        continue;
      }
      if (attempt === ATTEMPTS) throw takenBackTooOften();
      log.warn({ attempt }, 'migration ended by the database server, waiting for other instances');
      await changedWithin(client, applied, (performance.now() - start) * (2 + 2 * Math.random()));
    } finally {
      done();
    }
  }
}

/** The first check fails when another instance has been faster, the last when a row refers to nothing. */
function statementsAfter(applied: number, migrations: MigrationMeta[]): InStatement[] {
  const pending = migrations.filter(({ folderMillis }) => folderMillis > applied);
  return [
    `create table if not exists ${MIGRATIONS_TABLE} (id serial primary key, hash text not null, created_at numeric)`,
    CHECKS,
    {
      sql: `insert into guilde_migration_checks (is_pending) select coalesce(max(created_at), 0) = ? from ${MIGRATIONS_TABLE}`,
      args: [applied],
    },
    ...pending.flatMap(({ sql, hash, folderMillis }) => [
      ...sql,
      {
        sql: `insert into ${MIGRATIONS_TABLE} (hash, created_at) values (?, ?)`,
        args: [hash, folderMillis],
      },
    ]),
    'insert into guilde_migration_checks (dangling) select 1 from pragma_foreign_key_check limit 1',
    'drop table guilde_migration_checks',
  ];
}

/** A server ends a transaction of more than five seconds when another connection waits for the lock. */
function isTakenBack(error: unknown): boolean {
  return /^(TRANSACTION_TIMEOUT|SQLITE_BUSY)/.test(databaseErrorCode(error) ?? '');
}

function isDangling(error: unknown): boolean {
  return error instanceof Error && error.message.includes('references_exist');
}

/** Waits for the instance with the lock by reading only: asking for the lock could end its transaction. */
async function changedWithin(
  client: Pick<Client, 'execute'>,
  applied: number,
  milliseconds: number,
): Promise<void> {
  const start = performance.now();
  while (performance.now() - start < milliseconds && !(await hasChanged(client, applied)))
    await sleep(ASK_AGAIN_MS);
}

async function hasChanged(client: Pick<Client, 'execute'>, applied: number): Promise<boolean> {
  return (await newestApplied(client)) !== applied;
}

export async function isSchemaNewer(client: Pick<Client, 'execute'>): Promise<boolean> {
  const [, newest] = rangeOf(readMigrationFiles({ migrationsFolder: MIGRATIONS_FOLDER }));
  return (await newestApplied(client)) > newest;
}

function rangeOf(migrations: MigrationMeta[]): [first: number, newest: number] {
  const made = migrations.map(({ folderMillis }) => folderMillis);
  return [Math.min(...made), Math.max(...made)];
}

/** Returns the creation time of the newest migration, and 0 for an empty database. */
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

function tooOldSchema(applied: number, first: number): DataFault {
  const dates = [applied, first].map((at) => momentOf(at, { dateStyle: 'short' }));
  const times = [applied, first].map((at) => momentOf(at, { dateStyle: 'short', timeStyle: 'medium' }));
  const [from, to] = dates[0] === dates[1] ? times : dates;
  return new DataFault(
    `La base vient d’une version de Guilde du ${from}, et celle-ci n’en connaît aucune d’avant le ${to}\u00a0: lance d’abord une version d’entre les deux.`,
  );
}

function momentOf(at: number, style: Intl.DateTimeFormatOptions): string {
  return new Date(at).toLocaleString('fr-FR', { ...style, timeZone: 'UTC' });
}

function danglingRows(): DataFault {
  return new DataFault(
    'La base contient des lignes qui renvoient à d’autres qui n’existent plus\u00a0: sa mise à jour est annulée et rien n’a changé, restaure une sauvegarde saine.',
  );
}

function takenBackTooOften(): DataFault {
  return new DataFault(
    'La mise à jour de la base dure plus de cinq secondes, et le serveur libSQL l’interrompt tant que d’autres instances écrivent\u00a0: arrête-les, puis démarre celle-ci seule.',
  );
}
