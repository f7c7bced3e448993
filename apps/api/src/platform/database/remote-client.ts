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

/** The server did not do it, because somebody else was writing for too long. */
const CONFLICT = /^(SQLITE_BUSY|TRANSACTION_TIMEOUT)/;
const CONFLICT_WAIT_MS = [20, 50, 100, 250, 500] as const;
/**
 * What has not answered by then does not answer, in milliseconds: a connection whose other end has gone without a word
 * would wait for as long as the network does. More than the five seconds after which a server takes a transaction back.
 */
const STATEMENT_LIMIT_MS = 8000;
const CHANGES = /^\s*(insert|update|delete|replace|create|alter|drop)\b/i;

/**
 * The package's own client for a libSQL server, with the same manners as a file's: whole writes go one after the other
 * (the server has one writer; waiting here costs it no open transaction, which it takes back after five seconds), what
 * collides with another instance is tried again, and the database itself is refused inside a transaction. A statement
 * that is not answered in time fails with STATEMENT_TIMEOUT, and what comes next goes over a new connection.
 */
export class RemoteClient implements Client {
  readonly protocol: string;
  /** True from a write that the server did not do on, until it does one. */
  isFailing = false;
  /** A server looks after its file itself. */
  readonly isDamaged = false;
  #client: Client;
  readonly #connect: () => Client;
  readonly #limitMs: number;
  readonly #inside = new AsyncLocalStorage<true>();
  readonly #oneAtATime = pLimit(1);

  /** `connect` opens the package's client; `limitMs` is what a statement may take. */
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
        // With its connection the server has taken it back.
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
   * Runs a whole transaction in turn, and again from its beginning when it collided with another instance's. What waited
   * for its turn while the connection was given up fails with it: nobody waits for one limit after the other.
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

  /** What `work` asks of a connection, or STATEMENT_TIMEOUT, after which nobody uses that connection any more. */
  async #limited<T>(work: (client: Client) => Promise<T>, client = this.#client): Promise<T> {
    const { promise, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      reject(unanswered());
      if (client === this.#client) this.reconnect();
    }, this.#limitMs);
    try {
      return await Promise.race([work(client), promise]);
    } catch (error) {
      // What was under way on a connection that was given up ends with it, in words of its own.
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
