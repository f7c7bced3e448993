import { LibsqlBatchError, type ResultSet } from '@libsql/client';
import type { Stream } from '@libsql/hrana-client';
import { databaseErrorCode, isDatabaseUnavailable } from './database-errors.ts';
import type { StatementOrPair } from './native-statements.ts';
import { asServerError, BEGIN, runInOrder } from './server-connection.ts';

/** On a file the header counts. */
export const COUNT_COMMIT = 'update commit_number set number = number + 1 returning number';

const SAVEPOINT = 'SAVEPOINT one_write';
const RELEASE = 'RELEASE one_write';

/**
 * One transaction on a server for several writes, one after the other, each behind a savepoint. Its beginning and its
 * savepoints travel with the next statement, so that each statement is one trip.
 */
export class SharedTransaction {
  readonly #stream: Stream;
  readonly #limited: <T>(work: () => Promise<T>) => Promise<T>;
  /** What travels with the next statement. */
  #pending: string[] = [BEGIN];
  /** The error that ended the whole transaction. */
  #lost: unknown = null;
  #keepsSomething = false;
  /** The stream may be used again. */
  isOver = true;

  constructor(stream: Stream, limited: <T>(work: () => Promise<T>) => Promise<T>) {
    this.#stream = stream;
    this.#limited = limited;
  }

  start(): void {
    this.#pending.push(SAVEPOINT);
  }

  async run(statements: StatementOrPair[]): Promise<ResultSet[]> {
    if (this.#lost) throw this.#lost;
    const before = this.#pending;
    this.#pending = [];
    this.isOver = false;
    try {
      const all = [...before, ...statements];
      const results = await this.#limited(() => runInOrder(this.#stream, all, 'transaction'));
      return results.slice(before.length);
    } catch (cause) {
      const error = asServerError(cause);
      const ended = isDatabaseUnavailable(error) || databaseErrorCode(error) === 'TRANSACTION_CLOSED';
      const ofGroup = error instanceof LibsqlBatchError && error.statementIndex < before.length;
      if (ended || ofGroup) this.#lost ??= error;
      throw error;
    }
  }

  /** Throws when the transaction was lost, as does `takeBack`. */
  keep(): void {
    this.#keepsSomething = this.#end([RELEASE]) || this.#keepsSomething;
  }

  takeBack(): void {
    this.#end(['ROLLBACK TO one_write', RELEASE]);
  }

  /** Returns the number of the commit; nothing when there was nothing to store. */
  async commit(): Promise<ResultSet | undefined> {
    if (!this.#keepsSomething) return undefined;
    const [counted] = await this.run([COUNT_COMMIT, 'COMMIT']);
    this.isOver = true;
    return counted;
  }

  /** False for a write without a statement. */
  #end(sql: string[]): boolean {
    if (this.#lost) throw this.#lost;
    const isEmpty = this.#pending.at(-1) === SAVEPOINT;
    if (isEmpty) this.#pending.pop();
    else this.#pending.push(...sql);
    return !isEmpty;
  }
}
