import { LibsqlBatchError, LibsqlError, type ResultSet } from '@libsql/client';
import type { Stream } from '@libsql/hrana-client';
import { databaseErrorCode, isDatabaseUnavailable } from './database-errors.ts';
import type { StatementOrPair } from './native-statements.ts';
import { asServerError, BEGIN, runInOrder } from './server-connection.ts';

/** A server counts commits in this row, a file in its header. */
export const COUNT_COMMIT =
  'update commit_number set number = number + 1, invalidating = invalidating + 1 returning number';

const SAVEPOINT = 'SAVEPOINT one_write';
const RELEASE = 'RELEASE one_write';

type Asked = {
  statements: StatementOrPair[];
  resolve: (results: ResultSet[]) => void;
  reject: (error: unknown) => void;
};

/**
 * Holds one transaction on a server for several writes, each behind a savepoint. What is asked at the same
 * time is one trip, in order; the beginning, the savepoints and what nobody waits for travel with it.
 */
export class SharedTransaction {
  readonly #stream: Stream;
  readonly #limited: <T>(work: () => Promise<T>) => Promise<T>;
  /** These statements stand between the writes, and travel first. */
  #frame: string[] = [BEGIN];
  /** The current write asked these, which are not yet sent. */
  #asked: Asked[] = [];
  #isLeaving = false;
  #lost: unknown = null;
  #keepsSomething = false;
  /** The stream may be used again. */
  isOver = true;

  constructor(stream: Stream, limited: <T>(work: () => Promise<T>) => Promise<T>) {
    this.#stream = stream;
    this.#limited = limited;
  }

  start(): void {
    this.#frame.push(SAVEPOINT);
  }

  run(statements: StatementOrPair[]): Promise<ResultSet[]> {
    const { promise, resolve, reject } = Promise.withResolvers<ResultSet[]>();
    this.#asked.push({ statements, resolve, reject });
    if (!this.#isLeaving) {
      this.#isLeaving = true;
      // The trip leaves once everybody waits for an answer.
      process.nextTick(() => void this.#send());
    }
    return promise;
  }

  /** Asks without waiting: an error rejects the next trip of this write, at the latest `keep`. */
  runLater(statement: StatementOrPair): void {
    this.#asked.push({ statements: [statement], resolve: () => undefined, reject: () => undefined });
  }

  /** Rejects when an unawaited statement fails. Like `takeBack`, it throws when the transaction was lost. */
  async keep(): Promise<void> {
    if (this.#asked.length > 0) await this.run([RELEASE]);
    else if (!this.#endUnused()) this.#frame.push(RELEASE);
    else return;
    this.#keepsSomething = true;
  }

  takeBack(): void {
    for (const { reject } of this.#asked.splice(0)) reject(endedError());
    if (!this.#endUnused()) this.#frame.push('ROLLBACK TO one_write', RELEASE);
  }

  /** Returns the number of the commit, or nothing when there was nothing to store. */
  async commit(): Promise<ResultSet | undefined> {
    if (!this.#keepsSomething) return undefined;
    const [counted] = await this.run([COUNT_COMMIT, 'COMMIT']);
    this.isOver = true;
    return counted;
  }

  /** Returns false when the current write has sent something. */
  #endUnused(): boolean {
    if (this.#lost) throw this.#lost;
    if (this.#frame.at(-1) !== SAVEPOINT) return false;
    this.#frame.pop();
    return true;
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

  async #runAll(statements: StatementOrPair[]): Promise<ResultSet[]> {
    const frame = this.#frame;
    this.#frame = [];
    this.isOver = false;
    try {
      const all = [...frame, ...statements];
      const results = await this.#limited(() => runInOrder(this.#stream, all, 'transaction'));
      return results.slice(frame.length);
    } catch (cause) {
      const error = asServerError(cause);
      const ended = isDatabaseUnavailable(error) || databaseErrorCode(error) === 'TRANSACTION_CLOSED';
      const ofFrame = error instanceof LibsqlBatchError && error.statementIndex < frame.length;
      if (ended || ofFrame) this.#lost ??= error;
      throw error;
    }
  }
}

export function endedError(): LibsqlError {
  return new LibsqlError('This write has ended', 'TRANSACTION_CLOSED');
}
