import { isTransient, retryDelay } from '../retry.ts';
import { CLOSE, HEARTBEAT_MS, HEARTBEAT_TIMEOUT_MS, type LiveEvent } from './protocol.ts';

export type LiveSocket = {
  /** Dropped while the socket is not open. */
  send(frame: string): void;
  close(): void;
  /** One listener each, registered synchronously after the socket is made. */
  onMessage(listener: (frame: string) => void): void;
  /** WebSocket close code; 1006 for lost or never opened. */
  onClose(listener: (code: number) => void): void;
};

export type LiveClock = {
  /** Of `createElapsed`. */
  elapsed: () => number;
  /** Returns a function that cancels it. */
  after: (milliseconds: number, run: () => void) => () => void;
};

/** `connecting` is the first attempt, which shows no warning. */
export type LiveState = 'connecting' | 'online' | 'reconnecting';

export type LiveConnectionDeps = {
  openSocket: () => LiveSocket;
  clock: LiveClock;
  random: () => number;
  /** At `hello` the state is already `online`. */
  onEvent: (event: LiveEvent, frame: string) => void;
  onState?: (state: LiveState) => void;
  /** `greeted`: `hello` had come. */
  onClose?: (code: number, greeted: boolean) => void;
};

export type LiveConnection = {
  /** Stays connected from now on; a second call does nothing. */
  start: () => void;
  /** As `start`, with a `hello` to follow: of the attempt under way, or of a new connection. */
  restart: () => void;
  /** Dropped while there is no connection. */
  send: (frame: string) => void;
  /** Without an answer in time the connection is made anew. */
  check: () => void;
  /** After sleep, idleness or loss of the network. */
  wake: () => void;
  /** Until the next start, without calling `onClose`. */
  stop: () => void;
};

const PING = JSON.stringify({ type: 'ping' });
/** Resets the backoff, in milliseconds. */
const GOOD_AFTER_MS = 10_000;
const SILENCE_MAX_MS = HEARTBEAT_MS + HEARTBEAT_TIMEOUT_MS;

/**
 * The client's side of docs/specification.md#realtime. A server that greets and closes repeatedly is tried later each
 * time; after the end of the session only `start` and `wake` connect.
 */
export function createLiveConnection(deps: LiveConnectionDeps): LiveConnection {
  const { clock } = deps;
  const retry = createTimer(clock);
  const heartbeat = createTimer(clock);
  const deadline = createTimer(clock);
  let isWanted = false;
  let current: { socket: LiveSocket; greetedAt: number | null } | null = null;
  let failures = 0;
  let wasOnline = false;
  let lastReceivedAt = 0;

  const connect = () => {
    retry.stop();
    const mine = { socket: deps.openSocket(), greetedAt: null };
    current = mine;
    lastReceivedAt = clock.elapsed();
    heartbeat.start(HEARTBEAT_MS, beat);
    mine.socket.onMessage((frame) => {
      if (current === mine) receive(frame);
    });
    mine.socket.onClose((code) => {
      if (current === mine) ended(code);
    });
  };
  const release = () => {
    const released = current;
    current = null;
    heartbeat.stop();
    deadline.stop();
    return released;
  };
  const replace = () => {
    release()?.socket.close();
    if (wasOnline) deps.onState?.('reconnecting');
    connect();
  };
  const ended = (code: number) => {
    const greetedAt = release()?.greetedAt ?? null;
    if (greetedAt !== null && clock.elapsed() - greetedAt >= GOOD_AFTER_MS) failures = 0;
    if (!isTransient(code)) deps.onState?.('connecting');
    // Not shown as a break: the client is back in a moment, with the session's new token.
    else if (code !== CLOSE.renewed)
      deps.onState?.(wasOnline || failures > 0 ? 'reconnecting' : 'connecting');
    const delay = retryDelay(code === CLOSE.tooMany ? Number.POSITIVE_INFINITY : failures, deps.random);
    failures++;
    deps.onClose?.(code, greetedAt !== null);
    if (isWanted && !current && isTransient(code)) retry.start(delay, connect);
  };
  const receive = (frame: string) => {
    lastReceivedAt = clock.elapsed();
    deadline.stop();
    const event = parsed(frame);
    if (event?.type === 'hello') {
      if (current) current.greetedAt ??= lastReceivedAt;
      wasOnline = true;
      deps.onState?.('online');
    }
    if (event?.type === 'degraded') deps.onState?.('reconnecting');
    if (event) deps.onEvent(event, frame);
  };
  const check = () => {
    if (!current) return;
    const { socket } = current;
    socket.send(PING);
    // The deadline runs from the first unanswered ping.
    if (!deadline.isRunning())
      deadline.start(HEARTBEAT_TIMEOUT_MS, () => {
        ended(CLOSE.lost);
        socket.close();
      });
  };
  const beat = () => {
    heartbeat.start(HEARTBEAT_MS, beat);
    check();
  };

  return {
    check,
    send: (frame) => current?.socket.send(frame),
    start: () => {
      isWanted = true;
      if (current || retry.isRunning()) return;
      failures = 0;
      connect();
    },
    restart: () => {
      isWanted = true;
      if (!current || current.greetedAt !== null) replace();
    },
    wake: () => {
      if (!isWanted) return;
      if (current && clock.elapsed() - lastReceivedAt <= SILENCE_MAX_MS) return check();
      failures = 0;
      replace();
    },
    stop: () => {
      isWanted = false;
      wasOnline = false;
      retry.stop();
      release()?.socket.close();
    },
  };
}

function createTimer(clock: LiveClock) {
  let cancel: (() => void) | null = null;
  const stop = () => {
    cancel?.();
    cancel = null;
  };
  return {
    stop,
    isRunning: () => cancel !== null,
    start: (milliseconds: number, run: () => void) => {
      stop();
      cancel = clock.after(milliseconds, () => {
        cancel = null;
        run();
      });
    },
  };
}

function parsed(frame: string): LiveEvent | null {
  try {
    return JSON.parse(frame) as LiveEvent;
  } catch {
    return null;
  }
}
