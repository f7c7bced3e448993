import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Client,
  type InArgs,
  type InStatement,
  LibsqlError,
  type ResultSet,
  type Transaction,
} from '@libsql/client';
import pLimit from 'p-limit';
import { databaseErrorCode, isDatabaseUnavailable } from './database-errors.ts';
import { type StatementOrPair, sqlOf } from './native-statements.ts';

const CONFLICT = /^(SQLITE_BUSY|TRANSACTION_TIMEOUT)/;
const CONFLICT_WAIT_MS = [20, 50, 100, 250, 500] as const;
/**
 * Milliseconds until a statement fails: a dead connection would wait as long as the network does. Longer than the five
 * seconds after which a server rolls back a transaction.
 */
const STATEMENT_LIMIT_MS = 8000;
const CHANGES = /^\s*(insert|update|delete|replace|create|alter|drop)\b/i;

/**
 * Behaves like `FileClient`: transactions run one after the other (the server has one writer, and rolls back a
 * transaction after five seconds), conflicts are retried, and the database itself is refused inside a transaction.
 * Without an answer a statement fails with STATEMENT_TIMEOUT, and a new connection is opened.
 */
export class RemoteClient implements Client {
  readonly protocol: string;
  /** True from a failed write until the next successful one. */
  isFailing = false;
  /** Unknown for a remote database. */
  readonly isDamaged = false;
  #client: Client;
  readonly #connect: () => Client;
  readonly #limitMs: number;
  readonly #inside = new AsyncLocalStorage<true>();
  readonly #oneAtATime = pLimit(1);

  /** `limitMs`: per statement. */
  constructor(connect: () => Client, limitMs = STATEMENT_LIMIT_MS) {
    this.#connect = connect;
    this.#limitMs = limitMs;
    this.#client = connect();
    this.protocol = this.#client.protocol;
  }

  get closed(): boolean {
    return this.#client.closed;
  }

  async execute(statement: InStatement | string, args?: InArgs): Promise<ResultSet> {
    this.#refuseNesting();
    const asked = () =>
      retryConflicts(() =>
        this.#limited((client) =>
          typeof statement === 'string' ? client.execute(statement, args) : client.execute(statement),
        ),
      );
    return CHANGES.test(sqlOf(statement)) ? this.#noted(asked) : asked();
  }

  async batch(statements: StatementOrPair[]): Promise<ResultSet[]> {
    this.#refuseNesting();
    return this.#noted(() =>
      retryConflicts(() => this.#limited((client) => client.batch(statements, 'write'))),
    );
  }

  migrate(statements: InStatement[]): Promise<ResultSet[]> {
    return this.#client.migrate(statements);
  }

  async transaction(): Promise<Transaction> {
    const client = this.#client;
    const transaction = await this.#limited(() => client.transaction('write'));
    const limited = <T>(work: () => Promise<T>) => this.#limited(work, client);
    return {
      execute: (statement) => limited(() => transaction.execute(statement)),
      batch: (statements) => limited(() => transaction.batch(statements)),
      executeMultiple: (sql) => limited(() => transaction.executeMultiple(sql)),
      commit: () => limited(() => transaction.commit()),
      rollback: async () => {
        // The server has rolled it back with its connection.
        if (client === this.#client) await limited(() => transaction.rollback());
      },
      close: () => transaction.close(),
      get closed() {
        return transaction.closed;
      },
    };
  }

  executeMultiple(sql: string): Promise<void> {
    return this.#limited((client) => client.executeMultiple(sql));
  }

  /**
   * In order, and again after a conflict. Transactions that waited while the connection failed are rejected too, so
   * that limits do not add up.
   */
  async write<T>(transaction: () => Promise<T>): Promise<T> {
    this.#refuseNesting();
    const client = this.#client;
    return this.#noted(() =>
      this.#oneAtATime(() => {
        if (client !== this.#client) throw unanswered();
        return retryConflicts(() => this.#inside.run(true, transaction));
      }),
    );
  }

  sync(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  reconnect(): void {
    const before = this.#client;
    this.#client = this.#connect();
    before.close();
  }

  close(): void {
    this.#client.close();
  }

  /** Rejects with STATEMENT_TIMEOUT, after which the connection is replaced. */
  async #limited<T>(work: (client: Client) => Promise<T>, client = this.#client): Promise<T> {
    const { promise, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      reject(unanswered());
      if (client === this.#client) this.reconnect();
    }, this.#limitMs);
    try {
      return await Promise.race([work(client), promise]);
    } catch (error) {
      // Statements on a replaced connection fail with various errors.
      throw client === this.#client ? error : unanswered();
    } finally {
      clearTimeout(timer);
    }
  }

  async #noted<T>(write: () => Promise<T>): Promise<T> {
    try {
      const result = await write();
      this.isFailing = false;
      return result;
    } catch (error) {
      this.isFailing ||= isDatabaseUnavailable(error);
      throw error;
    }
  }

  #refuseNesting(): void {
    if (this.#inside.getStore())
      throw new LibsqlError('Use the transaction inside `write`, not the database', 'OUTSIDE_TRANSACTION');
  }
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
