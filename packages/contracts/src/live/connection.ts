import { isTransient, retryDelay } from '../retry.ts';
import { CLOSE, HEARTBEAT_MS, HEARTBEAT_TIMEOUT_MS, type LiveEvent } from './protocol.ts';

export type LiveSocket = {
  /** The frame is dropped while the socket is not open. */
  send(frame: string): void;
  close(): void;
  /** One listener is registered synchronously after the socket is made. */
  onMessage(listener: (frame: string) => void): void;
  /** The WebSocket close code is 1006 when the connection is lost or never opened. */
  onClose(listener: (code: number) => void): void;
};

export type LiveClock = {
  elapsed: () => number;
  /** Returns a function that cancels it. */
  after: (milliseconds: number, run: () => void) => () => void;
};

/** The first attempt is `connecting`, which shows no warning. */
export type LiveState = 'connecting' | 'online' | 'reconnecting';

export type LiveConnectionDeps = {
  openSocket: () => LiveSocket;
  clock: LiveClock;
  random: () => number;
  /** The state is already `online` when `hello` arrives here. */
  onEvent: (event: LiveEvent, frame: string) => void;
  onState?: (state: LiveState) => void;
  /** `greeted` means that `hello` had come. */
  onClose?: (code: number, greeted: boolean) => void;
};

export type LiveConnection = {
  /** The connection is kept up from now on; a second call does nothing. */
  start: () => void;
  /** It makes sure that a `hello` follows, from the attempt under way or from a new connection. */
  restart: () => void;
  /** The frame is dropped while there is no connection. */
  send: (frame: string) => void;
  /** Without an answer in time the connection is made anew. */
  check: () => void;
  /** Callers wake it after sleep, idleness or loss of the network. */
  wake: () => void;
  /** It stays closed until the next start, and `onClose` is not called. */
  stop: () => void;
};

const PING = JSON.stringify({ type: 'ping' });
/** A connection that lasted as long resets the backoff. */
const GOOD_AFTER_MS = 10_000;
const SILENCE_MAX_MS = HEARTBEAT_MS + HEARTBEAT_TIMEOUT_MS;

/**
 * Keeps the client's side of docs/specification.md#realtime. A server that greets and closes repeatedly is
 * tried later each time; after the end of the session only `start` and `wake` connect.
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
    // The client is back in a moment with the session's new token, so no break is shown.
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
