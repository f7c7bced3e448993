import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Client,
  type InArgs,
  type InStatement,
  LibsqlError,
  type ResultSet,
  type Row,
  type Transaction,
  type Value,
} from '@libsql/client';
import type Database from 'libsql';

type Statement = {
  run: Database.Statement['run'];
  all: Database.Statement['all'];
  reader: boolean;
  columns: string[];
};
type StatementOrPair = InStatement | [string, InArgs?];

const STATEMENT_CACHE = 500;
const BUSY_WAIT_MS = [5, 10, 20, 50, 100, 250] as const;
const BUSY_LIMIT_MS = 60_000;

/**
 * The `Client` interface of @libsql/client over one native connection to one file.
 *
 * Why not the package's own client: its pool loses acknowledged writes after one SQLITE_BUSY and prepares every
 * statement anew. Here one connection does everything, statements are prepared once (a cached statement is reset when
 * it runs again, so BUSY cannot poison it), and whatever arrives while a transaction is open waits its turn.
 *
 * Errors: `LibsqlError` with `code` and `extendedCode`; BUSY from a foreign process is waited for, up to a minute.
 */
export class FileClient implements Client {
  readonly protocol = 'file';
  closed = false;
  readonly #native: Database.Database;
  readonly #statements = new Map<string, Statement>();
  readonly #inTransaction = new AsyncLocalStorage<true>();
  /** Settles when everything that has asked so far has ended; null while nothing is open or waiting. */
  #turn: Promise<void> | null = null;

  constructor(native: Database.Database) {
    this.#native = native;
  }

  execute(statement: InStatement | string, args?: InArgs): Promise<ResultSet> {
    const pair: StatementOrPair = typeof statement === 'string' ? [statement, args] : statement;
    return this.#alone(() => this.#run(pair));
  }

  batch(statements: StatementOrPair[]): Promise<ResultSet[]> {
    return this.#alone(() => this.#atomically(() => statements.map((statement) => this.#run(statement))));
  }

  migrate(statements: InStatement[]): Promise<ResultSet[]> {
    return this.#alone(() => {
      this.#native.exec('PRAGMA foreign_keys = OFF');
      try {
        return this.#atomically(() => {
          const results = statements.map((statement) => this.#run(statement));
          const broken = this.#run('PRAGMA foreign_key_check').rows.length;
          if (broken > 0)
            throw new LibsqlError(`${broken} rows would lose what they refer to`, 'MIGRATION_BREAKS_KEYS');
          return results;
        });
      } finally {
        this.#native.exec('PRAGMA foreign_keys = ON');
      }
    });
  }

  executeMultiple(sql: string): Promise<void> {
    return this.#alone(() => {
      this.#native.exec(sql);
    });
  }

  /** An interactive write transaction. Everything else on this client waits until it has ended. */
  async transaction(): Promise<Transaction> {
    this.#refuseNesting();
    const end = await this.#takeTurn();
    try {
      await this.#withBusyRetry(() => this.#native.exec('BEGIN IMMEDIATE'));
    } catch (error) {
      end();
      throw error;
    }
    return this.#openTransaction(end);
  }

  /** Runs `work` so that a call on the client itself inside it fails at once instead of waiting for itself for ever. */
  insideTransaction<T>(work: () => Promise<T>): Promise<T> {
    return this.#inTransaction.run(true, work);
  }

  sync(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  reconnect(): void {
    throw new LibsqlError('A file is opened once, by platform/db.ts', 'RECONNECT_NOT_SUPPORTED');
  }

  /** Writes the log back into the file and closes it. */
  close(): void {
    if (this.closed) return;
    this.closed = true;
    this.#statements.clear();
    this.#native.pragma('wal_checkpoint(TRUNCATE)');
    this.#native.close();
  }

  #openTransaction(end: () => void): Transaction {
    let closed = false;
    const close = (sql: 'COMMIT' | 'ROLLBACK') => {
      if (closed) return;
      closed = true;
      try {
        this.#native.exec(sql);
      } catch (error) {
        if (this.#native.inTransaction) this.#native.exec('ROLLBACK');
        throw asLibsqlError(error);
      } finally {
        end();
      }
    };
    return {
      execute: async (statement) => this.#run(statement),
      batch: async (statements) => statements.map((statement) => this.#run(statement)),
      executeMultiple: async (sql) => {
        this.#native.exec(sql);
      },
      commit: async () => close('COMMIT'),
      rollback: async () => close('ROLLBACK'),
      close: () => close('ROLLBACK'),
      get closed() {
        return closed;
      },
    };
  }

  /** Waits for whatever asked before, in strict order; the answer ends this turn. */
  async #takeTurn(): Promise<() => void> {
    const before = this.#turn;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#turn = promise;
    await before;
    return () => {
      if (this.#turn === promise) this.#turn = null;
      resolve();
    };
  }

  /** Runs at once when nothing is open or waiting, else in turn. */
  async #alone<T>(work: () => T): Promise<T> {
    this.#refuseNesting();
    if (!this.#turn) {
      try {
        return work();
      } catch (error) {
        if (asLibsqlError(error).code !== 'SQLITE_BUSY') throw error;
      }
    }
    const end = await this.#takeTurn();
    try {
      return await this.#withBusyRetry(work);
    } finally {
      end();
    }
  }

  async #withBusyRetry<T>(work: () => T): Promise<T> {
    const start = performance.now();
    for (let attempt = 0; ; attempt++) {
      try {
        return work();
      } catch (error) {
        const failure = asLibsqlError(error);
        if (failure.code !== 'SQLITE_BUSY' || performance.now() - start > BUSY_LIMIT_MS) throw failure;
        await sleep(BUSY_WAIT_MS[Math.min(attempt, BUSY_WAIT_MS.length - 1)]);
      }
    }
  }

  #atomically<T>(work: () => T): T {
    this.#native.exec('BEGIN IMMEDIATE');
    try {
      const result = work();
      this.#native.exec('COMMIT');
      return result;
    } catch (error) {
      if (this.#native.inTransaction) this.#native.exec('ROLLBACK');
      throw error;
    }
  }

  #run(statement: StatementOrPair): ResultSet {
    if (this.closed) throw new LibsqlError('The database is closed', 'CLIENT_CLOSED');
    const [sql, args] = parts(statement);
    try {
      const prepared = this.#prepare(sql);
      const values = bindable(args);
      if (prepared.reader)
        return resultSet(prepared.columns, prepared.all(values) as Value[][], 0, undefined);
      const { changes, lastInsertRowid } = prepared.run(values);
      return resultSet([], [], changes, BigInt(lastInsertRowid));
    } catch (error) {
      throw asLibsqlError(error);
    }
  }

  #prepare(sql: string): Statement {
    const known = this.#statements.get(sql);
    if (known) {
      this.#statements.delete(sql);
      this.#statements.set(sql, known);
      return known;
    }
    const native = this.#native.prepare(sql);
    const reader = native.reader;
    if (reader) native.raw(true);
    const statement: Statement = {
      run: native.run.bind(native),
      all: native.all.bind(native),
      reader,
      columns: reader ? native.columns().map((column) => column.name) : [],
    };
    this.#statements.set(sql, statement);
    if (this.#statements.size > STATEMENT_CACHE)
      this.#statements.delete(this.#statements.keys().next().value ?? '');
    return statement;
  }

  #refuseNesting(): void {
    if (this.#inTransaction.getStore()) {
      throw new LibsqlError('Use the transaction inside `write`, not the database', 'OUTSIDE_TRANSACTION');
    }
  }
}

function parts(statement: StatementOrPair): [string, InArgs | undefined] {
  if (typeof statement === 'string') return [statement, undefined];
  return Array.isArray(statement) ? [statement[0], statement[1]] : [statement.sql, statement.args];
}

function bindable(args: InArgs | undefined): unknown {
  if (!args) return [];
  if (Array.isArray(args)) return args.map(bindableValue);
  return Object.fromEntries(Object.entries(args).map(([name, value]) => [name, bindableValue(value)]));
}

function bindableValue(value: unknown): unknown {
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (value instanceof Date) return value.valueOf();
  if (value === undefined) throw new LibsqlError('undefined cannot be stored', 'ARGUMENT_UNDEFINED');
  return value;
}

function resultSet(
  columns: string[],
  values: Value[][],
  rowsAffected: number,
  lastInsertRowid: bigint | undefined,
): ResultSet {
  const rows = values.map((row) => {
    const named = row as unknown as Row;
    columns.forEach((column, index) => {
      named[column] = row[index] ?? null;
    });
    return named;
  });
  const plain = { columns, columnTypes: columns.map(() => ''), rows, rowsAffected, lastInsertRowid };
  return {
    ...plain,
    toJSON: () => ({ ...plain, rows: values, lastInsertRowid: lastInsertRowid?.toString() }),
  };
}

function asLibsqlError(error: unknown): LibsqlError {
  if (error instanceof LibsqlError) return error;
  const { message, code } = error as { message?: string; code?: string };
  const extended = typeof code === 'string' ? code : 'UNKNOWN';
  const base = extended.split('_').slice(0, 2).join('_');
  return new LibsqlError(message ?? 'Unknown database error', base, extended, undefined, error as Error);
}
