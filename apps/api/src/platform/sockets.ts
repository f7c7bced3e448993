import {
  CLIENT_FRAME_MAX,
  CLOSE,
  type ClientFrame,
  clientFrame,
  HEARTBEAT_MS,
  HEARTBEAT_TIMEOUT_MS,
  type LiveEvent,
} from '@guilde/contracts/events.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import type { RawData, WebSocket } from 'ws';
import { failureOf } from './db.ts';
import type { Audience } from './fan-out.ts';
import { frameOf, PING, type Stream, send } from './frames.ts';
import type { Log } from './log.ts';

/** Bytes that may wait for one slow reader before it is cut off; it resumes from what it last saw. */
const BUFFER_MAX = 1_000_000;
/** Frames that one client may send between two heartbeats; a client of ours sends about one a second. */
const FRAMES_PER_HEARTBEAT = 200;

/** Sockets of one member on one instance; a further one replaces the oldest. */
const SOCKETS_PER_MEMBER = 20;
/** How long a client has to answer a close before it is cut off. */
const CLOSE_TIMEOUT_MS = 2000;

/** `stream` is the TCP connection under `socket`: frames that many receive are written to it as they are. */
export type Connection = {
  socket: WebSocket;
  stream: Stream;
  viewer: Viewer;
  answered: boolean;
  frames: number;
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
      if (oldest && mine.size > SOCKETS_PER_MEMBER)
        closeSoon(oldest.socket, CLOSE.tooMany, 'too many sockets');
      socket.on('close', () => {
        mine.delete(connection);
        if (mine.size === 0 && byMember.get(viewer.id) === mine) byMember.delete(viewer.id);
      });
    },
  };
}

/** Closes politely, and for good if the other side does not answer in time. */
export function closeSoon(socket: WebSocket, code: number, reason: string): void {
  socket.close(code, reason);
  setTimeout(() => socket.terminate(), CLOSE_TIMEOUT_MS).unref();
}

/** An event as it goes over the wire: made once, however many receive it. */
export function eventFrame(event: LiveEvent): Buffer {
  return frameOf(JSON.stringify(event));
}

/** Sends a frame; who reads too slowly is cut off instead of filling the memory. */
export function deliver({ socket, stream }: Connection, frame: Buffer): void {
  if (socket.readyState !== socket.OPEN) return;
  if (stream.writableLength > BUFFER_MAX) {
    socket.close(CLOSE.slow, 'slow reader');
    socket.terminate();
    return;
  }
  send(stream, frame);
}

/** Answers pings, counts and checks what the client says, and hands the rest on. */
export function hearFrames(
  connection: Connection,
  { log, limitsFrames }: { log: Log; limitsFrames: boolean },
  handle: (frame: ClientFrame) => Promise<void> | null | undefined | void,
): void {
  const { socket } = connection;
  socket.on('pong', () => {
    connection.answered = true;
  });
  socket.on('error', (error) => log.debug({ error: error.message }, 'socket'));
  socket.on('message', (data) => {
    if (socket.readyState !== socket.OPEN) return;
    if (++connection.frames > FRAMES_PER_HEARTBEAT && limitsFrames) {
      closeSoon(socket, CLOSE.tooMany, 'too many frames');
      return;
    }
    const frame = parseFrame(data);
    if ('refusal' in frame) deliver(connection, eventFrame({ type: 'refused', reason: frame.refusal }));
    else if (frame.type === 'ping') deliver(connection, PONG);
    else
      handle(frame)?.catch((error: Error) =>
        log.error({ frame: frame.type, ...failureOf(error) }, 'frame failed'),
      );
  });
}

const PONG = eventFrame({ type: 'pong' });

/** Pings every socket, cuts those that stay silent, and re-checks the sessions behind them. */
export function startHeartbeat(all: () => Iterable<Connection>, recheck: () => void): { stop: () => void } {
  let deadline: NodeJS.Timeout | undefined;
  const interval = setInterval(() => {
    const connections = [...all()];
    for (const connection of connections) {
      connection.answered = false;
      connection.frames = 0;
      deliver(connection, PING);
    }
    recheck();
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

/** `ws` hands over one Buffer per message unless told otherwise. */
function parseFrame(data: RawData): ClientFrame | { refusal: string } {
  const text = (data as Buffer).toString();
  if (text.length > CLIENT_FRAME_MAX) return { refusal: 'Ce message est trop volumineux.' };
  try {
    const parsed = clientFrame.safeParse(JSON.parse(text));
    if (parsed.success) return parsed.data;
  } catch {
    // Not JSON: refused below like any other malformed frame.
  }
  return { refusal: 'Ce message est illisible.' };
}
