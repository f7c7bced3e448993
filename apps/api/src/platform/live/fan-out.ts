import { randomUUID } from 'node:crypto';
import type { Commits } from '../database/db.ts';
import type { Log } from '../observe/log.ts';
import type { RedisLink } from './redis.ts';

/** In milliseconds. */
const BEAT_MS = 1000;
/** Without its own beats for so long, an instance is unreachable. */
const UNREACHABLE_AFTER_BEATS = 2.5;
/** Without beats for so long, an instance has crashed, and its last events may be lost. */
const SILENT_AFTER_BEATS = 5;
const START_WAIT_MS = 2000;
/** How often the database is asked for commits that nobody has told of. */
const COMMITS_EVERY_BEATS = 2;
/** Batches without Redis's answer; more are dropped, and the others notice the gap. */
const IN_FLIGHT_MAX = 1000;

/** Member ids, or every connected member of the community, or all of them but some. */
export type Audience = 'everyone' | readonly string[] | { everyoneBut: readonly string[] };

/** Handlers of what arrives from other instances. */
export type Receiver = {
  /** `frame` is serialised for the clients. */
  deliver: (audience: Audience, frame: Buffer) => void;
  endSession: (sessionId: string, forced: boolean) => void;
  renewSession: (sessionId: string) => void;
  /** Events were lost: clients must fetch. */
  lost: () => void;
  /** Whether instances are unreachable. After `false` clients must fetch, too. */
  degraded: (isDegraded: boolean) => void;
};

export type FanOut = {
  /** Resolves once it works, or after two seconds without Redis. */
  start: (receiver: Receiver) => Promise<void>;
  /** Never waits and never fails: what cannot be sent is dropped. */
  publish: (audience: Audience, frame: Buffer) => void;
  endSession: (sessionId: string, forced: boolean) => void;
  renewSession: (sessionId: string) => void;
  /** Announces the end to the others, so that they assume no loss. */
  close: () => Promise<void>;
};

/** `commits`: the numbers of this instance's own go along with every batch and beat. */
type FanOutOptions = { beatMs?: number; commits?: Commits | null };

type Address = Audience | { session: string; forced: boolean } | { renewed: string };
type Kind = 'batch' | 'beat' | 'bye';

const NEW_LINE = Buffer.from('\n');
const NO_FRAME = Buffer.alloc(0);

/**
 * Through Redis publish/subscribe on `channel`. Redis stores nothing: clients fetch what they miss by sequence
 * number, and this module detects loss. The events of one turn of the event loop are one numbered batch; a beat every
 * second repeats the last number. A gap, or missing beats of another instance or of its own, calls `lost` or
 * `degraded`. Commits that nobody tells of call `lost`, too: an instance that reaches the database but not Redis writes on.
 */
export function createFanOut(
  link: RedisLink,
  channel: string,
  log: Log,
  { beatMs = BEAT_MS, commits = null }: FanOutOptions = {},
): FanOut {
  const id = randomUUID();
  const ownStart = Buffer.from(id);
  const waiting: Buffer[] = [];
  const peers = createPeers(SILENT_AFTER_BEATS * beatMs);
  const selfCheck = createSelfCheck(link, log, beatMs);
  const told = commits && followCommits(commits);
  let receiver: Receiver | null = null;
  let sent = 0;
  let inFlight = 0;
  let timer: NodeJS.Timeout | undefined;
  let beats = 0;

  const transmit = async (kind: Kind, lines: readonly Buffer[] = []): Promise<void> => {
    const own = told?.takeOwn() ?? [];
    // The others find that nobody has told of these commits.
    if (link.commands.status !== 'ready' || inFlight >= IN_FLIGHT_MAX) return;
    inFlight++;
    try {
      // The version before reads a number in place of the 0, which may be lower than what it knows.
      const head = `${id} ${sent} ${kind} 0 ${own.join(',')}`;
      const all = [Buffer.from(head), ...lines].flatMap((line) => [line, NEW_LINE]);
      await link.commands.publish(channel, Buffer.concat(all.slice(0, -1)));
    } catch {
      // The others notice the gap in the numbers.
    } finally {
      inFlight--;
    }
  };
  const flush = () => {
    if (waiting.length === 0) return;
    sent++;
    void transmit('batch', waiting.splice(0));
  };
  const add = (address: Address, frame: Buffer) => {
    if (!receiver) return;
    if (waiting.length === 0) setImmediate(flush);
    waiting.push(Buffer.from(JSON.stringify(address)), frame);
  };
  const receive = (bytes: Buffer) => {
    if (!receiver) return;
    if (bytes.subarray(0, ownStart.length).equals(ownStart)) return selfCheck.ownReceived(receiver, peers);
    const [head = NO_FRAME, ...lines] = linesOf(bytes);
    const [from = '', number = '', kind, , numbers] = head.toString().split(' ');
    if (numbers) told?.hear(numbers.split(',').map(Number));
    if (kind === 'bye') return peers.forget(from);
    const order = peers.received(from, Number(number), kind === 'batch');
    if (order !== 'repeated') dispatch(lines, receiver, log);
    if (order === 'gap') receiver.lost();
  };
  const subscribe = () => {
    link.subscriber
      .subscribe(channel)
      .then(() => transmit('beat'))
      .catch(() => undefined);
  };
  const beat = () => {
    void transmit('beat');
    if (receiver) selfCheck.check(receiver, peers);
    if (beats++ % COMMITS_EVERY_BEATS === 0) void findUntold();
  };
  const findUntold = async () => {
    // While unreachable, clients ask by themselves.
    if ((await told?.areSomeUntold()) && !selfCheck.isUnreachable()) receiver?.lost();
  };
  return {
    start: (next) => {
      receiver = next;
      // As bytes, which are not decoded to be encoded again for the clients.
      link.subscriber.on('messageBuffer', (_channel: Buffer, bytes: Buffer) => receive(bytes));
      link.subscriber.on('ready', subscribe);
      link.commands.on('ready', () => void transmit('beat'));
      if (link.subscriber.status === 'ready') subscribe();
      timer = setInterval(beat, beatMs);
      timer.unref();
      return selfCheck.firstReceived(START_WAIT_MS);
    },
    publish: add,
    endSession: (session, forced) => add({ session, forced }, NO_FRAME),
    renewSession: (renewed) => add({ renewed }, NO_FRAME),
    close: () => {
      clearInterval(timer);
      receiver = null;
      flush();
      return transmit('bye');
    },
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

/** Per event: its audience, and its frame. */
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

type Peers = ReturnType<typeof createPeers>;

/** Their last number, and when it arrived. */
function createPeers(silentAfterMs: number) {
  const known = new Map<string, { number: number; receivedAt: number }>();
  return {
    /** A batch has the next number, a beat repeats the last. */
    received: (from: string, number: number, isBatch: boolean): 'next' | 'gap' | 'repeated' => {
      const last = known.get(from)?.number ?? 0;
      known.set(from, { number: Math.max(last, number), receivedAt: performance.now() });
      if (isBatch && number <= last) return 'repeated';
      return number === (isBatch ? last + 1 : last) ? 'next' : 'gap';
    },
    forget: (id: string) => {
      known.delete(id);
    },
    forgetSilent: (): boolean => {
      const since = performance.now() - silentAfterMs;
      const silent = [...known].filter(([, { receivedAt }]) => receivedAt < since);
      for (const [id] of silent) known.delete(id);
      return silent.length > 0;
    },
    /** While unreachable, the silence of others proves nothing. */
    resetTimeouts: () => {
      for (const peer of known.values()) peer.receivedAt = performance.now();
    },
  };
}

/** Its own beats prove that both connections and Redis work. */
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
    ownReceived: (receiver: Receiver, peers: Peers) => {
      receivedAt = performance.now();
      first.resolve();
      if (!isUnreachable) return;
      isUnreachable = false;
      peers.resetTimeouts();
      log.warn('instances hear each other again');
      receiver.degraded(false);
    },
    isUnreachable: () => isUnreachable,
    check: (receiver: Receiver, peers: Peers) => {
      const now = performance.now();
      const wasStalled = now - checkedAt > 2 * beatMs;
      checkedAt = now;
      // After a stall of this process the beats are still unread.
      if (wasStalled) return;
      if (isUnreachable) {
        if (link.isReady() && now - receivedAt > SILENT_AFTER_BEATS * beatMs) {
          receivedAt = now;
          link.reconnect();
        }
      } else if (now - receivedAt > UNREACHABLE_AFTER_BEATS * beatMs) {
        isUnreachable = true;
        log.error('instances do not hear each other');
        receiver.degraded(true);
      } else if (peers.forgetSilent()) receiver.lost();
    },
  };
}

/** They are counted one by one: a number that nobody tells is a commit of an instance that nobody hears. */
function followCommits(commits: Commits) {
  const told = new Set<number>();
  const own: number[] = [];
  /** The database's numbers at the last call, and at the one before. */
  let last: number | null = null;
  let checked = 0;
  commits.onOwn((number) => {
    told.add(number);
    own.push(number);
  });
  return {
    /** Of this instance, since the last call. */
    takeOwn: () => own.splice(0),
    hear: (numbers: readonly number[]) => {
      for (const number of numbers) told.add(number);
    },
    /** Of the commits that the database had at the last call. Never rejects. */
    areSomeUntold: async (): Promise<boolean> => {
      const stored = await commits.stored().catch(() => null);
      if (stored === null) return false;
      const end = last ?? stored;
      let next = last === null ? end + 1 : checked + 1;
      while (next <= end && told.has(next)) next++;
      for (const number of told) if (number <= end) told.delete(number);
      checked = end;
      last = stored;
      return next <= end;
    },
  };
}
