import { randomUUID } from 'node:crypto';
import type { Log } from '../observe/log.ts';
import type { RedisLink } from './redis.ts';

/** Every instance says this often that it is there, in milliseconds. */
const BEAT_MS = 1000;
/** Not having heard oneself for so many beats: what is published does not come through. */
const UNREACHABLE_AFTER_BEATS = 2.5;
/** An instance not heard for so many beats has ended without saying so; what it stored last may not have been told. */
const SILENT_AFTER_BEATS = 5;
/** How long a start waits for Redis before it goes on without. */
const START_WAIT_MS = 2000;
/** Batches that may wait for Redis's answer; more are dropped, which the others notice by the numbers. */
const IN_FLIGHT_MAX = 1000;

/** Who is to hear of an event. Everyone: all connected members, whose profiles are complete. */
export type Audience = 'everyone' | readonly string[];

/** What an instance hears of the others. */
export type Receiver = {
  /** An event of another instance, serialised as it goes to the clients. */
  deliver: (audience: Audience, frame: string) => void;
  endSession: (sessionId: string, forced: boolean) => void;
  renewSession: (sessionId: string) => void;
  /** Something that others published did not arrive: clients must be told to ask the database. */
  lost: () => void;
  /** Whether instances can hear each other at all. After `false` clients must be told to ask, too. */
  degraded: (isDegraded: boolean) => void;
};

export type FanOut = {
  /** Begins to listen; resolves once it works, or after two seconds without Redis. */
  start: (receiver: Receiver) => Promise<void>;
  /** Passes an event on to the other instances. Never waits and never fails: what cannot be sent is dropped. */
  publish: (audience: Audience, frame: string) => void;
  endSession: (sessionId: string, forced: boolean) => void;
  renewSession: (sessionId: string) => void;
  /** Says good-bye: nothing more will come from here, and nothing was lost. Resolves once it has been said. */
  close: () => Promise<void>;
};

type Address = Audience | { session: string; forced: boolean } | { renewed: string };
type Kind = 'batch' | 'beat' | 'bye';

/**
 * Passes events between the instances of one installation, through Redis's publish/subscribe on `channel`.
 *
 * Redis forgets what nobody hears, so nothing here is the truth: messages are in the database under numbers without
 * holes, and a client that misses one asks for it. What this module adds is to notice that something was lost. All that
 * happens within one turn of the event loop is one numbered batch; a beat every second repeats the last number. A gap in
 * another's numbers, another that falls silent, or the loss of its own beats means that something was lost, and the receiver is told.
 */
export function createFanOut(link: RedisLink, channel: string, log: Log, beatMs = BEAT_MS): FanOut {
  const id = randomUUID();
  const waiting: string[] = [];
  const peers = createPeers(SILENT_AFTER_BEATS * beatMs);
  const selfCheck = createSelfCheck(link, log, beatMs);
  let receiver: Receiver | null = null;
  let sent = 0;
  let inFlight = 0;
  let timer: NodeJS.Timeout | undefined;

  const transmit = async (kind: Kind, lines: readonly string[] = []): Promise<void> => {
    if (link.commands.status !== 'ready' || inFlight >= IN_FLIGHT_MAX) return;
    inFlight++;
    try {
      await link.commands.publish(channel, [`${id} ${sent} ${kind}`, ...lines].join('\n'));
    } catch {
      // Away: the numbers will tell the others.
    } finally {
      inFlight--;
    }
  };
  const flush = () => {
    if (waiting.length === 0) return;
    sent++;
    void transmit('batch', waiting.splice(0));
  };
  const add = (address: Address, frame: string) => {
    if (!receiver) return;
    if (waiting.length === 0) setImmediate(flush);
    waiting.push(JSON.stringify(address), frame);
  };
  const receive = (text: string) => {
    if (!receiver) return;
    const [head = '', ...lines] = text.split('\n');
    const [from = '', number = '', kind] = head.split(' ');
    if (from === id) return selfCheck.ownReceived(receiver, peers);
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
  };
  return {
    start: (next) => {
      receiver = next;
      link.subscriber.on('message', (_channel, text) => receive(text));
      link.subscriber.on('ready', subscribe);
      link.commands.on('ready', () => void transmit('beat'));
      if (link.subscriber.status === 'ready') subscribe();
      timer = setInterval(beat, beatMs);
      timer.unref();
      return selfCheck.firstReceived(START_WAIT_MS);
    },
    publish: add,
    endSession: (session, forced) => add({ session, forced }, ''),
    renewSession: (renewed) => add({ renewed }, ''),
    close: () => {
      clearInterval(timer);
      receiver = null;
      flush();
      return transmit('bye');
    },
  };
}

/** Two lines for each event: to whom, and the frame as it goes to the clients. */
function dispatch(lines: readonly string[], receiver: Receiver, log: Log): void {
  try {
    for (let at = 0; at + 1 < lines.length; at += 2) {
      const address = JSON.parse(lines[at] ?? '') as Address;
      if (typeof address === 'object' && 'session' in address)
        receiver.endSession(address.session, address.forced);
      else if (typeof address === 'object' && 'renewed' in address) receiver.renewSession(address.renewed);
      else receiver.deliver(address, lines[at + 1] ?? '');
    }
  } catch (error) {
    log.error({ error: error instanceof Error ? error.name : 'unknown' }, 'unreadable publication');
  }
}

type Peers = ReturnType<typeof createPeers>;

/** The other instances: how far each has counted, and when it was last heard. */
function createPeers(silentAfterMs: number) {
  const known = new Map<string, { number: number; receivedAt: number }>();
  return {
    /** A batch counts one further than what came before it, a beat repeats the number of the last batch. */
    received: (from: string, number: number, isBatch: boolean): 'next' | 'gap' | 'repeated' => {
      const last = known.get(from)?.number ?? 0;
      known.set(from, { number: Math.max(last, number), receivedAt: performance.now() });
      if (isBatch && number <= last) return 'repeated';
      return number === (isBatch ? last + 1 : last) ? 'next' : 'gap';
    },
    forget: (id: string) => {
      known.delete(id);
    },
    /** Forgets those that have been silent for too long; whether there was one. */
    forgetSilent: (): boolean => {
      const since = performance.now() - silentAfterMs;
      const silent = [...known].filter(([, { receivedAt }]) => receivedAt < since);
      for (const [id] of silent) known.delete(id);
      return silent.length > 0;
    },
    /** Nobody could be heard for a while: that proves nothing about the others. */
    resetTimeouts: () => {
      for (const peer of known.values()) peer.receivedAt = performance.now();
    },
  };
}

/** Whether what is published comes back: the only proof that both connections and Redis itself work. */
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
    check: (receiver: Receiver, peers: Peers) => {
      const now = performance.now();
      const wasStalled = now - checkedAt > 2 * beatMs;
      checkedAt = now;
      // After a stall of this process the beats are still to be read: nothing can be concluded yet.
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
