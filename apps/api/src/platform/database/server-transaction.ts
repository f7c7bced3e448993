import { type InStatement, LibsqlBatchError, LibsqlError, type ResultSet } from '@libsql/client';
import type { Stream } from '@libsql/hrana-client';
import { databaseErrorCode, isDatabaseUnavailable } from './database-errors.ts';
import { asServerError, BEGIN, runInOrder } from './server-connection.ts';

/** A server counts commits in this row, a file in its header. */
export const COUNT_COMMIT = 'update commit_number set number = number + 1 returning number';

type Asked = {
  statements: InStatement[];
  resolve: (results: ResultSet[]) => void;
  reject: (error: unknown) => void;
};

/**
 * Holds one transaction on a server. What is asked at the same time is one trip, in order; the beginning and
 * what nobody waits for travel with it.
 */
export class ServerTransaction {
  readonly #stream: Stream;
  readonly #limited: <T>(work: () => Promise<T>) => Promise<T>;
  #hasBegun = false;
  /** These statements are not yet sent. */
  #asked: Asked[] = [];
  #isLeaving = false;
  #lost: unknown = null;
  /** The stream may be used again. */
  isOver = true;

  constructor(stream: Stream, limited: <T>(work: () => Promise<T>) => Promise<T>) {
    this.#stream = stream;
    this.#limited = limited;
  }

  run(statements: InStatement[]): Promise<ResultSet[]> {
    const { promise, resolve, reject } = Promise.withResolvers<ResultSet[]>();
    this.#asked.push({ statements, resolve, reject });
    if (!this.#isLeaving) {
      this.#isLeaving = true;
      // The trip leaves once everybody waits for an answer.
      process.nextTick(() => void this.#send());
    }
    return promise;
  }

  /** Asks without waiting: an error rejects the next trip, at the latest that of `commit`. */
  runLater(statement: InStatement): void {
    this.#asked.push({ statements: [statement], resolve: () => undefined, reject: () => undefined });
  }

  /** Returns the number of the commit, or nothing when there was nothing to store. */
  async commit(): Promise<ResultSet | undefined> {
    if (this.#lost) throw this.#lost;
    if (!this.#hasBegun && this.#asked.length === 0) return undefined;
    const [counted] = await this.run([COUNT_COMMIT, 'COMMIT']);
    this.isOver = true;
    return counted;
  }

  /** The server rolls back what was sent once the stream is closed. */
  takeBack(): void {
    for (const { reject } of this.#asked.splice(0)) reject(endedError());
  }

  /** The promise never rejects. */
  async #send(): Promise<void> {
    this.#isLeaving = false;
    const asked = this.#asked.splice(0);
    if (asked.length === 0) return;
    try {
      if (this.#lost) throw this.#lost;
      const results = await this.#runAll(asked.flatMap(({ statements }) => statements));
      for (const { statements, resolve } of asked) resolve(results.splice(0, statements.length));
    } catch (error) {
      for (const { reject } of asked) reject(error);
    }
  }

  async #runAll(statements: InStatement[]): Promise<ResultSet[]> {
    const first = this.#hasBegun ? [] : [BEGIN];
    this.#hasBegun = true;
    this.isOver = false;
    try {
      const all = [...first, ...statements];
      const results = await this.#limited(() => runInOrder(this.#stream, all, 'transaction'));
      return results.slice(first.length);
    } catch (cause) {
      const error = asServerError(cause);
      const ended = isDatabaseUnavailable(error) || databaseErrorCode(error) === 'TRANSACTION_CLOSED';
      const hasNotBegun = error instanceof LibsqlBatchError && error.statementIndex < first.length;
      if (ended || hasNotBegun) this.#lost ??= error;
      throw error;
    }
  }
}

export function endedError(): LibsqlError {
  return new LibsqlError('This write has ended', 'TRANSACTION_CLOSED');
}
