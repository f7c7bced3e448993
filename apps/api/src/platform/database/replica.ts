import { type ChildProcess, fork } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { ResultSet } from '@libsql/client';
import { REPLICA_PROCESS } from '../installed-files.ts';
import type { Log } from '../observe/log.ts';
import { PRIVATE_FOLDER } from './durable-files.ts';
import { openEngine } from './engine.ts';
import { NativeStatements, type StatementOrPair } from './native-statements.ts';
import { bytesOf, isHanging } from './replica-hanging.ts';
import type { ReplicaOrder, ReplicaReport } from './replica-process.ts';

export type ReplicaSource = { url: string; authToken?: string | undefined };
/** One file, and once it is complete the connection that reads it. */
type Copy = {
  folder: string;
  file: string;
  reader: NativeStatements | null;
  inode: number;
};
type Waiting = { number: number; answer: (isReached: boolean) => void };

const FILE = 'replica.db';
/** Milliseconds between two syncs, asked for or not. */
const GAP_MS = 50;
const IDLE_GAP_MS = 1000;
/** How long a read waits for the copy until it goes to the server. */
const REACH_LIMIT_MS = 250;
/** Between two attempts to make a copy. */
const REMAKE_MS = [100, 500, 2000, 5000] as const;
/** A sync under way for so long has no server that answers. */
const SLOW_MS = 1000;
const LATE_MS = 5000;
/** A machine that has not touched its folder for so long has gone. */
const GONE_MS = 86_400_000;
/** The server is away, or has not yet finished what a new copy begins with. */
const PASSING =
  /PrimaryHandshakeTimeout|code: (Unavailable|DeadlineExceeded|Cancelled)|transport error|connect/i;
const UNREADABLE = /^SQLITE_(CORRUPT|NOTADB|IOERR|CANTOPEN)/;
const ABSENT = { throwIfNoEntry: false } as const;

/**
 * A copy of a libSQL server's database beside this process (docs/adr/0023-reads-near-the-instance.md). A process of its
 * own follows the server, because syncing blocks, for ever if the server stands still; it serves all
 * copies, because to fork a large process stops it for more than 20 ms. This one reads the file over a
 * connection of its own: SQLite isolates it. Statements of the syncing connection keep the values of their first run.
 * A copy that is lost or damaged is made anew; every start makes a new one.
 */
export class Replica {
  readonly #root: string;
  readonly #source: ReplicaSource;
  readonly #log: Log;
  #process: ChildProcess | null = null;
  /** Follows the server. */
  #copy: Copy | null = null;
  /** What is read: `#copy`, or the one before while that is being made. */
  #readable: Copy | null = null;
  #number = 0;
  #waiting: Waiting[] = [];
  #startedAt = 0;
  #syncedAt = performance.now();
  #isSyncing = false;
  #isAskedAgain = false;
  #failures = 0;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  /** In a folder of its own below `folder`. */
  constructor(folder: string, source: ReplicaSource, log: Log) {
    const name = `${hostname()}.${process.pid}`;
    this.#root = join(folder, name);
    this.#source = source;
    this.#log = log;
    removeLeftOvers(folder, name);
    process.once('exit', this.#killWithMe);
    this.#make();
  }

  /** `lateMs`: since it was last known to be complete. `bytes`: on the disk. */
  state(): { isReadable: boolean; isLate: boolean; lateMs: number; bytes: number } {
    const lateMs = performance.now() - this.#syncedAt;
    return {
      isReadable: this.#readable !== null,
      isLate: this.#readable === null || lateMs > LATE_MS,
      lateMs,
      bytes: this.#readable ? bytesOf(this.#readable.folder) : 0,
    };
  }

  /** Nobody can know better than the replica. */
  isServerAway(): boolean {
    return this.#failures > 0 || (this.#isSyncing && performance.now() - this.#startedAt > SLOW_MS);
  }

  /** Null: the server is to be asked. */
  read(statement: StatementOrPair): ResultSet | null {
    const copy = this.#readable;
    if (!copy?.reader) return null;
    try {
      copy.reader.reopenAfterBusy();
      return copy.reader.run(statement);
    } catch (error) {
      const { code = '' } = error as { code?: string };
      if (UNREADABLE.test(code)) this.#discard(copy, code);
      return null;
    }
  }

  /** Whether reads see the commit with this number; waits a quarter of a second at most. */
  reaches(number: number): boolean | Promise<boolean> {
    if (!this.#readable) return false;
    if (number <= this.#number) return true;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const timer = setTimeout(() => {
      this.#waiting = this.#waiting.filter((one) => one !== waiting);
      resolve(false);
    }, REACH_LIMIT_MS);
    const waiting: Waiting = {
      number,
      answer: (isReached) => {
        clearTimeout(timer);
        resolve(isReached);
      },
    };
    this.#waiting.push(waiting);
    this.follow();
    return promise;
  }

  /** There is something new. */
  follow(): void {
    if (this.#isSyncing) this.#isAskedAgain = true;
    else if (this.#copy && this.#failures === 0) this.#syncIn(this.#startedAt + GAP_MS - performance.now());
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    process.off('exit', this.#killWithMe);
    clearTimeout(this.#timer);
    this.#killWithMe();
    for (const copy of new Set([this.#copy, this.#readable])) if (copy) remove(copy);
    this.#copy = this.#readable = null;
    this.#answerWaiting();
    rmSync(this.#root, { recursive: true, force: true });
  }

  readonly #killWithMe = () => {
    this.#process?.kill('SIGKILL');
  };

  #make(): void {
    if (this.#isClosed) return;
    try {
      mkdirSync(this.#root, { recursive: true, mode: PRIVATE_FOLDER });
      const folder = mkdtempSync(join(this.#root, 'copy-'));
      const copy: Copy = { folder, file: join(folder, FILE), reader: null, inode: 0 };
      this.#copy = copy;
      this.#process ??= this.#startProcess();
      this.#sync(copy);
    } catch (error) {
      this.#remakeLater(error instanceof Error ? error.message : 'unknown');
    }
  }

  #startProcess(): ChildProcess {
    // What the engine writes there goes nowhere.
    const child = fork(REPLICA_PROCESS, { stdio: ['ignore', 'ignore', 'ignore', 'ipc'], execArgv: [] });
    const ended = (reason: string) => {
      if (this.#process !== child) return;
      this.#process = null;
      if (this.#copy) this.#lost(this.#copy, reason);
    };
    child.on('message', (report: ReplicaReport) => this.#reported(report));
    child.once('error', () => ended('its process does not start'));
    child.once('exit', () => ended('its process has ended'));
    // Neither keeps this process alive.
    child.unref();
    child.channel?.unref();
    return child;
  }

  #sync(copy: Copy): void {
    this.#isSyncing = true;
    this.#isAskedAgain = false;
    this.#startedAt = performance.now();
    const { authToken = '' } = this.#source;
    const url = syncUrl(this.#source.url);
    const order: ReplicaOrder = { file: copy.file, url, authToken };
    // A process that has just ended says so by its exit.
    this.#process?.send(order, () => undefined);
    void this.#replaceHanging(copy.folder, url);
  }

  async #replaceHanging(folder: string, url: string): Promise<void> {
    const child = this.#process;
    const startedAt = this.#startedAt;
    const isOver = () => this.#isClosed || !this.#isSyncing || this.#startedAt !== startedAt;
    if (await isHanging(folder, url, isOver)) child?.kill('SIGKILL');
  }

  #syncIn(milliseconds: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(
      () => {
        if (this.#copy && !this.#isSyncing) this.#sync(this.#copy);
      },
      Math.max(0, milliseconds),
    );
    this.#timer.unref();
  }

  #reported({ file, error }: ReplicaReport): void {
    const copy = this.#copy;
    if (copy?.file !== file) return;
    this.#isSyncing = false;
    if (error === null) this.#synced(copy);
    else if (PASSING.test(error)) this.#failures++;
    else this.#lost(copy, error.slice(0, 200));
    if (copy !== this.#copy) return;
    const isWanted = this.#isAskedAgain || this.#waiting.length > 0;
    const gap = error === null && isWanted ? GAP_MS : IDLE_GAP_MS;
    this.#syncIn(this.#startedAt + gap - performance.now());
  }

  #synced(copy: Copy): void {
    try {
      const inode = statSync(copy.file).ino;
      if (copy.reader && inode !== copy.inode) throw new Error('its file was replaced');
      const reader = copy.reader ?? new NativeStatements(() => openReader(copy.file));
      const { rows } = reader.run('select number from commit_number');
      if (copy !== this.#readable) this.#replaceReadable({ copy, reader, inode });
      this.#number = Number(rows[0]?.[0] ?? 0);
      this.#syncedAt = this.#startedAt;
      utimesSync(this.#root, new Date(), new Date());
      this.#failures = 0;
    } catch (error) {
      this.#lost(copy, error instanceof Error ? error.message : 'unknown');
    }
    this.#answerWaiting();
  }

  #replaceReadable({ copy, reader, inode }: { copy: Copy; reader: NativeStatements; inode: number }): void {
    copy.reader = reader;
    copy.inode = inode;
    if (this.#readable) remove(this.#readable);
    this.#readable = copy;
  }

  /** Nobody reads it any more. */
  #discard(copy: Copy, reason: string): void {
    if (this.#readable === copy) this.#readable = null;
    this.#answerWaiting();
    if (this.#copy === copy) this.#lost(copy, reason);
    else remove(copy);
  }

  /** It no longer follows the server; what it holds stays readable while its file is there and intact. */
  #lost(copy: Copy, reason: string): void {
    if (copy !== this.#copy) return;
    this.#copy = null;
    clearTimeout(this.#timer);
    this.#isSyncing = false;
    if (copy !== this.#readable) remove(copy);
    else if (statSync(copy.file, ABSENT)?.ino !== copy.inode) this.#discard(copy, reason);
    this.#remakeLater(reason);
  }

  #remakeLater(reason: string): void {
    if (this.#isClosed) return;
    this.#log.warn({ reason }, 'replica of the database is made anew');
    const wait = REMAKE_MS[Math.min(this.#failures++, REMAKE_MS.length - 1)];
    this.#timer = setTimeout(() => this.#make(), wait);
    this.#timer.unref();
  }

  #answerWaiting(): void {
    const isReached = ({ number }: Waiting) => this.#readable !== null && number <= this.#number;
    const answered = this.#waiting.filter((one) => !this.#readable || isReached(one));
    this.#waiting = this.#waiting.filter((one) => !answered.includes(one));
    for (const one of answered) one.answer(isReached(one));
  }
}

/** Replication speaks HTTP. */
function syncUrl(url: string): string {
  return url.replace(/^ws/, 'http');
}

/** Never writes, and so never empties the log under the process that does. */
function openReader(file: string) {
  const native = openEngine(file);
  native.exec('PRAGMA query_only = ON');
  native.exec('PRAGMA wal_autocheckpoint = 0');
  native.exec('PRAGMA cache_size = -32768');
  return native;
}

function remove({ reader, folder }: Copy): void {
  reader?.close();
  rmSync(folder, { recursive: true, force: true });
}

/** Of processes of this machine that have ended, and of machines that share `folder` and have gone, as containers do. */
function removeLeftOvers(folder: string, mine: string): void {
  mkdirSync(folder, { recursive: true, mode: PRIVATE_FOLDER });
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const [, pid] = name.startsWith(`${hostname()}.`) ? (/\.(\d+)$/.exec(name) ?? []) : [];
    const isUsed = pid
      ? isRunning(Number(pid))
      : Date.now() - (statSync(path, ABSENT)?.mtimeMs ?? 0) < GONE_MS;
    if (name === mine || !isUsed) rmSync(path, { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
