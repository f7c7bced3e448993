import { type InStatement, LibsqlBatchError, type ResultSet, type Transaction } from '@libsql/client';
import { databaseErrorCode, isDatabaseUnavailable } from './database-errors.ts';
import type { StatementOrPair } from './native-statements.ts';

/** On a file the header counts. */
export const COUNT_COMMIT = 'update commit_number set number = number + 1 returning number';

const SAVEPOINT = 'SAVEPOINT one_write';
const RELEASE = 'RELEASE one_write';

/**
 * One transaction on a server for several writes, one after the other, each behind a savepoint. Savepoints travel with
 * the next statement, and BEGIN does so within the package, so that each statement is one trip.
 */
export class SharedTransaction {
  readonly #transaction: Transaction;
  readonly #limited: <T>(work: () => Promise<T>) => Promise<T>;
  /** What travels with the next statement. */
  #pending: string[] = [];
  /** The error that ended the whole transaction. */
  #lost: unknown = null;
  #keepsSomething = false;

  constructor(transaction: Transaction, limited: <T>(work: () => Promise<T>) => Promise<T>) {
    this.#transaction = transaction;
    this.#limited = limited;
  }

  start(): void {
    this.#pending.push(SAVEPOINT);
  }

  async run(statements: StatementOrPair[]): Promise<ResultSet[]> {
    if (this.#lost) throw this.#lost;
    const before = this.#pending;
    this.#pending = [];
    try {
      const all = [...before, ...statements.map(withoutPair)];
      const results = await this.#limited(() => this.#transaction.batch(all));
      return results.slice(before.length);
    } catch (error) {
      const ended = isDatabaseUnavailable(error) || databaseErrorCode(error) === 'TRANSACTION_CLOSED';
      const ofGroup = error instanceof LibsqlBatchError && error.statementIndex < before.length;
      if (ended || ofGroup || this.#transaction.closed) this.#lost ??= error;
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
    return counted;
  }

  /** Rolls back what was not committed. */
  close(): void {
    this.#transaction.close();
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

/** The batch of a transaction takes no pairs. */
function withoutPair(statement: StatementOrPair): InStatement {
  if (!Array.isArray(statement)) return statement;
  const [sql, args] = statement;
  return args ? { sql, args } : sql;
}
