import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { type Client, createClient, type ResultSet } from '@libsql/client';
import { drizzle } from 'drizzle-orm/libsql';
import { migrate } from 'drizzle-orm/libsql/migrator';
import type { BaseSQLiteDatabase } from 'drizzle-orm/sqlite-core';
import { checkDatabaseFile } from './data-folder.ts';
import { PRIVATE_FOLDER } from './durable-files.ts';
import { FileClient } from './file-client.ts';
import type { Log } from './log.ts';
import { recordCommit } from './metrics.ts';
import { asLibsqlError } from './native-statements.ts';
import { RemoteClient } from './remote-client.ts';
import { readByPlan } from './rows.ts';

/** What reads and single statements run on: the database itself, or an open transaction. */
export type Queries = BaseSQLiteDatabase<'async', ResultSet, Record<string, never>>;

/** One open transaction, with what is to happen once it is stored. */
export type Tx = {
  orm: Queries;
  /** Runs after the commit, in order; never when the transaction is rolled back. For events and wake-ups. */
  afterCommit: (effect: () => void) => void;
};

export type Db = {
  orm: Queries;
  client: Client;
  /**
   * The only way to a transaction: all of `work` is stored or nothing is. Nothing but the database may be awaited
   * inside; other calls wait meanwhile. Rejects with what `work` threw. On a server `work` may run again from its
   * beginning, when another instance was in the way.
   */
  write: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
  close: () => void;
};

/** A file that this process owns, or a libSQL server. */
export type DatabaseAddress = { file: string } | { url: string; authToken?: string | undefined };

type Run = <T>(work: (orm: Queries) => Promise<T>) => Promise<T>;

/** The write-ahead log's size, in bytes, that stays on the disk after it was written back. */
const LOG_KEPT_BYTES = 32 * 1024 * 1024;
const MIGRATIONS = fileURLToPath(new URL('../../migrations', import.meta.url));
/** Instances that start together bring a server's database up together; all but one fail and look again. */
const MIGRATION_ATTEMPTS = 3;

/** Opens the community's database and brings it to the current schema. */
export async function openDatabase(address: DatabaseAddress, log: Log): Promise<Db> {
  const { orm, client, run } = 'file' in address ? openFile(address.file) : openServer(address);
  await bringUp(orm, 'file' in address ? 1 : MIGRATION_ATTEMPTS);
  return {
    orm,
    client,
    write: async (work) => {
      const { result, effects } = await run(async (inside) => {
        const effects: (() => void)[] = [];
        const result = await work({ orm: inside, afterCommit: (effect) => effects.push(effect) });
        return { result, effects };
      });
      for (const effect of effects) runEffect(effect, log);
      return result;
    },
    close: () => client.close(),
  };
}

/** One process owns the file: WAL so that readers of other processes never wait, FULL so that power loss loses nothing. */
function openFile(file: string): { orm: Queries; client: Client; run: Run } {
  mkdirSync(dirname(file), { recursive: true, mode: PRIVATE_FOLDER });
  checkDatabaseFile(file);
  const native = openNative(file);
  const client = new FileClient(native);
  client.onCommit = ({ writes, milliseconds }) => recordCommit(writes, milliseconds);
  const inside = readByPlan(drizzle({ client: client.inside }));
  return { orm: readByPlan(drizzle({ client })), client, run: (work) => client.write(() => work(inside)) };
}

/** Errors: LibsqlError, which names what SQLite said. */
function openNative(file: string): DatabaseSync {
  try {
    const native = new DatabaseSync(file);
    native.exec('PRAGMA journal_mode = WAL');
    native.exec('PRAGMA synchronous = FULL');
    native.exec('PRAGMA foreign_keys = ON');
    native.exec('PRAGMA cache_size = -65536');
    // Pages that many messages change are written back once for all of them; the log stays below some 20 MB.
    native.exec('PRAGMA wal_autocheckpoint = 4000');
    // What a reader of another process made the log grow beyond that is given back once it is written back.
    native.exec(`PRAGMA journal_size_limit = ${LOG_KEPT_BYTES}`);
    return native;
  } catch (error) {
    throw asLibsqlError(error);
  }
}

/** The server keeps its own settings: WAL and foreign keys on; `synchronous` is its operator's choice. */
function openServer(address: { url: string; authToken?: string | undefined }) {
  const { url, authToken } = address;
  const client = new RemoteClient(createClient(authToken ? { url, authToken } : { url }));
  const orm: Queries & { transaction: unknown } = readByPlan(drizzle({ client }));
  const run: Run = (work) => client.write(() => orm.transaction((inside) => work(inside)));
  return { orm, client, run };
}

async function bringUp(orm: Parameters<typeof migrate>[0] | Queries, attempts: number): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await migrate(orm as Parameters<typeof migrate>[0], { migrationsFolder: MIGRATIONS });
      return;
    } catch (error) {
      if (attempt >= attempts) throw error;
    }
  }
}

/**
 * A query that is built once per database, because building costs more than running it:
 * `const byId = built((queries) => queries.select()….prepare())`, then `byId(queries).all({ … })`. The transactions of
 * a server's database are one database each.
 */
export function built<Q>(build: (queries: Queries) => Q): (queries: Queries) => Q {
  const known = new WeakMap<Queries, Q>();
  return (queries) => {
    const query = known.get(queries) ?? build(queries);
    known.set(queries, query);
    return query;
  };
}

/** What is stored is stored: an effect that fails is reported, and the write has succeeded all the same. */
function runEffect(effect: () => void, log: Log): void {
  try {
    effect();
  } catch (error) {
    log.error({ error: error instanceof Error ? error.message : 'unknown' }, 'effect after commit failed');
  }
}

const DUPLICATE = /^SQLITE_CONSTRAINT_(UNIQUE|PRIMARYKEY)$/;
const DISK_TROUBLE = /^SQLITE_(FULL|READONLY|CANTOPEN|IOERR|BUSY)/;
const SERVER_TROUBLE = /^(HRANA_|SERVER_ERROR|TRANSACTION_TIMEOUT|ECONN|UND_ERR)/;

/** True when a write failed because the row exists already (primary key or unique index). */
export function isDuplicate(error: unknown): boolean {
  const { code, extendedCode, message } = causeOf(error);
  // A server tells the kind of constraint in its text only.
  return (
    DUPLICATE.test(extendedCode ?? '') ||
    (code === 'SQLITE_CONSTRAINT' && message.includes('UNIQUE constraint failed'))
  );
}

/** True when the database cannot be used for now: disk full or read-only, locked for too long, server away. */
export function isDatabaseAway(error: unknown): boolean {
  const { code = '', extendedCode = '' } = causeOf(error);
  return DISK_TROUBLE.test(extendedCode || code) || SERVER_TROUBLE.test(code);
}

/** What may be logged of a failure: of a database error its code only, of others where it happened. */
export function failureOf(error: Error): { error: string; code: string | null; at: string[] | undefined } {
  const code = databaseErrorCode(error);
  return { error: error.name, code, at: code ? undefined : error.stack?.split('\n').slice(0, 6) };
}

/** What may be logged of a database error: its codes. The message holds the SQL and its parameters. */
export function databaseErrorCode(error: unknown): string | null {
  const { code, extendedCode } = causeOf(error);
  return extendedCode ?? code ?? null;
}

function causeOf(error: unknown): { code?: string; extendedCode?: string; message: string } {
  if (!(error instanceof Error)) return { message: '' };
  const named = error as Error & { code?: string; extendedCode?: string };
  return named.code || !error.cause ? named : causeOf(error.cause);
}
