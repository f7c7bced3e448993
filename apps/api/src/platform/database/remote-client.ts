import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { type InStatement, LibsqlError, type ResultSet } from '@libsql/client';
import { databaseErrorCode, isDatabaseUnavailable } from './database-errors.ts';
import { statementParts } from './native-statements.ts';
import type { QueryClient } from './query-client.ts';
import type { ServerConnection } from './server-connection.ts';
import { COUNT_COMMIT, endedError, ServerTransaction } from './server-transaction.ts';

type Waiting = {
  connection: ServerConnection;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
};
type Write = Waiting & { work: () => Promise<unknown> };
type Batch = Waiting & { statements: InStatement[] };

const CONFLICT = /^(SQLITE_BUSY|TRANSACTION_TIMEOUT)/;
const CONFLICT_WAIT_MS = [20, 50, 100, 250, 500] as const;
/** A dead connection would wait as long as the network does. Servers roll a transaction back after 5 s. */
const STATEMENT_LIMIT_MS = 8000;
const GROUP_MAX = 1000;
const CHANGES = /^\s*(insert|update|delete|replace)\b/i;
const RETURNS = /\breturning\b/i;

/**
 * Writes to a libSQL server, one transaction after the other (docs/adr/0022-writes-in-groups-on-a-server.md).
 *
 * - Batches that arrive while others are under way share the next commit, in order, and one trip. One that
 *   fails takes back only itself. None resolves before the commit is acknowledged; if that or the connection
 *   fails, all fail.
 * - A `write` has a transaction of its own. It takes a trip for all that is asked at the same time, and one
 *   for the commit. A change without `returning` travels with what is asked next.
 * - Conflicts with other instances are retried. Without an answer a statement fails with STATEMENT_TIMEOUT,
 *   what waits fails too, so that limits do not add up, and a new connection is opened.
 */
export class RemoteClient implements QueryClient {
  readonly protocol: 'ws' | 'http';
  /** It stays true from a failed write until the next successful one. */
  isFailing = false;
  /** Damage is unknown for a remote database. */
  readonly isDamaged = false;
  onCommit: ((number: number) => void) | null = null;
  #connection: ServerConnection;
  readonly #connect: () => ServerConnection;
  #limitMs: number;
  readonly #restarts = new Set<() => void>();
  #onSilence: (() => void) | null = null;
  readonly #inside = new AsyncLocalStorage<Write>();
  readonly #waiting: (Write | Batch)[] = [];
  #isCommitting = false;
  #current: { write: Write; transaction: ServerTransaction } | null = null;

  constructor(connect: () => ServerConnection, limitMs = STATEMENT_LIMIT_MS) {
    this.#connect = connect;
    this.#limitMs = limitMs;
    this.#connection = connect();
    this.protocol = this.#connection.protocol;
  }

  get closed(): boolean {
    return this.#connection.closed;
  }

  async execute(statement: InStatement): Promise<ResultSet> {
    if (CHANGES.test(statementParts(statement).sql)) return only(await this.batch([statement]));
    this.#refuseNesting();
    return retryConflicts(() => this.#limited((connection) => connection.execute(statement)));
  }

  batch(statements: InStatement[]): Promise<ResultSet[]> {
    return this.#enqueue((waiting) => this.#waiting.push({ ...waiting, statements }));
  }

  /** Stores all of `work` or nothing, by `inside`. `work` runs again after a conflict. */
  write<T>(work: () => Promise<T>): Promise<T> {
    return this.#enqueue((waiting) => this.#waiting.push({ ...waiting, work }));
  }

  /** Takes the statements of a `write`, and refuses outside of one. */
  readonly inside: QueryClient = {
    execute: async (statement) => {
      const { sql } = statementParts(statement);
      const transaction = this.#transactionInside();
      if (!CHANGES.test(sql) || RETURNS.test(sql)) return only(await transaction.run([statement]));
      transaction.runLater(statement);
      return NOT_WAITED_FOR;
    },
    batch: async (statements) => this.#transactionInside().run(statements),
  };

  migrate(statements: InStatement[]): Promise<ResultSet[]> {
    return this.#connection.migrate(statements);
  }

  reconnect(): void {
    const before = this.#connection;
    this.#connection = this.#connect();
    before.close();
  }

  close(): void {
    this.#connection.close();
  }

  /**
   * Each answer takes `limitMs` at most from now on. The first that is missing calls `onSilence` and closes
   * the client: all that waits fails, and all that comes.
   */
  endWithin(limitMs: number, onSilence: () => void): void {
    this.#limitMs = limitMs;
    this.#onSilence = onSilence;
    for (const restart of this.#restarts) restart();
  }

  async #enqueue<T>(push: (waiting: Waiting) => void): Promise<T> {
    this.#refuseNesting();
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    push({ connection: this.#connection, resolve: resolve as (value: unknown) => void, reject });
    if (!this.#isCommitting) this.#commitWaiting().catch(() => undefined);
    try {
      const result = await promise;
      this.isFailing = false;
      return result;
    } catch (error) {
      this.isFailing ||= isDatabaseUnavailable(error);
      throw error;
    }
  }

  /** The promise never rejects. */
  async #commitWaiting(): Promise<void> {
    this.#isCommitting = true;
    for (;;) {
      await nextTurn();
      const first = this.#waiting.shift();
      if (!first) break;
      if (first.connection !== this.#connection) first.reject(unanswered());
      else if ('work' in first) await this.#commitWrite(first);
      else await this.#commitBatches(this.#batchesAfter(first));
    }
    this.#isCommitting = false;
  }

  #batchesAfter(first: Batch): Batch[] {
    const group = [first];
    let count = first.statements.length;
    for (;;) {
      const [next] = this.#waiting;
      if (!next || 'work' in next || next.connection !== first.connection) return group;
      count += next.statements.length;
      if (count > GROUP_MAX) return group;
      this.#waiting.shift();
      group.push(next);
    }
  }

  /** The promise never rejects. */
  async #commitBatches(group: Batch[]): Promise<void> {
    const statements = [...group.flatMap((batch) => batch.statements), COUNT_COMMIT];
    try {
      const results = await retryConflicts(() => this.#limited((connection) => connection.batch(statements)));
      this.#note(results.at(-1));
      let end = 0;
      for (const batch of group) {
        const start = end;
        end += batch.statements.length;
        batch.resolve(results.slice(start, end));
      }
    } catch (error) {
      if (group.length > 1 && !isDatabaseUnavailable(error))
        // The group was rolled back as a whole, so each batch runs alone to get its own error.
        for (const batch of group) await this.#commitBatches([batch]);
      else for (const batch of group) batch.reject(error);
    }
  }

  /** The promise never rejects. */
  async #commitWrite(write: Write): Promise<void> {
    try {
      write.resolve(await retryConflicts(() => this.#transact(write)));
    } catch (error) {
      write.reject(error);
    }
  }

  async #transact(write: Write): Promise<unknown> {
    const connection = this.#connection;
    const limited = <T>(work: () => Promise<T>) => this.#limited(work, connection);
    const stream = await limited(() => connection.take());
    const transaction = new ServerTransaction(stream, limited);
    this.#current = { write, transaction };
    try {
      const value = await this.#inside.run(write, write.work);
      this.#note(await transaction.commit());
      return value;
    } finally {
      this.#current = null;
      transaction.takeBack();
      if (transaction.isOver) connection.giveBack(stream);
      else stream.close();
    }
  }

  #transactionInside(): ServerTransaction {
    const write = this.#inside.getStore();
    if (!write || write !== this.#current?.write) throw endedError();
    return this.#current.transaction;
  }

  #note(counted: ResultSet | undefined): void {
    if (counted) this.onCommit?.(Number(counted.rows[0]?.[0] ?? 0));
  }

  /** Rejects with STATEMENT_TIMEOUT, after which the connection is replaced. */
  async #limited<T>(
    work: (connection: ServerConnection) => Promise<T>,
    connection = this.#connection,
  ): Promise<T> {
    const { promise, reject } = Promise.withResolvers<never>();
    const giveUp = () => {
      reject(unanswered());
      if (connection === this.#connection) this.#giveUpConnection();
    };
    let timer = setTimeout(giveUp, this.#limitMs);
    const restart = () => {
      clearTimeout(timer);
      timer = setTimeout(giveUp, this.#limitMs);
    };
    this.#restarts.add(restart);
    try {
      return await Promise.race([work(connection), promise]);
    } catch (error) {
      // Statements on a replaced connection fail with various errors.
      throw connection === this.#connection ? error : unanswered();
    } finally {
      clearTimeout(timer);
      this.#restarts.delete(restart);
    }
  }

  #giveUpConnection(): void {
    if (!this.#onSilence) this.reconnect();
    else if (!this.closed) {
      this.close();
      this.#onSilence();
    }
  }

  #refuseNesting(): void {
    if (this.#inside.getStore())
      throw new LibsqlError('Use the transaction inside `write`, not the database', 'OUTSIDE_TRANSACTION');
  }
}

const NOT_WAITED_FOR: ResultSet = {
  columns: [],
  columnTypes: [],
  rows: [],
  lastInsertRowid: undefined,
  get rowsAffected(): number {
    throw new LibsqlError('Inside `write` use `returning` to learn what a change did', 'NOT_WAITED_FOR');
  },
  toJSON: () => ({}),
};

function only([result]: ResultSet[]): ResultSet {
  if (!result) throw new LibsqlError('A statement has no result', 'SERVER_ERROR');
  return result;
}

function unanswered(): LibsqlError {
  return new LibsqlError('The database server does not answer', 'STATEMENT_TIMEOUT');
}

async function retryConflicts<T>(work: () => Promise<T>): Promise<T> {
  const start = performance.now();
  for (const wait of CONFLICT_WAIT_MS) {
    try {
      return await work();
    } catch (error) {
      if (!CONFLICT.test(databaseErrorCode(error) ?? '') || performance.now() - start > STATEMENT_LIMIT_MS)
        throw error;
    }
    await sleep(wait * (0.5 + Math.random()));
  }
  return work();
}
