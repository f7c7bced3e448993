import { randomUUID } from 'node:crypto';
import type { Commits } from '../database/db.ts';
import type { Log } from '../observe/log.ts';
import type { RedisLink } from './redis.ts';

const BEAT_MS = 1000;
/** Without its own beats for so long, an instance is unreachable. */
const UNREACHABLE_AFTER_BEATS = 2.5;
/** Without its own beats for so long, the instance connects anew. */
const RECONNECT_AFTER_BEATS = 5;
const START_WAIT_MS = 2000;
const COMMITS_EVERY_BEATS = 2;
/** More batches without Redis's answer are dropped; nobody names their commits, which others notice. */
const IN_FLIGHT_MAX = 1000;

export type Audience = 'everyone' | readonly string[] | { everyoneBut: readonly string[] };

export type Receiver = {
  deliver: (audience: Audience, frame: Buffer) => void;
  endSession: (sessionId: string, forced: boolean) => void;
  renewSession: (sessionId: string) => void;
  /** Clients must fetch, because events were lost. */
  lost: () => void;
  /** After `false` clients must fetch, too. */
  degraded: (isDegraded: boolean) => void;
};

export type FanOut = {
  /** Resolves once it works, or after two seconds without Redis. */
  start: (receiver: Receiver) => Promise<void>;
  /** Never waits and never fails: what cannot be sent is dropped. */
  publish: (audience: Audience, frame: Buffer) => void;
  endSession: (sessionId: string, forced: boolean) => void;
  renewSession: (sessionId: string) => void;
  close: () => Promise<void>;
};

/** `commits` is null when there is a single instance. */
type FanOutOptions = { beatMs?: number; commits?: Commits | null };

type Address = Audience | { session: string; forced: boolean } | { renewed: string };
/** Stands between instance and commits, because the version before reads no line without it. */
const BETWEEN = '0 beat 0';
/** It matches nothing where a line names no commits. */
const COMMITS = / (?<commits>[\d,]+)$/;

const NEW_LINE = Buffer.from('\n');
const NO_FRAME = Buffer.alloc(0);

/**
 * Passes events through Redis publish/subscribe on `channel`. Redis stores nothing: clients fetch what they
 * miss by sequence number.
 *
 * - The events of one turn of the event loop are one message, with the numbers of this instance's commits.
 * - A commit that no message has named calls `lost` within five beats: Redis dropped a message, an instance
 *   ended before it published, or it reaches the database but not Redis.
 * - An instance receives its own beats. When they stay away it calls `degraded`.
 */
export function createFanOut(
  link: RedisLink,
  channel: string,
  log: Log,
  { beatMs = BEAT_MS, commits = null }: FanOutOptions = {},
): FanOut {
  const selfCheck = createSelfCheck(link, log, beatMs);
  const named = commits && followCommits(commits);
  const sender = createSender(link, channel, () => named?.takeOwn() ?? []);
  let receiver: Receiver | null = null;
  let timer: NodeJS.Timeout | undefined;
  let beats = 0;

  const add = (address: Address, frame: Buffer) => {
    if (receiver) sender.add(address, frame);
  };
  const receive = (bytes: Buffer) => {
    if (!receiver) return;
    if (sender.isOwn(bytes)) return selfCheck.ownReceived(receiver);
    const [head = NO_FRAME, ...lines] = linesOf(bytes);
    const commitNumbers = COMMITS.exec(head.toString())?.groups?.commits;
    if (commitNumbers) named?.add(commitNumbers.split(',').map(Number));
    dispatch(lines, receiver, log);
  };
  const subscribe = () => {
    link.subscriber
      .subscribe(channel)
      .then(sender.send)
      .catch(() => undefined);
  };
  const beat = () => {
    void sender.send();
    if (receiver) selfCheck.check(receiver);
    if (beats++ % COMMITS_EVERY_BEATS === 0) void findUnnamed();
  };
  const findUnnamed = async () => {
    // While unreachable, clients ask by themselves.
    if ((await named?.areSomeMissing()) && !selfCheck.isUnreachable()) receiver?.lost();
  };
  return {
    start: async (next) => {
      receiver = next;
      // Bytes are passed to the clients without decoding.
      link.subscriber.on('messageBuffer', (_channel: Buffer, bytes: Buffer) => receive(bytes));
      link.subscriber.on('ready', subscribe);
      link.commands.on('ready', () => void sender.send());
      if (link.subscriber.status === 'ready') subscribe();
      timer = setInterval(beat, beatMs);
      timer.unref();
      await selfCheck.firstReceived(START_WAIT_MS);
      // Earlier commits need no check, because clients fetch after they connect.
      await named?.areSomeMissing();
    },
    publish: add,
    endSession: (session, forced) => add({ session, forced }, NO_FRAME),
    renewSession: (renewed) => add({ renewed }, NO_FRAME),
    close: () => {
      clearInterval(timer);
      receiver = null;
      return sender.send();
    },
  };
}

/**
 * Sends what one turn of the event loop publishes as one message, with `takeOwn`, the numbers of the own
 * commits. Without anything to say it is a beat.
 */
function createSender(link: RedisLink, channel: string, takeOwn: () => number[]) {
  const id = randomUUID();
  const ownStart = Buffer.from(id);
  const waiting: Buffer[] = [];
  let inFlight = 0;
  const send = async (): Promise<void> => {
    const lines = waiting.splice(0);
    const own = takeOwn();
    if (link.commands.status !== 'ready' || inFlight >= IN_FLIGHT_MAX) return;
    inFlight++;
    try {
      const head = `${id} ${BETWEEN} ${own.join(',')}`;
      const all = [Buffer.from(head), ...lines].flatMap((line) => [line, NEW_LINE]);
      await link.commands.publish(channel, Buffer.concat(all.slice(0, -1)));
    } catch {
      // The others find that nobody named these commits.
    } finally {
      inFlight--;
    }
  };
  const flush = () => {
    if (waiting.length > 0) void send();
  };
  return {
    add: (address: Address, frame: Buffer) => {
      if (waiting.length === 0) setImmediate(flush);
      waiting.push(Buffer.from(JSON.stringify(address)), frame);
    },
    isOwn: (bytes: Buffer) => bytes.subarray(0, ownStart.length).equals(ownStart),
    send,
  };
}

function linesOf(bytes: Buffer): Buffer[] {
  const lines: Buffer[] = [];
  let start = 0;
  for (let end = bytes.indexOf(NEW_LINE); end >= 0; end = bytes.indexOf(NEW_LINE, start)) {
    lines.push(bytes.subarray(start, end));
    start = end + 1;
  }
  lines.push(bytes.subarray(start));
  return lines;
}

/** Each event has two lines: its audience, and its frame. */
function dispatch(lines: readonly Buffer[], receiver: Receiver, log: Log): void {
  try {
    for (let at = 0; at + 1 < lines.length; at += 2) {
      const address = JSON.parse(String(lines[at])) as Address;
      if (typeof address === 'object' && 'session' in address)
        receiver.endSession(address.session, address.forced);
      else if (typeof address === 'object' && 'renewed' in address) receiver.renewSession(address.renewed);
      else receiver.deliver(address, lines[at + 1] ?? NO_FRAME);
    }
  } catch (error) {
    log.error({ error: error instanceof Error ? error.name : 'unknown' }, 'unreadable publication');
  }
}

/** The instance's own beats prove that both connections and Redis work. */
function createSelfCheck(link: RedisLink, log: Log, beatMs: number) {
  const first = Promise.withResolvers<void>();
  let receivedAt = performance.now();
  let checkedAt = performance.now();
  let isUnreachable = false;
  return {
    firstReceived: (timeoutMs: number): Promise<void> => {
      const timeout = Promise.withResolvers<void>();
      const timer = setTimeout(timeout.resolve, timeoutMs);
      return Promise.race([first.promise, timeout.promise]).finally(() => clearTimeout(timer));
    },
    ownReceived: (receiver: Receiver) => {
      receivedAt = performance.now();
      first.resolve();
      if (!isUnreachable) return;
      isUnreachable = false;
      log.warn('instances hear each other again');
      receiver.degraded(false);
    },
    isUnreachable: () => isUnreachable,
    check: (receiver: Receiver) => {
      const now = performance.now();
      const wasStalled = now - checkedAt > 2 * beatMs;
      checkedAt = now;
      // After a stall of this process the beats are still unread.
      if (wasStalled) return;
      if (isUnreachable) {
        if (link.isReady() && now - receivedAt > RECONNECT_AFTER_BEATS * beatMs) {
          receivedAt = now;
          link.reconnect();
        }
      } else if (now - receivedAt > UNREACHABLE_AFTER_BEATS * beatMs) {
        isUnreachable = true;
        log.error('instances do not hear each other');
        receiver.degraded(true);
      }
    },
  };
}

/** A number that no message names is a commit whose events did not arrive. */
function followCommits(commits: Commits) {
  const named = new Set<number>();
  const own: number[] = [];
  /** These are the database's numbers at the last call, and at the one before. */
  let last: number | null = null;
  let checked = 0;
  commits.onOwn((number) => {
    named.add(number);
    own.push(number);
  });
  return {
    /** Returns the commits of this instance since the last call. */
    takeOwn: () => own.splice(0),
    add: (numbers: readonly number[]) => {
      for (const number of numbers) named.add(number);
    },
    /** Checks the commits that the database had at the last call. Never rejects. */
    areSomeMissing: async (): Promise<boolean> => {
      const stored = await commits.stored().catch(() => null);
      if (stored === null) return false;
      const end = last ?? stored;
      let next = last === null ? end + 1 : checked + 1;
      while (next <= end && named.has(next)) next++;
      for (const number of named) if (number <= end) named.delete(number);
      checked = end;
      last = stored;
      return next <= end;
    },
  };
}
