import { CLOSE, HEARTBEAT_MS, HEARTBEAT_TIMEOUT_MS, type LiveEvent } from '@guilde/contracts/events.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import type { WebSocket } from 'ws';
import type { Audience } from './fan-out.ts';
import { frameOf, PING, type Stream, send } from './frames.ts';

/** Bytes that may wait for one slow reader before it is cut off; it resumes from what it last saw. */
const BUFFER_MAX = 1_000_000;

/** Sockets of one member on one instance; a further one replaces the oldest. */
export const SOCKETS_PER_MEMBER = 20;
/** How long a client has to answer a close before it is cut off, in milliseconds. */
const CLOSE_TIMEOUT_MS = 2000;

/** `stream` is the TCP connection under `socket`: frames that many receive are written to it as they are. */
export type Connection = {
  socket: WebSocket;
  stream: Stream;
  viewer: Viewer;
  answered: boolean;
  /** When its session ends, as far as is known, by the product's clock. */
  endsAt: number;
};

export type Sockets = {
  add: (connection: Connection) => void;
  all: () => Generator<Connection>;
  /** Visits the connections of an audience, each once. */
  visit: (audience: Audience, visitor: (connection: Connection) => void) => void;
};

/** The sockets of this process, by member. */
export function createSockets(): Sockets {
  const byMember = new Map<string, Set<Connection>>();
  function* all() {
    for (const connections of byMember.values()) yield* connections;
  }
  return {
    all,
    visit: (audience, visitor) => {
      const ids = audience === 'everyone' ? byMember.keys() : new Set(audience);
      for (const id of ids) byMember.get(id)?.forEach(visitor);
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

/** Closes politely, and for good if the other side does not answer in time. */
export function closeSoon(
  socket: WebSocket,
  code: number,
  reason: string,
  patienceMs = CLOSE_TIMEOUT_MS,
): void {
  socket.close(code, reason);
  setTimeout(() => socket.terminate(), patienceMs).unref();
}

/** Says why, and closes without waiting for an answer: whoever floods would go on meanwhile. */
export function cutOff(socket: WebSocket, code: number, reason: string): void {
  socket.close(code, reason);
  socket.terminate();
}

/** An event as it goes over the wire: made once, however many receive it. */
export function eventFrame(event: LiveEvent): Buffer {
  return frameOf(JSON.stringify(event));
}

/** Sends a frame; who reads too slowly is cut off instead of filling the memory. */
export function deliver({ socket, stream }: Connection, frame: Buffer): void {
  if (socket.readyState !== socket.OPEN) return;
  if (stream.writableLength > BUFFER_MAX) cutOff(socket, CLOSE.slow, 'slow reader');
  else send(stream, frame);
}

/** Pings every socket, cuts those that stay silent, and calls `onBeat` each time. */
export function startHeartbeat(all: () => Iterable<Connection>, onBeat: () => void): { stop: () => void } {
  let deadline: NodeJS.Timeout | undefined;
  const interval = setInterval(() => {
    const connections = [...all()];
    for (const connection of connections) {
      connection.answered = false;
      deliver(connection, PING);
    }
    onBeat();
    deadline = setTimeout(() => {
      for (const { socket, answered } of connections) if (!answered) socket.terminate();
    }, HEARTBEAT_TIMEOUT_MS);
    deadline.unref();
  }, HEARTBEAT_MS);
  interval.unref();
  return {
    stop: () => {
      clearInterval(interval);
      clearTimeout(deadline);
    },
  };
}
