import { CLOSE, HEARTBEAT_MS, HEARTBEAT_TIMEOUT_MS, type LiveEvent } from './events.ts';
import { isTransient, retryDelay } from './retry.ts';

export type LiveSocket = {
  /** Text frames only. Silently dropped while the socket is not open. */
  send(frame: string): void;
  close(): void;
  /** One listener each, registered in the turn in which the socket is made. */
  onMessage(listener: (frame: string) => void): void;
  /** WebSocket close code: 1006 for lost or never made. */
  onClose(listener: (code: number) => void): void;
};

export type LiveClock = {
  now: () => number;
  /** Returns how to call it off. */
  after: (milliseconds: number, run: () => void) => () => void;
};

/** `connecting` is the first attempt, of which nobody complains. */
export type LiveState = 'connecting' | 'online' | 'reconnecting';

export type LiveConnectionDeps = {
  openSocket: () => LiveSocket;
  clock: LiveClock;
  random: () => number;
  /** At `hello` the state is `online` already. */
  onEvent: (event: LiveEvent, frame: string) => void;
  onState?: (state: LiveState) => void;
  /** `greeted`: the server had let us in. */
  onClose?: (code: number, greeted: boolean) => void;
};

export type LiveConnection = {
  /** Connects, unless it does or waits for its turn already, and stays connected. */
  start: () => void;
  /** As `start`, with a greeting to come: of the connection under way, or of a new one at once. */
  restart: () => void;
  /** Dropped while there is none. */
  send: (frame: string) => void;
  /** Without a sign of life in time the connection is made anew. */
  check: () => void;
  /** Person, computer or network are back. */
  wake: () => void;
  /** Until the next start. `onClose` is not called. */
  stop: () => void;
};

const PING = JSON.stringify({ type: 'ping' });
/** A connection that held for so long makes the next break a first one again, in milliseconds. */
const GOOD_AFTER_MS = 10_000;
const SILENCE_MAX_MS = HEARTBEAT_MS + HEARTBEAT_TIMEOUT_MS;

/**
 * The client's side of the live protocol (docs/specification.md#realtime). A server that greets and closes, time and again, is
 * asked later each time; one that has ended the session, at `start` or `wake` only.
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
    lastReceivedAt = clock.now();
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
    if (greetedAt !== null && clock.now() - greetedAt >= GOOD_AFTER_MS) failures = 0;
    if (!isTransient(code)) deps.onState?.('connecting');
    // No break to speak of: it is back in a moment, with the session's new token.
    else if (code !== CLOSE.renewed)
      deps.onState?.(wasOnline || failures > 0 ? 'reconnecting' : 'connecting');
    const delay = retryDelay(code === CLOSE.tooMany ? Number.POSITIVE_INFINITY : failures, deps.random);
    failures++;
    deps.onClose?.(code, greetedAt !== null);
    if (isWanted && !current && isTransient(code)) retry.start(delay, connect);
  };
  const receive = (frame: string) => {
    lastReceivedAt = clock.now();
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
    // However often it is asked, the first question counts.
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
      if (current && clock.now() - lastReceivedAt <= SILENCE_MAX_MS) return check();
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
  let callOff: (() => void) | null = null;
  const stop = () => {
    callOff?.();
    callOff = null;
  };
  return {
    stop,
    isRunning: () => callOff !== null,
    start: (milliseconds: number, run: () => void) => {
      stop();
      callOff = clock.after(milliseconds, () => {
        callOff = null;
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
