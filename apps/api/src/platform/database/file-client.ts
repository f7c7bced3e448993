import { AsyncLocalStorage } from 'node:async_hooks';
import { type InStatement, LibsqlError, type ResultSet } from '@libsql/client';
import { closedError, isCorruption, isDatabaseUnavailable } from './database-errors.ts';
import type { Engine } from './engine.ts';
import { NativeStatements, statementParts } from './native-statements.ts';
import type { QueryClient } from './query-client.ts';
import { retryWhileBusy } from './retry-while-busy.ts';

/** A `single` write is one statement, atomic by itself. */
type Write = {
  work: () => unknown;
  single: boolean;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
};

/** `number` counts the commits of the file since its creation. */
export type Commit = { number: number; writes: number; milliseconds: number };

const CHANGES = /^\s*(insert|update|delete|replace|create|alter|drop)\b/i;
/**
 * Nothing else runs while writes are gathered; a larger group costs less per write
 * (docs/adr/0001-one-writer-with-group-commit.md).
 */
const GROUP_MS = 50;
/** `user_version` has 32 bits. */
const COMMIT_NUMBER_MAX = 2 ** 31 - 1;

/**
 * Implements what drizzle needs of @libsql/client over one native connection to one file
 * (docs/adr/0001-one-writer-with-group-commit.md, docs/adr/0002-libsql-opens-the-file.md).
 *
 * - Writes of one turn of the event loop share a transaction, in order, each behind a savepoint, so that a
 *   failing one takes back only itself. None resolves before the commit is on the disk; if that fails, all
 *   fail.
 * - Reads run at once, except while a transaction is open.
 * - BUSY comes from other processes only, at BEGIN. It is retried for up to eight seconds; readers go on.
 *
 * @throws LibsqlError, with `code` and `extendedCode`.
 */
export class FileClient implements QueryClient {
  readonly protocol = 'file';
  closed = false;
  onCommit: ((commit: Commit) => void) | null = null;
  onClose: (() => void) | null = null;
  /** It stays true from a write that the disk or a foreign lock refused until the next complete commit. */
  isFailing = false;
  isDamaged = false;
  readonly #statements: NativeStatements;
  /** The current asynchronous call chain belongs to this write. */
  readonly #inside = new AsyncLocalStorage<Write>();
  readonly #waiting: Write[] = [];
  #current: Write | null = null;
  #lost: unknown = null;
  #committing = false;
  /** The disk refused one write of the open group; the others are stored. */
  #isTroubled = false;
  /** The promise settles when all earlier work has ended; it is null while idle. */
  #turn: Promise<void> | null = null;

  constructor(open: () => Engine.Database) {
    this.#statements = new NativeStatements(open);
  }

  async execute(statement: InStatement): Promise<ResultSet> {
    if (!CHANGES.test(statementParts(statement).sql)) return this.#alone(() => this.#run(statement));
    return this.#enqueue(() => this.#runOpen(statement), true);
  }

  /** Stores all of `work` or nothing, in a shared commit; its statements go through `inside`. */
  write<T>(work: () => Promise<T>): Promise<T> {
    return this.#enqueue(work, false);
  }

  /** Takes the statements of a `write`, and refuses outside of one. */
  readonly inside: QueryClient = {
    execute: async (statement) => this.#runInside(statement),
    batch: async (statements) => statements.map((statement) => this.#runInside(statement)),
  };

  batch(statements: InStatement[]): Promise<ResultSet[]> {
    return this.#enqueue(() => statements.map((statement) => this.#runOpen(statement)), false);
  }

  /** Runs a batch without waiting a turn, for callers that have gathered what arrived in this one. */
  batchAtOnce(statements: InStatement[]): Promise<ResultSet[]> {
    return this.#enqueue(() => statements.map((statement) => this.#runOpen(statement)), false, true);
  }

  /** Everything else waits until its transaction has ended. */
  async migrate(statements: InStatement[]): Promise<ResultSet[]> {
    this.#refuseNesting();
    const end = await this.#begin('OFF');
    try {
      const results = statements.map((statement) => this.#runOpen(statement));
      this.#statements.exec('COMMIT');
      return results;
    } finally {
      this.#rollBackAnd(() => {
        this.#statements.exec('PRAGMA foreign_keys = ON');
        end();
      });
    }
  }

  close(): void {
    if (this.closed) return;
    this.closed = true;
    for (const write of this.#waiting.splice(0)) write.reject(closedError());
    try {
      this.#statements.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    } catch {
      // The next start reads the log.
    }
    this.#statements.close();
    this.onClose?.();
  }

  #enqueue<T>(work: () => T | Promise<T>, single: boolean, isAtOnce = false): Promise<T> {
    this.#refuseNesting();
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    this.#waiting.push({ work, single, resolve: resolve as (value: unknown) => void, reject });
    if (!this.#committing) this.#beginCommit(isAtOnce);
    return promise;
  }

  #beginCommit(isAtOnce: boolean): void {
    this.#committing = true;
    const commit = () => {
      this.#commitWaiting().catch(() => undefined);
    };
    if (isAtOnce) commit();
    else setImmediate(commit);
  }

  /** The promise never rejects. */
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
      if (this.#waiting.length > 0) this.#beginCommit(false);
    }
  }

  /** A write that failed alone rejects after the commit. */
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

  #countCommit(): number {
    const { rows } = this.#statements.run('PRAGMA user_version');
    const number = Math.min(Number(rows[0]?.[0] ?? 0) + 1, COMMIT_NUMBER_MAX);
    this.#statements.exec(`PRAGMA user_version = ${number}`);
    return number;
  }

  /** Throws only when the whole transaction was rolled back, as after a full disk. */
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

  #runInside(statement: InStatement): ResultSet {
    const write = this.#inside.getStore();
    if (!write || write !== this.#current)
      throw new LibsqlError('This write has ended', 'TRANSACTION_CLOSED');
    return this.#runOpen(statement);
  }

  /** A statement never runs outside the transaction, even after it was lost. */
  #runOpen(statement: InStatement): ResultSet {
    this.#requireTransaction();
    try {
      return this.#run(statement);
    } catch (error) {
      if (!this.#statements.inTransaction) this.#lost = error;
      throw error;
    }
  }

  #requireTransaction(): void {
    if (this.#statements.inTransaction) return;
    throw this.#lost ?? new LibsqlError('The transaction has ended', 'TRANSACTION_CLOSED');
  }

  #rollBackAnd(end: () => void): void {
    try {
      if (this.#statements.inTransaction) this.#statements.exec('ROLLBACK');
    } finally {
      end();
    }
  }

  #begin(foreignKeys: 'ON' | 'OFF' = 'ON'): Promise<() => void> {
    return retryWhileBusy(async () => {
      const end = await this.#takeTurn();
      try {
        if (this.closed) throw closedError();
        this.#statements.reopenAfterBusy();
        // SQLite ignores this pragma inside a transaction.
        if (foreignKeys === 'OFF') this.#statements.exec('PRAGMA foreign_keys = OFF');
        this.#statements.begin();
        this.#lost = null;
        return end;
      } catch (error) {
        if (foreignKeys === 'OFF') this.#statements.exec('PRAGMA foreign_keys = ON');
        end();
        throw error;
      }
    });
  }

  async #alone<T>(work: () => T): Promise<T> {
    this.#refuseNesting();
    return retryWhileBusy(async () => {
      const end = this.#turn ? await this.#takeTurn() : null;
      try {
        if (this.closed) throw closedError();
        this.#statements.reopenAfterBusy();
        return work();
      } finally {
        end?.();
      }
    });
  }

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

  #run(statement: InStatement): ResultSet {
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
