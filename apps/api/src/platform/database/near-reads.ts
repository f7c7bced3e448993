import { AsyncLocalStorage } from 'node:async_hooks';
import type { ResultSet } from '@libsql/client';
import type { StatementOrPair } from './native-statements.ts';
import type { Replica } from './replica.ts';

/** Commits that were known for so long must be there, whoever asks; in milliseconds. */
const UNTOLD_MS = 500;
/** Members with a number of their own. */
const TOLD_MAX = 20_000;
const READS = /^\s*select\b/i;

/**
 * Which reads a replica may answer: those inside `run`, once it has what the asker was told by an event or the answer to a
 * write, and all that was known a second ago. Everything else goes to the server: whoever decides about a write sees the
 * newest.
 */
export class NearReads {
  readonly #replica: Replica;
  readonly #committed: () => number;
  readonly #scope = new AsyncLocalStorage<{ isOpen: boolean }>();
  readonly #told = new Map<string, number>();
  #heard = 0;
  #toldEveryone = 0;
  /** The commits that were known at two moments, at least `UNTOLD_MS` apart. */
  #before = 0;
  #lately = 0;
  #noted = 0;

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
    this.follow();
  }

  /** There is a new commit. */
  follow(): void {
    this.#note();
    this.#replica.follow();
  }

  /** These members may know of everything that this instance knows now. */
  tell(audience: 'everyone' | readonly string[]): void {
    const number = this.known();
    if (audience !== 'everyone') for (const id of audience) this.#told.set(id, number);
    if (audience !== 'everyone' && this.#told.size <= TOLD_MAX) return;
    this.#toldEveryone = number;
    this.#told.clear();
  }

  /** `seen`: the highest commit number that the asker knows, who may lie; the price is a read from the server. */
  async run<T>(seen: number, work: () => Promise<T>): Promise<T> {
    this.#note();
    const told = Math.max(seen, this.#toldEveryone);
    const isNear =
      (await this.#replica.reaches(Math.max(told, this.#before))) ||
      // What was committed just before the server went away, and nobody was told.
      (this.#replica.isServerAway() && (await this.#replica.reaches(told)));
    if (!isNear) return work();
    const scope = { isOpen: true };
    try {
      return await this.#scope.run(scope, work);
    } finally {
      // For what goes on in the same context, as a socket does.
      scope.isOpen = false;
    }
  }

  /** Inside `run`, once the member is known: what only they were told must be there, too. */
  async see(memberId: string): Promise<void> {
    const scope = this.#scope.getStore();
    if (scope?.isOpen) scope.isOpen = await this.#replica.reaches(this.#told.get(memberId) ?? 0);
  }

  /** Inside `run`: whoever writes asks the server for the rest. */
  leave(): void {
    const scope = this.#scope.getStore();
    if (scope) scope.isOpen = false;
  }

  #note(): void {
    const now = performance.now();
    if (now - this.#noted < UNTOLD_MS) return;
    this.#noted = now;
    this.#before = this.#lately;
    this.#lately = this.known();
  }

  state(): ReturnType<Replica['state']> {
    return this.#replica.state();
  }

  close(): void {
    this.#replica.close();
  }

  /** Null: the server is to be asked, from then on for the whole request: it may know more than the replica. */
  read(statement: StatementOrPair, sql: string): ResultSet | null {
    const scope = this.#scope.getStore();
    if (!scope?.isOpen) return null;
    const result = READS.test(sql) ? this.#replica.read(statement) : null;
    scope.isOpen = result !== null;
    return result;
  }
}
