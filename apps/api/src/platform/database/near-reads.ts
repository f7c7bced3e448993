import { AsyncLocalStorage } from 'node:async_hooks';
import type { ResultSet } from '@libsql/client';
import type { StatementOrPair } from './native-statements.ts';
import type { Replica } from './replica.ts';

const READS = /^\s*select\b/i;

/**
 * Which reads a replica may answer: those inside `run`, once it is as new as what this instance and the asker know.
 * Everything else goes to the server: whoever decides about a write sees the newest.
 */
export class NearReads {
  readonly #replica: Replica;
  readonly #committed: () => number;
  readonly #scope = new AsyncLocalStorage<{ isOpen: boolean }>();
  #heard = 0;

  /** `committed`: the last commit number of this instance. */
  constructor(replica: Replica, committed: () => number) {
    this.#replica = replica;
    this.#committed = committed;
  }

  /** The highest commit number that this instance knows. */
  known(): number {
    return Math.max(this.#heard, this.#committed());
  }

  /** Another instance has committed. */
  hear(number: number): void {
    if (!(number > this.#heard)) return;
    this.#heard = number;
    this.#replica.follow();
  }

  /** `seen`: the highest commit number that the asker knows, who may lie; the price is a read from the server. */
  async run<T>(seen: number, work: () => Promise<T>): Promise<T> {
    const isNear = await this.#replica.reaches(Math.max(seen, this.known()));
    if (!isNear) return work();
    const scope = { isOpen: true };
    try {
      return await this.#scope.run(scope, work);
    } finally {
      // For what goes on in the same context, as a socket does.
      scope.isOpen = false;
    }
  }

  state(): ReturnType<Replica['state']> {
    return this.#replica.state();
  }

  close(): void {
    this.#replica.close();
  }

  /** Null: the server is to be asked. */
  read(statement: StatementOrPair, sql: string): ResultSet | null {
    return this.#scope.getStore()?.isOpen && READS.test(sql) ? this.#replica.read(statement) : null;
  }
}
