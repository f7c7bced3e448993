import { beforeEach, expect, it } from 'vitest';
import { isTransient, RETRY_DELAYS_MS, retryDelay } from '../retry.ts';
import { createLiveConnection, type LiveConnection, type LiveSocket } from './connection.ts';
import { CLOSE, HEARTBEAT_MS, HEARTBEAT_TIMEOUT_MS } from './protocol.ts';

const LONGEST = RETRY_DELAYS_MS[3];

function fakeClock() {
  const timers = new Set<{ at: number; run: () => void }>();
  let now = Date.UTC(2026, 10, 22);
  return {
    elapsed: () => now,
    after: (milliseconds: number, run: () => void) => {
      const timer = { at: now + milliseconds, run };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    advance: (milliseconds: number) => {
      const end = now + milliseconds;
      for (;;) {
        const [next] = [...timers].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at);
        if (!next) break;
        timers.delete(next);
        now = next.at;
        next.run();
      }
      now = end;
    },
    /** The computer sleeps: time passes and nothing runs. */
    sleep: (milliseconds: number) => {
      now += milliseconds;
    },
    waiting: () => timers.size,
  };
}

/** The test plays the server of this socket. */
function fakeSocket() {
  const sent: string[] = [];
  let receive: (frame: string) => void = () => undefined;
  let closed: (code: number) => void = () => undefined;
  const server = {
    sent,
    isClosed: false,
    say: (event: object) => receive(JSON.stringify(event)),
    sayRaw: (frame: string) => receive(frame),
    end: (code: number) => closed(code),
  };
  const socket: LiveSocket = {
    send: (frame) => sent.push((JSON.parse(frame) as { type: string }).type),
    close: () => {
      server.isClosed = true;
      // A browser's socket may report the close much later, or during the call.
      closed(1000);
    },
    onMessage: (listener) => {
      receive = listener;
    },
    onClose: (listener) => {
      closed = listener;
    },
  };
  return { socket, server };
}

let clock: ReturnType<typeof fakeClock>;
let sockets: ReturnType<typeof fakeSocket>['server'][];
let log: string[];
let random: number;
let connection: LiveConnection;

const newest = () => sockets.at(-1) as ReturnType<typeof fakeSocket>['server'];
const greet = () => newest().say({ type: 'hello' });
const states = () => log.filter((line) => ['connecting', 'online', 'reconnecting'].includes(line));

function comesBackAfter(milliseconds: number) {
  const before = sockets.length;
  clock.advance(milliseconds - 1);
  expect(sockets.length).toBe(before);
  clock.advance(1);
  expect(sockets.length).toBe(before + 1);
}

beforeEach(() => {
  clock = fakeClock();
  sockets = [];
  log = [];
  random = 0;
  connection = createLiveConnection({
    openSocket: () => {
      const { socket, server } = fakeSocket();
      sockets.push(server);
      return socket;
    },
    clock,
    random: () => random,
    onEvent: ({ type }) => log.push(`event ${type}`),
    onState: (state) => log.push(state),
    onClose: (code, greeted) => log.push(`close ${code}${greeted ? '' : ', never greeted'}`),
  });
});

it('is online from the greeting on, before whoever resumes is told of it', () => {
  connection.start();
  expect(log).toEqual([]);
  greet();
  expect(log).toEqual(['online', 'event hello']);
});

it('comes back after a break, later each time, and at once on return', () => {
  connection.start();
  greet();
  for (const delay of [...RETRY_DELAYS_MS, LONGEST]) {
    newest().end(1006);
    comesBackAfter(delay);
  }
  newest().end(1006);
  const before = sockets.length;
  connection.wake();
  expect(sockets.length).toBe(before + 1);
  newest().end(1006);
  comesBackAfter(RETRY_DELAYS_MS[0]);
});

it('waits up to a quarter longer, so that not all come back together', () => {
  random = 0.999;
  connection.start();
  newest().end(CLOSE.restart);
  clock.advance(RETRY_DELAYS_MS[0]);
  expect(sockets.length).toBe(1);
  clock.advance(RETRY_DELAYS_MS[0] / 4);
  expect(sockets.length).toBe(2);
  for (const part of [0, 0.3, 1]) {
    const delay = retryDelay(9, () => part);
    expect(delay).toBeGreaterThanOrEqual(LONGEST);
    expect(delay).toBeLessThanOrEqual(LONGEST * 1.25);
  }
});

it('does not hammer a server that greets and sends away', () => {
  connection.start();
  for (const delay of [...RETRY_DELAYS_MS, LONGEST]) {
    greet();
    newest().end(CLOSE.restart);
    comesBackAfter(delay);
  }
  greet();
  clock.advance(20_000);
  newest().end(CLOSE.tooMany);
  comesBackAfter(LONGEST);
  greet();
  clock.advance(20_000);
  newest().end(1006);
  comesBackAfter(RETRY_DELAYS_MS[0]);
});

it('does not come back by itself when the session has ended, and nobody is told of a break', () => {
  connection.start();
  greet();
  newest().end(CLOSE.signedOut);
  clock.advance(600_000);
  expect(sockets.length).toBe(1);
  expect(states()).toEqual(['online', 'connecting']);
  expect(isTransient(CLOSE.signedOut)).toBe(false);
  connection.start();
  expect(sockets.length).toBe(2);
});

it('says when the server had never let it in: perhaps it no longer knows the session', () => {
  connection.start();
  newest().end(1006);
  clock.advance(RETRY_DELAYS_MS[0]);
  greet();
  newest().end(1006);
  expect(log.filter((line) => line.startsWith('close'))).toEqual(['close 1006, never greeted', 'close 1006']);
});

it('complains of no first attempt and of no renewed session, but of what follows', () => {
  connection.start();
  newest().end(1006);
  clock.advance(RETRY_DELAYS_MS[0]);
  newest().end(1006);
  clock.advance(RETRY_DELAYS_MS[1]);
  greet();
  newest().end(CLOSE.renewed);
  clock.advance(RETRY_DELAYS_MS[2]);
  expect(states()).toEqual(['connecting', 'reconnecting', 'online']);
  newest().end(1006);
  expect(states().at(-1)).toBe('reconnecting');
});

it('while the server’s instances do not hear each other it counts as broken, until the next greeting', () => {
  connection.start();
  greet();
  newest().say({ type: 'degraded' });
  greet();
  expect(states()).toEqual(['online', 'reconnecting', 'online']);
  expect(sockets.length).toBe(1);
});

it('notices a connection that has died without a word, and waits for no answer to its close', () => {
  connection.start();
  greet();
  clock.advance(HEARTBEAT_MS);
  expect(newest().sent).toEqual(['ping']);
  newest().say({ type: 'pong' });
  clock.advance(HEARTBEAT_MS);
  clock.advance(HEARTBEAT_TIMEOUT_MS);
  expect(newest().isClosed).toBe(true);
  expect(log.at(-1)).toBe('close 1006');
  comesBackAfter(RETRY_DELAYS_MS[0]);
});

it('gives up in time however often it is asked, and gives up nobody who answers', () => {
  connection.start();
  greet();
  for (let asked = 0; asked < 3; asked++) {
    connection.check();
    clock.advance(HEARTBEAT_TIMEOUT_MS / 2);
    newest().say({ type: 'pong' });
  }
  expect(newest().isClosed).toBe(false);
  for (let asked = 0; asked < 2; asked++) {
    connection.check();
    clock.advance(HEARTBEAT_TIMEOUT_MS / 2);
  }
  expect(newest().isClosed).toBe(true);
});

it('a question that the last connection left open is not held against the next', () => {
  connection.start();
  greet();
  connection.check();
  newest().end(1006);
  clock.advance(HEARTBEAT_TIMEOUT_MS);
  expect(sockets.map(({ isClosed }) => isClosed)).toEqual([false, false]);
});

it('gives up an attempt that nobody answers', () => {
  connection.start();
  clock.advance(HEARTBEAT_MS + HEARTBEAT_TIMEOUT_MS);
  expect(newest().isClosed).toBe(true);
  comesBackAfter(RETRY_DELAYS_MS[0]);
});

it('after sleep a connection that still calls itself open is replaced at once, one on its way is left alone', () => {
  connection.start();
  connection.wake();
  greet();
  connection.wake();
  expect(sockets.length).toBe(1);
  clock.sleep(8 * 3_600_000);
  connection.wake();
  expect(sockets.map(({ isClosed }) => isClosed)).toEqual([true, false]);
  expect(states().at(-1)).toBe('reconnecting');
  greet();
  expect(states().at(-1)).toBe('online');
});

it('hears nothing more of a socket that it has given up', () => {
  connection.start();
  greet();
  const [first] = sockets;
  connection.restart();
  greet();
  log.length = 0;
  first?.say({ type: 'account.changed' });
  first?.end(1006);
  expect(log).toEqual([]);
  expect(sockets.length).toBe(2);
});

it('begun anew it waits for the greeting on its way, else makes a connection', () => {
  connection.restart();
  connection.restart();
  expect(sockets.length).toBe(1);
  greet();
  connection.restart();
  expect(sockets.map(({ isClosed }) => isClosed)).toEqual([true, false]);
  newest().end(1006);
  connection.restart();
  expect(sockets.length).toBe(3);
});

it('asked to start while an attempt is waiting, it keeps its turn', () => {
  connection.start();
  newest().end(1006);
  connection.start();
  expect(sockets.length).toBe(1);
  comesBackAfter(RETRY_DELAYS_MS[0]);
});

it('stopped, connected or waiting for its turn, it leaves no socket and no timer behind', () => {
  connection.start();
  newest().end(1006);
  connection.stop();
  expect(clock.waiting()).toBe(0);
  connection.start();
  greet();
  connection.stop();
  expect([newest().isClosed, clock.waiting()]).toEqual([true, 0]);
  connection.wake();
  connection.check();
  connection.send('{"type":"ping"}');
  expect(sockets.length).toBe(2);
  expect(log.at(-1)).toBe('event hello');
});

it('what is no event ends nothing and reaches nobody', () => {
  connection.start();
  greet();
  newest().sayRaw('<html>');
  newest().say({ type: 'from.tomorrow' });
  expect(log).toEqual(['online', 'event hello', 'event from.tomorrow']);
  expect(newest().isClosed).toBe(false);
});

it('a refusal is not tried again; what answers nothing, is too busy or has failed inside is', () => {
  for (const code of ['UNREACHABLE', 'UNREADABLE', 'UNAVAILABLE', 'TOO_BUSY', 'INTERNAL', 'RATE_LIMITED'])
    expect(isTransient(code)).toBe(true);
  for (const code of ['INVALID_INPUT', 'NOT_FOUND', 'UNAUTHENTICATED', 'FROM_TOMORROW'])
    expect(isTransient(code)).toBe(false);
});
