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
  let isWanted = false;
  let current: { socket: LiveSocket; greetedAt: number | null } | null = null;
  let failures = 0;
  const state = followState(deps.onState);
  const heartbeat = createHeartbeat(clock);

  const connect = () => {
    retry.stop();
    const mine = { socket: deps.openSocket(), greetedAt: null };
    current = mine;
    heartbeat.start(mine.socket, () => ended(CLOSE.lost));
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
    return released;
  };
  const replace = () => {
    release()?.socket.close();
    state.replaced();
    connect();
  };
  const ended = (code: number) => {
    const greetedAt = release()?.greetedAt ?? null;
    if (greetedAt !== null && clock.elapsed() - greetedAt >= GOOD_AFTER_MS) failures = 0;
    state.closed(code, failures === 0);
    const delay = retryDelay(code === CLOSE.tooMany ? Number.POSITIVE_INFINITY : failures, deps.random);
    failures++;
    deps.onClose?.(code, greetedAt !== null);
    if (isWanted && !current && isTransient(code)) retry.start(delay, connect);
  };
  const receive = (frame: string) => {
    heartbeat.received();
    const event = parsed(frame);
    if (event?.type === 'hello') {
      if (current) current.greetedAt ??= clock.elapsed();
      state.online();
    }
    if (event?.type === 'degraded') state.degraded();
    if (event) deps.onEvent(event, frame);
  };
  return {
    check: heartbeat.check,
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
      if (current && heartbeat.isRecent()) return heartbeat.check();
      failures = 0;
      replace();
    },
    stop: () => {
      isWanted = false;
      state.stopped();
      retry.stop();
      release()?.socket.close();
    },
  };
}

function followState(onState: (state: LiveState) => void = () => undefined) {
  let wasOnline = false;
  return {
    online: () => {
      wasOnline = true;
      onState('online');
    },
    degraded: () => onState('reconnecting'),
    replaced: () => {
      if (wasOnline) onState('reconnecting');
    },
    closed: (code: number, isFirstAttempt: boolean) => {
      // The client is back in a moment with the session's new token, so no break is shown.
      if (code === CLOSE.renewed) return;
      onState(isTransient(code) && (wasOnline || !isFirstAttempt) ? 'reconnecting' : 'connecting');
    },
    stopped: () => {
      wasOnline = false;
    },
  };
}

/** Pings a socket, and closes it when no frame follows a ping in time. */
function createHeartbeat(clock: LiveClock) {
  const next = createTimer(clock);
  const deadline = createTimer(clock);
  let beating: { socket: LiveSocket; onLost: () => void } | null = null;
  let lastReceivedAt = 0;
  const check = () => {
    if (!beating) return;
    const { socket, onLost } = beating;
    socket.send(PING);
    // The deadline runs from the first unanswered ping.
    if (!deadline.isRunning())
      deadline.start(HEARTBEAT_TIMEOUT_MS, () => {
        onLost();
        socket.close();
      });
  };
  const beat = () => {
    next.start(HEARTBEAT_MS, beat);
    check();
  };
  return {
    check,
    start: (socket: LiveSocket, onLost: () => void) => {
      beating = { socket, onLost };
      lastReceivedAt = clock.elapsed();
      next.start(HEARTBEAT_MS, beat);
    },
    received: () => {
      lastReceivedAt = clock.elapsed();
      deadline.stop();
    },
    isRecent: () => clock.elapsed() - lastReceivedAt <= SILENCE_MAX_MS,
    stop: () => {
      beating = null;
      next.stop();
      deadline.stop();
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
