import { AsyncLocalStorage } from 'node:async_hooks';
import type { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Client,
  type InArgs,
  type InStatement,
  LibsqlError,
  type ResultSet,
  type Transaction,
} from '@libsql/client';
import { isCorruption, isDatabaseUnavailable } from './database-errors.ts';
import { asLibsqlError, NativeStatements, type StatementOrPair, sqlOf } from './native-statements.ts';

/** One write that waits for the next commit. A `single` statement is all or nothing by itself. */
type Write = {
  work: () => unknown;
  single: boolean;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
};

/** A shared commit: its number in the life of the file, what it held, and how long it took. */
export type Commit = { number: number; writes: number; milliseconds: number };

const CHANGES = /^\s*(insert|update|delete|replace|create|alter|drop)\b/i;
/**
 * How long writes are taken into one commit, in milliseconds. Under a burst nothing else runs meanwhile, nor while the
 * group is committed and told, about as long again. The more writes there are, the less each costs, since what many of
 * them change is written once and who hears of several hears of them at once: with 10 ms, chat over two hundred rooms
 * carried two thirds of the messages that it carries with 50 (`npm run bench -- --only b`).
 */
const GROUP_MS = 50;
/** The header has room for no more. */
const COMMIT_NUMBER_MAX = 2 ** 31 - 1;
/** Asking costs microseconds, and whoever asks too seldom misses the moments between two foreign locks. */
const BUSY_WAIT_MS = [1, 2, 5, 10] as const;
/** Whoever asked is told after that: nobody waits for longer without a word. */
const BUSY_LIMIT_MS = 8000;

/**
 * The `Client` interface of @libsql/client over one native connection to one file, with group commit.
 *
 * Why not the package's own client: its pool loses acknowledged writes after one SQLITE_BUSY and prepares every
 * statement anew. Side by side (`npm run bench:data`, two runs), against that client with one connection behind a lock:
 * rows by key × 6.7 to 9.5, a joined page of 20 × 3.6, one transaction at a time × 1.3, 64 at once × 6. The connection is
 * Node's own SQLite, because over the native `libsql` package the same was × 4.0, 2.8, 1.2 and 5.3, and that package has
 * the fault above in itself; the schema is plain SQLite either way.
 *
 * - Whatever changes data (`write`, and single INSERT, UPDATE, DELETE) and arrives in one turn of the event loop runs in
 *   one transaction, first come first served, each write behind a savepoint: one that fails takes back its own part only.
 *   Nobody hears anything before the shared commit is on the disk; if that fails, all of them fail.
 * - Reads run at once, except while a transaction is open: nothing outside sees what is not stored yet.
 * - BUSY can only come from another process, at BEGIN, before anything was written. It is waited for up to eight
 *   seconds, without keeping readers from reading.
 *
 * Errors: `LibsqlError` with `code` and `extendedCode`.
 */
export class FileClient implements Client {
  readonly protocol = 'file';
  closed = false;
  /** Called after every shared commit. */
  onCommit: ((commit: Commit) => void) | null = null;
  onClose: (() => void) | null = null;
  /** True from a write on that the disk or a foreign lock refused, until a commit holds all of its writes. */
  isFailing = false;
  /** True once a page of the file was not as it was written. */
  isDamaged = false;
  readonly #native: DatabaseSync;
  readonly #statements: NativeStatements;
  /** The write that the current asynchronous call chain belongs to. */
  readonly #inside = new AsyncLocalStorage<Write>();
  readonly #waiting: Write[] = [];
  /** The write whose statements are accepted now. */
  #current: Write | null = null;
  /** The failure that took back the whole open transaction, as a full disk does. */
  #lost: unknown = null;
  #committing = false;
  /** A write of the open group was refused by the disk, and the others of it are stored all the same. */
  #isTroubled = false;
  /** Settles when everything that has asked so far has ended; null while nothing is open or waiting. */
  #turn: Promise<void> | null = null;

  constructor(native: DatabaseSync) {
    this.#native = native;
    this.#statements = new NativeStatements(native);
  }

  async execute(statement: InStatement | string, args?: InArgs): Promise<ResultSet> {
    const pair: StatementOrPair = typeof statement === 'string' ? [statement, args] : statement;
    if (!CHANGES.test(sqlOf(pair))) return this.#alone(() => this.#run(pair));
    return this.#enqueue(() => this.#runOpen(pair), true);
  }

  /** All of `work` is stored or nothing is, together with what else arrived; its statements go through `inside`. */
  write<T>(work: () => Promise<T>): Promise<T> {
    return this.#enqueue(work, false);
  }

  /** The client that the statements of a `write` go through; anywhere else it refuses. */
  readonly inside: Client = {
    protocol: 'file',
    closed: false,
    execute: async (statement: InStatement | string, args?: InArgs) =>
      this.#runInside(typeof statement === 'string' ? [statement, args] : statement),
    batch: async (statements) => statements.map((statement) => this.#runInside(statement)),
    transaction: () => Promise.reject(new LibsqlError('`write` is the transaction', 'TRANSACTION_ACTIVE')),
    migrate: () => Promise.reject(new LibsqlError('Not inside `write`', 'TRANSACTION_ACTIVE')),
    executeMultiple: () => Promise.reject(new LibsqlError('Not inside `write`', 'TRANSACTION_ACTIVE')),
    sync: () => Promise.resolve(undefined),
    reconnect: () => undefined,
    close: () => undefined,
  };

  batch(statements: StatementOrPair[]): Promise<ResultSet[]> {
    return this.#enqueue(() => statements.map((statement) => this.#runOpen(statement)), false);
  }

  async migrate(statements: InStatement[]): Promise<ResultSet[]> {
    const transaction = await this.#open('OFF');
    try {
      const results = await transaction.batch(statements);
      const { rows } = await transaction.execute('PRAGMA foreign_key_check');
      if (rows.length > 0)
        throw new LibsqlError(`${rows.length} rows would lose what they refer to`, 'MIGRATION_BREAKS_KEYS');
      await transaction.commit();
      return results;
    } finally {
      transaction.close();
    }
  }

  executeMultiple(sql: string): Promise<void> {
    return this.#alone(() => this.#statements.exec(sql));
  }

  /** A transaction of its own, as the interface has it; everything else waits until it has ended. */
  transaction(): Promise<Transaction> {
    return this.#open('ON');
  }

  sync(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  reconnect(): void {
    throw new LibsqlError('A file is opened once, by platform/database/db.ts', 'RECONNECT_NOT_SUPPORTED');
  }

  /** Writes the log back into the file, if the disk lets it, and closes the file. */
  close(): void {
    if (this.closed) return;
    this.closed = true;
    for (const write of this.#waiting.splice(0)) write.reject(closedError());
    try {
      this.#native.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    } catch {
      // The log stays beside the file; the next start reads it.
    }
    this.#statements.clear();
    this.#native.close();
    this.onClose?.();
  }

  #enqueue<T>(work: () => T | Promise<T>, single: boolean): Promise<T> {
    this.#refuseNesting();
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    this.#waiting.push({ work, single, resolve: resolve as (value: unknown) => void, reject });
    if (!this.#committing) this.#commitNextTurn();
    return promise;
  }

  #commitNextTurn(): void {
    this.#committing = true;
    setImmediate(() => {
      this.#commitWaiting().catch(() => undefined);
    });
  }

  /** One group: all that has arrived by now. Never rejects. */
  async #commitWaiting(): Promise<void> {
    const group: Write[] = [];
    try {
      const end = await this.#begin();
      try {
        await this.#commit(group);
      } finally {
        this.#rollBackAnd(end);
      }
    } catch (error) {
      this.isFailing ||= isDatabaseUnavailable(error);
      if (group.length === 0) group.push(...this.#waiting.splice(0));
      for (const write of group) write.reject(error);
    } finally {
      this.#committing = false;
      if (this.#waiting.length > 0) this.#commitNextTurn();
    }
  }

  /** Moves writes that wait into `group`, runs them and commits; whoever failed alone hears so at the end too. */
  async #commit(group: Write[]): Promise<void> {
    const start = performance.now();
    const answers: (() => void)[] = [];
    this.#isTroubled = false;
    do {
      const write = this.#waiting.shift();
      if (!write) break;
      group.push(write);
      answers.push(await this.#attempt(write));
    } while (performance.now() - start < GROUP_MS);
    const number = this.#countCommit();
    this.#statements.exec('COMMIT');
    const milliseconds = performance.now() - start;
    this.isFailing = this.#isTroubled;
    for (const answer of answers) answer();
    this.onCommit?.({ number, writes: group.length, milliseconds });
  }

  /** The number stands in the file's header, which every tool keeps, and is part of the commit. */
  #countCommit(): number {
    const { rows } = this.#statements.run('PRAGMA user_version');
    const number = Math.min(Number(rows[0]?.[0] ?? 0) + 1, COMMIT_NUMBER_MAX);
    this.#statements.exec(`PRAGMA user_version = ${number}`);
    return number;
  }

  /** Runs one write of the group. Throws only when the whole transaction is gone, as after a full disk. */
  async #attempt(write: Write): Promise<() => void> {
    if (!write.single) this.#statements.exec('SAVEPOINT one_write');
    this.#current = write;
    try {
      const value = write.single ? write.work() : await this.#inside.run(write, write.work);
      this.#requireTransaction();
      if (!write.single) this.#statements.exec('RELEASE one_write');
      return () => write.resolve(value);
    } catch (error) {
      this.#isTroubled ||= isDatabaseUnavailable(error);
      this.#requireTransaction();
      if (!write.single) this.#statements.exec('ROLLBACK TO one_write; RELEASE one_write');
      return () => write.reject(error);
    } finally {
      this.#current = null;
    }
  }

  #runInside(statement: StatementOrPair): ResultSet {
    const write = this.#inside.getStore();
    if (!write || write !== this.#current)
      throw new LibsqlError('This write has ended', 'TRANSACTION_CLOSED');
    return this.#runOpen(statement);
  }

  /** Runs a statement of the open transaction; never alone, after the transaction was lost. */
  #runOpen(statement: StatementOrPair): ResultSet {
    this.#requireTransaction();
    try {
      return this.#run(statement);
    } catch (error) {
      if (!this.#native.isTransaction) this.#lost = error;
      throw error;
    }
  }

  #requireTransaction(): void {
    if (this.#native.isTransaction) return;
    throw this.#lost ?? new LibsqlError('The transaction has ended', 'TRANSACTION_CLOSED');
  }

  /** Leaves no transaction behind, and ends the turn whatever happens. */
  #rollBackAnd(end: () => void): void {
    try {
      if (this.#native.isTransaction) this.#statements.exec('ROLLBACK');
    } finally {
      end();
    }
  }

  async #open(foreignKeys: 'ON' | 'OFF'): Promise<Transaction> {
    this.#refuseNesting();
    const end = await this.#begin(foreignKeys);
    let closed = false;
    const close = (sql: 'COMMIT' | 'ROLLBACK') => {
      if (closed) return;
      closed = true;
      try {
        if (sql === 'COMMIT') this.#requireTransaction();
        if (this.#native.isTransaction) this.#statements.exec(sql);
      } finally {
        this.#rollBackAnd(() => {
          if (foreignKeys === 'OFF') this.#statements.exec('PRAGMA foreign_keys = ON');
          end();
        });
      }
    };
    return {
      execute: async (statement) => this.#runOpen(statement),
      batch: async (statements) => statements.map((statement) => this.#runOpen(statement)),
      executeMultiple: async (sql) => this.#statements.exec(sql),
      commit: async () => close('COMMIT'),
      rollback: async () => close('ROLLBACK'),
      close: () => close('ROLLBACK'),
      get closed() {
        return closed;
      },
    };
  }

  /** Opens a transaction and holds the turn. The lock of another process is waited for between turns. */
  async #begin(foreignKeys: 'ON' | 'OFF' = 'ON'): Promise<() => void> {
    const start = performance.now();
    for (let attempt = 0; ; attempt++) {
      const end = await this.#takeTurn();
      try {
        if (this.closed) throw closedError();
        // Without effect inside a transaction, so it is said before.
        if (foreignKeys === 'OFF') this.#statements.exec('PRAGMA foreign_keys = OFF');
        this.#statements.exec('BEGIN IMMEDIATE');
        this.#lost = null;
        return end;
      } catch (error) {
        if (foreignKeys === 'OFF') this.#statements.exec('PRAGMA foreign_keys = ON');
        end();
        if (!isBusy(error) || performance.now() - start > BUSY_LIMIT_MS) throw error;
      }
      await sleep(BUSY_WAIT_MS[Math.min(attempt, BUSY_WAIT_MS.length - 1)]);
    }
  }

  /** Runs at once when nothing is open or waiting, else in turn. */
  async #alone<T>(work: () => T): Promise<T> {
    this.#refuseNesting();
    const start = performance.now();
    for (let attempt = 0; ; attempt++) {
      const end = this.#turn ? await this.#takeTurn() : null;
      try {
        return work();
      } catch (error) {
        if (!isBusy(error) || performance.now() - start > BUSY_LIMIT_MS) throw error;
      } finally {
        end?.();
      }
      await sleep(BUSY_WAIT_MS[Math.min(attempt, BUSY_WAIT_MS.length - 1)]);
    }
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

  #run(statement: StatementOrPair): ResultSet {
    if (this.closed) throw closedError();
    try {
      return this.#statements.run(statement);
    } catch (error) {
      this.isDamaged ||= isCorruption(error);
      throw error;
    }
  }

  #refuseNesting(): void {
    if (this.#inside.getStore())
      throw new LibsqlError('Use the transaction inside `write`, not the database', 'OUTSIDE_TRANSACTION');
  }
}

function isBusy(error: unknown): boolean {
  return asLibsqlError(error).code === 'SQLITE_BUSY';
}

function closedError(): LibsqlError {
  return new LibsqlError('The database is closed', 'CLIENT_CLOSED');
}
