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
import type { StatementOrPair } from './native-statements.ts';

/** The server did not do it, because somebody else was writing for too long. */
const CONFLICT = /^(SQLITE_BUSY|TRANSACTION_TIMEOUT)/;
const CONFLICT_WAIT_MS = [20, 50, 100, 250, 500] as const;

/**
 * The package's own client for a libSQL server, with the same manners as a file's: whole writes go one after the other
 * (the server has one writer; waiting here costs it no open transaction, which it takes back after five seconds), what
 * collides with another instance is tried again, and the database itself is refused inside a transaction.
 */
export class RemoteClient implements Client {
  readonly protocol: string;
  readonly #client: Client;
  readonly #inside = new AsyncLocalStorage<true>();
  readonly #oneAtATime = pLimit(1);

  constructor(client: Client) {
    this.#client = client;
    this.protocol = client.protocol;
  }

  get closed(): boolean {
    return this.#client.closed;
  }

  async execute(statement: InStatement | string, args?: InArgs): Promise<ResultSet> {
    this.#refuseNesting();
    return retryConflicts(() =>
      typeof statement === 'string' ? this.#client.execute(statement, args) : this.#client.execute(statement),
    );
  }

  async batch(statements: StatementOrPair[]): Promise<ResultSet[]> {
    this.#refuseNesting();
    return retryConflicts(() => this.#client.batch(statements, 'write'));
  }

  migrate(statements: InStatement[]): Promise<ResultSet[]> {
    return this.#client.migrate(statements);
  }

  transaction(): Promise<Transaction> {
    return this.#client.transaction('write');
  }

  executeMultiple(sql: string): Promise<void> {
    return this.#client.executeMultiple(sql);
  }

  /** Runs a whole transaction in turn, and again from its beginning when it collided with another instance's. */
  async write<T>(transaction: () => Promise<T>): Promise<T> {
    this.#refuseNesting();
    return this.#oneAtATime(() => retryConflicts(() => this.#inside.run(true, transaction)));
  }

  sync(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  reconnect(): void {
    this.#client.reconnect();
  }

  close(): void {
    this.#client.close();
  }

  #refuseNesting(): void {
    if (this.#inside.getStore())
      throw new LibsqlError('Use the transaction inside `write`, not the database', 'OUTSIDE_TRANSACTION');
  }
}

async function retryConflicts<T>(work: () => Promise<T>): Promise<T> {
  for (const wait of CONFLICT_WAIT_MS) {
    try {
      return await work();
    } catch (error) {
      if (!CONFLICT.test(codeIn(error))) throw error;
    }
    await sleep(wait * (0.5 + Math.random()));
  }
  return work();
}

/** Drizzle wraps what the client throws. */
function codeIn(error: unknown): string {
  if (!(error instanceof Error)) return '';
  const { code } = error as Error & { code?: unknown };
  return typeof code === 'string' ? code : codeIn(error.cause);
}
