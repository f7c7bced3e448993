import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { type InStatement, type InValue, LibsqlError } from '@libsql/client';
import { fillPlaceholders, type Query } from 'drizzle-orm';
import type { Log } from '../observe/log.ts';
import type { DatabaseAddress } from './address.ts';
import { checkCommits, openCommitCounter } from './commit-counter.ts';
import { checkDatabaseFile } from './data-folder.ts';
import { PRIVATE_FOLDER } from './durable-files.ts';
import { asLibsqlError, type Engine, openEngine } from './engine.ts';
import { FileClient } from './file-client.ts';
import { type Queries, type QueryClient, queriesOver } from './query-client.ts';
import { RemoteClient } from './remote-client.ts';
import { type BeforeMigrating, isSchemaNewer, migrateDatabase } from './schema-version.ts';
import { ServerConnection } from './server-connection.ts';

export type { Queries };

export type Tx = {
  orm: Queries;
  /** The effect runs after the commit, in order, and never after a rollback. */
  afterCommit: (effect: () => void) => void;
  /**
   * Serves an effect that must read: all `read` run together at the end of the work, in one trip to a server,
   * and each resolves with its effect.
   */
  atEnd: (read: () => Promise<() => void>) => void;
};

type Values = Record<string, unknown>;
type Asked<Rows> = readonly [
  query: {
    getQuery: () => Query;
    mapResult: (result: unknown, isFromBatch: boolean) => unknown;
    all: (values?: Values) => Promise<Rows>;
  },
  values: Values,
];

export type Db = {
  orm: Queries;
  client: FileClient | RemoteClient;
  /**
   * No other method opens a transaction. Await nothing but the database inside, because other calls wait.
   * `work` runs again after a conflict on a remote database.
   */
  write: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
  /**
   * Runs statements known beforehand in one transaction: on a server one trip, shared with the batches that
   * arrive meanwhile. Resolves with the rows of each, by its name. With `isGathered` a file does not wait a turn.
   */
  batch: <Rows extends Record<string, unknown>>(
    queries: { readonly [Name in keyof Rows]: Asked<Rows[Name]> },
    isGathered?: boolean,
  ) => Promise<Rows>;
  /** `isFailing`: the last write could not be stored. `isDamaged`: SQLite found a corrupt page. */
  state: () => { isFailing: boolean; isDamaged: boolean };
  /** The size of the write-ahead log is in bytes, and 0 for a remote database. */
  logBytes: () => number;
  /** It is null for a file, whose header counts commits. */
  commits: Commits | null;
  /** Tells whether newer code has migrated the schema since it was opened. */
  isSchemaNewer: () => Promise<boolean>;
  /** A stopping server has `limitMs` for each answer. When one is missing, all that waits fails. */
  endWithin: (limitMs: number) => void;
  close: () => void;
};

/** Each commit on a server gets the next number, whichever instance made it. */
export type Commits = {
  stored: () => Promise<number>;
  /** Calls `listen` with the number of each commit that this instance makes from now on. */
  onOwn: (listen: (number: number) => void) => void;
};

export type DatabaseOptions = {
  /** Runs before a migration, and its result after it; it rejects to refuse. */
  beforeMigrating?: BeforeMigrating | undefined;
  onCommit?: (writes: number, milliseconds: number) => void;
  migrationsFolder?: string;
  /** A server has so long for an answer (remote-client.ts). */
  statementMs?: number | undefined;
};

type Run = <T>(work: (orm: Queries) => Promise<T>) => Promise<T>;

const ABSENT = { throwIfNoEntry: false } as const;
/** A checkpoint leaves so much of the write-ahead log on the disk. */
const LOG_KEPT_BYTES = 32 * 1024 * 1024;

/** @throws DataFault, for an unusable file or a schema newer than this code. */
export async function openDatabase(
  address: DatabaseAddress,
  log: Log,
  {
    beforeMigrating = async () => () => undefined,
    onCommit = () => undefined,
    migrationsFolder,
    statementMs,
  }: DatabaseOptions = {},
): Promise<Db> {
  const { orm, client, run } =
    'file' in address ? openFile(address.file, onCommit) : openServer(address, statementMs);
  try {
    await migrateDatabase(client, log, beforeMigrating, migrationsFolder);
    if (client instanceof FileClient) await readOfEachTable(client);
  } catch (error) {
    // An open connection would keep a command from ending.
    client.close();
    throw error;
  }
  return {
    orm,
    client,
    state: () => ({ isFailing: client.isFailing, isDamaged: client.isDamaged }),
    logBytes: () => ('file' in address ? (statSync(`${address.file}-wal`, ABSENT)?.size ?? 0) : 0),
    isSchemaNewer: () => isSchemaNewer(client),
    write: async (work) => {
      const { result, effects } = await run(async (inside) => {
        const reads: (() => Promise<() => void>)[] = [];
        const result = await work({
          orm: inside,
          afterCommit: (effect) => reads.push(async () => effect),
          atEnd: (read) => reads.push(read),
        });
        return { result, effects: await Promise.all(reads.map((read) => read())) };
      });
      for (const effect of effects) runEffect(effect, log);
      return result;
    },
    batch: async <Rows extends Record<string, unknown>>(
      queries: { readonly [Name in keyof Rows]: Asked<Rows[Name]> },
      isGathered = false,
    ) => {
      const asked: [string, Asked<unknown>][] = Object.entries(queries);
      const statements = asked.map(([, one]) => toStatement(one));
      const results = await (isGathered && client instanceof FileClient
        ? client.batchAtOnce(statements)
        : client.batch(statements));
      return Object.fromEntries(
        asked.map(([name, [query]], index) => [name, query.mapResult(results[index], true)]),
      ) as Rows;
    },
    commits: client instanceof RemoteClient ? commitsOf(client) : null,
    endWithin: (limitMs) => {
      if (client instanceof RemoteClient)
        client.endWithin(limitMs, () => log.warn({ limitMs }, 'stop: the database does not answer'));
    },
    close: () => client.close(),
  };
}

function commitsOf(client: RemoteClient): Commits {
  return {
    onOwn: (listen) => {
      client.onCommit = listen;
    },
    stored: async () => {
      const { rows } = await client.execute('select number from commit_number');
      return Number(rows[0]?.[0] ?? 0);
    },
  };
}

function toStatement([query, values]: Asked<unknown>): InStatement {
  const { sql, params } = query.getQuery();
  return { sql, args: fillPlaceholders(params, values) as InValue[] };
}

/** Reading makes damage stop the start instead of failing every request. */
async function readOfEachTable(client: FileClient): Promise<void> {
  const { rows } = await client.execute("select name from sqlite_master where type = 'table'");
  for (const [name] of rows as unknown as string[][]) await client.execute(`select * from "${name}" limit 1`);
}

/** In WAL mode readers of other processes never wait, and with FULL a power cut loses nothing. */
function openFile(
  file: string,
  onCommit: (writes: number, milliseconds: number) => void,
): { orm: Queries; client: FileClient; run: Run } {
  mkdirSync(dirname(file), { recursive: true, mode: PRIVATE_FOLDER });
  checkDatabaseFile(file);
  checkCommits(file);
  const client = new FileClient(() => openNative(file));
  const counter = openCommitCounter(file);
  client.onClose = counter.close;
  client.onCommit = ({ number, writes, milliseconds }) => {
    counter.write(number);
    onCommit(writes, milliseconds);
  };
  const inside = queriesOver(client.inside);
  return { orm: queriesOver(client), client, run: (work) => client.write(() => work(inside)) };
}

function openNative(file: string): Engine.Database {
  try {
    const native = openEngine(file);
    native.exec('PRAGMA journal_mode = WAL');
    native.exec('PRAGMA synchronous = FULL');
    native.exec('PRAGMA foreign_keys = ON');
    native.exec('PRAGMA cache_size = -32768');
    // Many messages change the same pages, so fewer checkpoints write less; the log stays below 20 MB.
    native.exec('PRAGMA wal_autocheckpoint = 4000');
    // The limit truncates a log that a long reader of another process let grow.
    native.exec(`PRAGMA journal_size_limit = ${LOG_KEPT_BYTES}`);
    return native;
  } catch (error) {
    throw asLibsqlError(error);
  }
}

/** The server has WAL and foreign keys on, and refuses to set `synchronous` (docs/scaling.md). */
function openServer(address: { url: string; authToken?: string | undefined }, statementMs?: number) {
  const { url, authToken } = address;
  const client = new RemoteClient(() => new ServerConnection(url, authToken), statementMs);
  const inside = queriesOver(client.inside);
  const run: Run = (work) => client.write(() => work(inside));
  return { orm: queriesOver(client), client, run };
}

/** Serves a library that reads how many rows a change touched: a server is waited for at each change. */
export function withRowCounts(orm: Queries): Queries {
  const { $client: client } = orm as Queries & { $client: QueryClient };
  return queriesOver({
    ...client,
    execute: async (statement) => {
      const [result] = await client.batch([statement]);
      if (!result) throw new LibsqlError('A statement has no result', 'SERVER_ERROR');
      return result;
    },
  });
}

/**
 * Prepares a query once per database, because preparing costs more than running: `byId =
 * preparedQuery((queries) => queries.select()….prepare())`, then `byId(queries).all({ … })`.
 */
export function preparedQuery<Q>(prepare: (queries: Queries) => Q): (queries: Queries) => Q {
  const known = new WeakMap<Queries, Q>();
  return (queries) => {
    const query = known.get(queries) ?? prepare(queries);
    known.set(queries, query);
    return query;
  };
}

/** Prepares a query of several shapes, which `nameOf` names, once per database and shape. */
export function preparedQueries<Shape, Q>(
  nameOf: (shape: Shape) => string,
  prepare: (queries: Queries, shape: Shape) => Q,
): (queries: Queries, shape: Shape) => Q {
  const known = new WeakMap<Queries, Map<string, Q>>();
  return (queries, shape) => {
    const byName = known.get(queries) ?? new Map<string, Q>();
    known.set(queries, byName);
    const name = nameOf(shape);
    const query = byName.get(name) ?? prepare(queries, shape);
    byName.set(name, query);
    return query;
  };
}

/** The write has succeeded even if an effect fails. */
function runEffect(effect: () => void, log: Log): void {
  try {
    effect();
  } catch (error) {
    log.error({ error: error instanceof Error ? error.message : 'unknown' }, 'effect after commit failed');
  }
}
