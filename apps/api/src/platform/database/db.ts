import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Client, createClient, type ResultSet } from '@libsql/client';
import { drizzle } from 'drizzle-orm/libsql';
import type { BaseSQLiteDatabase } from 'drizzle-orm/sqlite-core';
import type { Log } from '../observe/log.ts';
import type { DatabaseAddress } from './address.ts';
import { checkCommits, openCommitCounter } from './commit-counter.ts';
import { checkDatabaseFile } from './data-folder.ts';
import { PRIVATE_FOLDER } from './durable-files.ts';
import { FileClient } from './file-client.ts';
import { asLibsqlError } from './native-statements.ts';
import { RemoteClient } from './remote-client.ts';
import { readByPlan } from './rows.ts';
import { type BeforeMigrating, isSchemaNewer, migrateDatabase } from './schema-version.ts';

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
  /** `isFailing`: from a write that could not be stored on, until one is. `isDamaged`: a page was not as it was written. */
  state: () => { isFailing: boolean; isDamaged: boolean };
  /** Size of the write-ahead log in bytes; 0 on a server, which looks after its own. */
  logBytes: () => number;
  /** True when newer code has changed the schema since it was opened. */
  isSchemaNewer: () => Promise<boolean>;
  close: () => void;
};

export type DatabaseOptions = {
  /** Runs before a schema older than the code is changed, and what it returns afterwards; rejects to refuse. */
  beforeMigrating?: BeforeMigrating | undefined;
  /** Told after each durable commit of a file: how many writes shared it, and how long it took. */
  onCommit?: (writes: number, milliseconds: number) => void;
};

type Run = <T>(work: (orm: Queries) => Promise<T>) => Promise<T>;

const ABSENT = { throwIfNoEntry: false } as const;
/** The write-ahead log's size, in bytes, that stays on the disk after it was written back. */
const LOG_KEPT_BYTES = 32 * 1024 * 1024;

/**
 * Opens the community's database and brings it to the current schema, if `beforeMigrating` does not refuse to. Errors:
 * DataFault for a file that is not what it should be, or a schema newer than this code.
 */
export async function openDatabase(
  address: DatabaseAddress,
  log: Log,
  { beforeMigrating = async () => () => undefined, onCommit = () => undefined }: DatabaseOptions = {},
): Promise<Db> {
  const { orm, client, run } = 'file' in address ? openFile(address.file, onCommit) : openServer(address);
  await migrateDatabase(drizzle({ client }), client, beforeMigrating);
  if (client instanceof FileClient) await readOfEachTable(client);
  return {
    orm,
    client,
    state: () => ({ isFailing: client.isFailing, isDamaged: client.isDamaged }),
    logBytes: () => ('file' in address ? (statSync(`${address.file}-wal`, ABSENT)?.size ?? 0) : 0),
    isSchemaNewer: () => isSchemaNewer(client),
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

/** Damage that everybody would meet at once ends the start, rather than every request. Rejects with what SQLite says. */
async function readOfEachTable(client: FileClient): Promise<void> {
  const { rows } = await client.execute("select name from sqlite_master where type = 'table'");
  for (const [name] of rows as unknown as string[][]) await client.execute(`select * from "${name}" limit 1`);
}

/** One process owns the file: WAL so that readers of other processes never wait, FULL so that power loss loses nothing. */
function openFile(
  file: string,
  onCommit: (writes: number, milliseconds: number) => void,
): { orm: Queries; client: FileClient; run: Run } {
  mkdirSync(dirname(file), { recursive: true, mode: PRIVATE_FOLDER });
  checkDatabaseFile(file);
  checkCommits(file);
  const native = openNative(file);
  const client = new FileClient(native);
  const counter = openCommitCounter(file);
  client.onClose = counter.close;
  client.onCommit = ({ number, writes, milliseconds }) => {
    counter.write(number);
    onCommit(writes, milliseconds);
  };
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
  const client = new RemoteClient(() => createClient(authToken ? { url, authToken } : { url }));
  const orm: Queries & { transaction: unknown } = readByPlan(drizzle({ client }));
  const run: Run = (work) => client.write(() => orm.transaction((inside) => work(inside)));
  return { orm, client, run };
}

/**
 * A query that is prepared once per database, because preparing costs more than running:
 * `const byId = preparedQuery((queries) => queries.select()….prepare())`, then `byId(queries).all({ … })`. Each transaction
 * of a remote database counts as a database of its own.
 */
export function preparedQuery<Q>(prepare: (queries: Queries) => Q): (queries: Queries) => Q {
  const known = new WeakMap<Queries, Q>();
  return (queries) => {
    const query = known.get(queries) ?? prepare(queries);
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
