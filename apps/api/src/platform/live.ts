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
import type { Log } from './log.ts';

/** Bytes that may wait for one slow reader before it is cut off; it resumes from what it last saw. */
const BUFFER_MAX = 1_000_000;
/** A frame above this is not even read: the connection closes with 1009. */
export const FRAME_HARD_MAX = 65_536;

/** Frames that one client may send between two heartbeats; a client of ours sends about one a second. */
const FRAMES_PER_HEARTBEAT = 200;

/** Sockets of one member; a further one replaces the oldest. */
const SOCKETS_PER_MEMBER = 20;
/** How long a client has to answer a close before it is cut off. */
const CLOSE_TIMEOUT_MS = 2000;

type Connection = { socket: WebSocket; viewer: Viewer; answered: boolean; frames: number };

/** Who is to hear of an event. Everyone: all connected members, whose profiles are complete. */
export type Audience = 'everyone' | readonly string[];

export type Live = {
  /** Takes over an accepted socket of a member. */
  connect: (socket: WebSocket, viewer: Viewer) => void;
  /** Sends an event to all connections of those concerned; serialised once. */
  publish: (audience: Audience, event: LiveEvent) => void;
  /** Tells the sockets of a session that it has ended and closes them. */
  endSession: (sessionId: string, forced: boolean) => void;
  /** What a new connection hears first. */
  onHello: (hello: (viewer: Viewer) => Promise<LiveEvent>) => void;
  /** What members say; it must check that they may. */
  onFrame: (handler: (viewer: Viewer, frame: ClientFrame) => Promise<void>) => void;
  /** Which of these sessions still hold; asked at every heartbeat. */
  onSessionCheck: (check: (sessionIds: string[]) => Promise<Set<string>>) => void;
  /** Tells every client to come back in a moment, and closes. */
  close: () => void;
  size: () => number;
};

/** The sockets of this process. Identity comes from the session at the upgrade; membership is checked by who publishes. */
export function createLive(log: Log): Live {
  const byMember = new Map<string, Set<Connection>>();
  let hello: ((viewer: Viewer) => Promise<LiveEvent>) | null = null;
  let frameHandler: ((viewer: Viewer, frame: ClientFrame) => Promise<void>) | null = null;
  let sessionCheck: ((sessionIds: string[]) => Promise<Set<string>>) | null = null;

  function* all(): Generator<Connection> {
    for (const connections of byMember.values()) yield* connections;
  }
  const deliver = (connection: Connection, frame: string) => {
    const { socket } = connection;
    if (socket.readyState !== socket.OPEN) return;
    if (socket.bufferedAmount > BUFFER_MAX) {
      socket.close(CLOSE.slow, 'slow reader');
      socket.terminate();
      return;
    }
    socket.send(frame);
  };
  const end = (connection: Connection, forced: boolean) => {
    deliver(connection, JSON.stringify({ type: 'signed-out', forced } satisfies LiveEvent));
    closeSoon(connection.socket, CLOSE.signedOut, 'signed out');
  };
  const endSession = (sessionId: string, forced: boolean) => {
    for (const connection of all()) if (connection.viewer.sessionId === sessionId) end(connection, forced);
  };
  const beat = startHeartbeat(all, async (sessionIds) => {
    const valid = await sessionCheck?.(sessionIds);
    if (valid) for (const id of sessionIds) if (!valid.has(id)) endSession(id, true);
  });
  const listen = (connection: Connection) => {
    const { socket, viewer } = connection;
    socket.on('pong', () => {
      connection.answered = true;
    });
    socket.on('error', (error) => log.debug({ error: error.message }, 'socket'));
    socket.on('message', (data) => {
      if (socket.readyState !== socket.OPEN) return;
      if (++connection.frames > FRAMES_PER_HEARTBEAT) {
        closeSoon(socket, CLOSE.tooMany, 'too many frames');
        return;
      }
      const frame = parseFrame(data);
      if ('refusal' in frame) {
        deliver(connection, JSON.stringify({ type: 'refused', reason: frame.refusal } satisfies LiveEvent));
      } else if (frame.type === 'ping') {
        deliver(connection, '{"type":"pong"}');
      } else {
        frameHandler?.(viewer, frame).catch((error: Error) =>
          log.warn({ error: error.name }, 'frame failed'),
        );
      }
    });
  };
  return {
    connect: (socket, viewer) => {
      const connection: Connection = { socket, viewer, answered: true, frames: 0 };
      const mine = byMember.get(viewer.id) ?? new Set();
      byMember.set(viewer.id, mine.add(connection));
      const [oldest] = mine;
      if (oldest && mine.size > SOCKETS_PER_MEMBER)
        closeSoon(oldest.socket, CLOSE.tooMany, 'too many sockets');
      socket.on('close', () => {
        mine.delete(connection);
        if (mine.size === 0 && byMember.get(viewer.id) === mine) byMember.delete(viewer.id);
      });
      listen(connection);
      hello?.(viewer)
        .then((event) => deliver(connection, JSON.stringify(event)))
        .catch((error: Error) => {
          log.warn({ error: error.name }, 'hello failed');
          socket.close(CLOSE.restart, 'try again');
        });
    },
    publish: (audience, event) => {
      const frame = JSON.stringify(event);
      if (audience === 'everyone') for (const connection of all()) deliver(connection, frame);
      else
        for (const id of new Set(audience))
          for (const connection of byMember.get(id) ?? []) deliver(connection, frame);
    },
    endSession,
    onHello: (next) => {
      hello = next;
    },
    onFrame: (next) => {
      frameHandler = next;
    },
    onSessionCheck: (next) => {
      sessionCheck = next;
    },
    close: () => {
      beat.stop();
      for (const { socket } of all()) closeSoon(socket, CLOSE.restart, 'restart');
    },
    size: () => [...all()].length,
  };
}

/** Closes politely, and for good if the other side does not answer in time. */
function closeSoon(socket: WebSocket, code: number, reason: string): void {
  socket.close(code, reason);
  setTimeout(() => socket.terminate(), CLOSE_TIMEOUT_MS).unref();
}

/** Pings every socket, cuts those that stay silent, and re-checks the sessions behind them. */
function startHeartbeat(all: () => Iterable<Connection>, recheck: (sessionIds: string[]) => Promise<void>) {
  let deadline: NodeJS.Timeout | undefined;
  const interval = setInterval(() => {
    const connections = [...all()];
    for (const connection of connections) {
      connection.answered = false;
      connection.frames = 0;
      connection.socket.ping();
    }
    recheck([...new Set(connections.map(({ viewer }) => viewer.sessionId))]).catch(() => undefined);
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
