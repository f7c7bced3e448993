import {
  CLOSE,
  HEARTBEAT_MS,
  HEARTBEAT_TIMEOUT_MS,
  type LiveEvent,
} from '@guilde/contracts/live/protocol.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import type { WebSocket } from 'ws';
import type { Audience } from './fan-out.ts';
import { type Stream, writeInTurn } from './grouped-writes.ts';

/** A slow client is disconnected when more bytes wait for it; it resumes later. */
const BUFFER_MAX = 1_000_000;

/** The limit is per instance; a further socket replaces the oldest. */
export const SOCKETS_PER_MEMBER = 20;
/** So many pings take some milliseconds of one turn of the event loop; 10 000 take 200 or more. */
const PINGS_AT_ONCE = 200;
const CLOSE_TIMEOUT_MS = 2000;

/** `stream` is the TCP connection under `socket`. */
export type Connection = {
  socket: WebSocket;
  stream: Stream;
  viewer: Viewer;
  answered: boolean;
  /** The session ends at this instant in milliseconds, as far as known. */
  endsAt: number;
  /**
   * Published events wait here until the first `hello`; then it is null. When it is complete, it has all events
   * since the client's page was served.
   */
  early: { events: Buffer[]; bytes: number; isComplete: boolean } | null;
};

export type Sockets = {
  add: (connection: Connection) => void;
  all: () => Generator<Connection>;
  has: (memberId: string) => boolean;
  memberIds: () => string[];
  visit: (audience: Audience, visitor: (connection: Connection) => void) => void;
};

export function createSockets(): Sockets {
  const byMember = new Map<string, Set<Connection>>();
  function* all() {
    for (const connections of byMember.values()) yield* connections;
  }
  return {
    all,
    has: (memberId) => byMember.has(memberId),
    memberIds: () => [...byMember.keys()],
    visit: (audience, visitor) => {
      for (const id of idsOf(audience, byMember)) byMember.get(id)?.forEach(visitor);
    },
    add: (connection) => {
      const { socket, viewer } = connection;
      const mine = byMember.get(viewer.id) ?? new Set();
      byMember.set(viewer.id, mine.add(connection));
      const [oldest] = mine;
      if (oldest && mine.size > SOCKETS_PER_MEMBER) {
        mine.delete(oldest);
        cutOff(oldest.socket, CLOSE.tooMany, 'too many sockets');
      }
      socket.on('close', () => {
        mine.delete(connection);
        if (mine.size === 0 && byMember.get(viewer.id) === mine) byMember.delete(viewer.id);
      });
    },
  };
}

export function closeSoon(
  socket: WebSocket,
  code: number,
  reason: string,
  patienceMs = CLOSE_TIMEOUT_MS,
): void {
  socket.close(code, reason);
  setTimeout(() => socket.terminate(), patienceMs).unref();
}

/** Closes without waiting for an answer: a flooding client would go on. */
export function cutOff(socket: WebSocket, code: number, reason: string): void {
  socket.close(code, reason);
  socket.terminate();
}

export function eventBytes(event: LiveEvent): Buffer {
  return Buffer.from(JSON.stringify(event));
}

/** Disconnects a slow client, to save memory. */
export function deliver({ socket, stream }: Connection, event: Buffer): void {
  if (socket.readyState !== socket.OPEN) return;
  if (stream.writableLength > BUFFER_MAX) cutOff(socket, CLOSE.slow, 'slow reader');
  else writeInTurn(stream, () => socket.send(event, { binary: false }));
}

/**
 * The count of `hello` is older than what is published while it is read, and a client that knows no count yet
 * cannot add to it.
 */
export function deliverAfterHello(connection: Connection, event: Buffer): void {
  const { early, socket } = connection;
  if (!early) {
    deliver(connection, event);
    return;
  }
  early.bytes += event.length;
  if (early.bytes > BUFFER_MAX) cutOff(socket, CLOSE.slow, 'slow reader');
  else early.events.push(event);
}

export function deliverEarly(connection: Connection): void {
  const { early } = connection;
  connection.early = null;
  for (const event of early?.events ?? []) deliver(connection, event);
}

/** Terminates silent sockets, and calls `onBeat` each time. */
export function startHeartbeat(all: () => Iterable<Connection>, onBeat: () => void): { stop: () => void } {
  let deadline: NodeJS.Timeout | undefined;
  let next: NodeJS.Immediate | undefined;
  const ping = (connections: Connection[], from: number) => {
    for (const connection of connections.slice(from, from + PINGS_AT_ONCE)) {
      connection.answered = false;
      if (connection.socket.readyState === connection.socket.OPEN) connection.socket.ping();
    }
    if (from + PINGS_AT_ONCE < connections.length) {
      next = setImmediate(ping, connections, from + PINGS_AT_ONCE);
      return;
    }
    deadline = setTimeout(() => {
      for (const { socket, answered } of connections) if (!answered) socket.terminate();
    }, HEARTBEAT_TIMEOUT_MS).unref();
  };
  const interval = setInterval(() => {
    ping([...all()], 0);
    onBeat();
  }, HEARTBEAT_MS);
  interval.unref();
  return {
    stop: () => {
      clearInterval(interval);
      clearImmediate(next);
      clearTimeout(deadline);
    },
  };
}

function idsOf(audience: Audience, connected: ReadonlyMap<string, unknown>): Iterable<string> {
  if (audience === 'everyone') return connected.keys();
  if (!('everyoneBut' in audience)) return new Set(audience);
  const others = new Set(audience.everyoneBut);
  return [...connected.keys()].filter((id) => !others.has(id));
}
