import type { ClientFrame } from '@guilde/contracts/live/input.ts';
import {
  CLOSE,
  type HelloEvent,
  type LiveEvent,
  type PresenceState,
} from '@guilde/contracts/live/protocol.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import type { WebSocket } from 'ws';
import { type Clock, systemClock } from '../clock.ts';
import type { RateLimits } from '../http/rate-limit.ts';
import type { Log } from '../observe/log.ts';
import { createConnectedElsewhere } from './connected-elsewhere.ts';
import type { Audience, FanOut, Receiver } from './fan-out.ts';
import { createFrameReceiver } from './frame-receiver.ts';
import type { Stream } from './grouped-writes.ts';
import { createHelloSender } from './hello.ts';
import { createPresenceFollower } from './presence-follower.ts';
import { createPresenceRelay } from './presence-relay.ts';
import { createRecentEvents } from './recent-events.ts';
import { createSessionWatch, type SessionEnds } from './session-watch.ts';
import {
  type Connection,
  closeSoon,
  createSockets,
  deliver,
  deliverAfterHello,
  eventBytes,
  startHeartbeat,
} from './sockets.ts';

/** A larger frame is not read, and closes the connection with 1009. */
export const FRAME_HARD_MAX = 65_536;

/** While instances are unreachable, a session ended elsewhere must end here within five seconds. */
const DEGRADED_RECHECK_MS = 2000;
const GOODBYE_MS = 500;

export type { Audience } from './fan-out.ts';

export type FrameHandler = (
  viewer: Viewer,
  frame: ClientFrame,
  answer: (event: LiveEvent) => void,
) => Promise<void>;

export type Live = {
  /** With the mark of the client's page, what was published since then follows `hello`. */
  connect: (socket: WebSocket, stream: Stream, viewer: Viewer, since?: string) => void;
  /** Returns the present moment, for a page whose client connects later. */
  mark: () => string;
  publish: (audience: Audience, event: LiveEvent) => void;
  /** Tells all sockets of a session and closes them, on every instance. */
  endSession: (sessionId: string, forced: boolean) => void;
  /** Closes the sockets, so that the client reconnects with the new token. */
  renewSession: (sessionId: string) => void;
  /** `hello` makes the first event of a connection, sent again after events may have been lost. */
  onHello: (hello: (viewer: Viewer) => Promise<HelloEvent>) => void;
  /** The handler must check permissions. */
  onFrame: (handler: FrameHandler) => void;
  /** `ends` is asked at the start of a connection and at every heartbeat. */
  onSessionCheck: (ends: SessionEnds) => void;
  close: () => void;
  /** Closes like `close`, and also refuses new connections. */
  stop: () => void;
  /** The state is the most present one of the member's clients, on every instance. */
  presenceOf: (memberId: string) => PresenceState;
  /** Tells whether a client of the member is connected to any instance. */
  isConnected: (memberId: string) => boolean;
  ended: () => Promise<void>;
  size: () => number;
};

type LiveDeps = {
  log: Log;
  clock?: Clock;
  fanOut?: FanOut | null;
  limits: Pick<RateLimits, 'consume'> | null;
};

/** Identity comes from the session at the upgrade; the publisher checks membership. */
export async function createLive(deps: LiveDeps): Promise<Live> {
  const { log, clock = systemClock, fanOut = null, limits } = deps;
  const local = createLocal({ log, clock, limits });
  const { sockets, sessions, hello, receiver, recheck, deliverTo } = local;
  const presences = createPresenceFollower(clock);
  const elsewhere = createConnectedElsewhere(clock, sockets.memberIds, (memberIds, frame) =>
    fanOut?.publish(memberIds, frame),
  );
  const heartbeat = startHeartbeat(sockets.all, () => {
    receiver.resetCounts();
    recheck();
    elsewhere.tellAll();
  });
  let isStopped = false;
  await fanOut?.start(
    receiverOf(local, (audience, frame) => {
      if (elsewhere.onFrame(audience, frame)) return;
      presences.onFrame(audience, frame);
      deliverTo(audience, frame);
    }),
  );
  elsewhere.tellAll();
  const publish = (audience: Audience, event: LiveEvent) => {
    const frame = eventBytes(event);
    deliverTo(audience, frame);
    fanOut?.publish(audience, frame);
  };
  const presence = createPresenceRelay((memberIds, event) => {
    presences.onEvent(memberIds, event);
    publish(memberIds, event);
  });
  const accept = (connection: Connection) => {
    const { socket, viewer } = connection;
    const relay = presence.relayFor(viewer);
    socket.on('close', relay.ended);
    if (!sockets.has(viewer.id)) elsewhere.come(viewer.id);
    sockets.add(connection);
    socket.on('close', () => {
      if (!isStopped && !sockets.has(viewer.id)) elsewhere.gone(viewer.id);
    });
    receiver.receive(connection, (frame) => {
      if (frame.type !== 'attention') return local.handle(connection, frame);
      relay.publish(frame.state);
      return undefined;
    });
    sessions.check([connection]);
    void hello.sendTo(connection);
  };
  return {
    ...local.methods,
    connect: (socket, stream, viewer, since) => {
      if (isStopped) return closeSoon(socket, CLOSE.restart, 'restart', GOODBYE_MS);
      const missed = since === undefined ? null : local.recent.since(since, viewer.id);
      accept(newConnection(socket, stream, viewer, missed));
    },
    publish,
    endSession: (sessionId, forced) => {
      sessions.end(sessionId, forced);
      fanOut?.endSession(sessionId, forced);
    },
    renewSession: (sessionId) => {
      sessions.renew(sessionId);
      fanOut?.renewSession(sessionId);
    },
    close: local.close,
    stop: () => {
      isStopped = true;
      heartbeat.stop();
      local.degradedCheck.stop();
      hello.stop();
      sessions.stop();
      elsewhere.allGone();
      local.close();
    },
    presenceOf: presences.of,
    isConnected: (memberId) => sockets.has(memberId) || elsewhere.has(memberId),
    size: () => [...sockets.all()].length,
  };
}

/** These are the sockets of this instance. */
function createLocal({ log, clock, limits }: Required<Omit<LiveDeps, 'fanOut'>>) {
  const sockets = createSockets();
  const pending = createPendingWork();
  let onHello: ((viewer: Viewer) => Promise<HelloEvent>) | null = null;
  let onFrame: FrameHandler | null = null;
  let ends: SessionEnds | null = null;
  const sessions = createSessionWatch({ sockets, clock, ends: () => ends });
  const recent = createRecentEvents(clock);
  const send = (connection: Connection, frame: Buffer) => {
    if (!sessions.isOver(connection)) deliver(connection, frame);
  };
  const recheck = () => sessions.check(sockets.all());
  const methods: Pick<Live, 'mark' | 'ended' | 'onHello' | 'onFrame' | 'onSessionCheck'> = {
    mark: recent.mark,
    ended: pending.ended,
    onHello: (next) => {
      onHello = next;
    },
    onFrame: (next) => {
      onFrame = next;
    },
    onSessionCheck: (next) => {
      ends = next;
    },
  };
  return {
    sockets,
    methods,
    sessions,
    recent,
    hello: createHelloSender({ sockets, hello: (viewer) => onHello?.(viewer), send, log }),
    receiver: createFrameReceiver({ log, limits }, sessions.isOver),
    recheck,
    degradedCheck: createDegradedCheck(recheck),
    deliverTo: (audience: Audience, frame: Buffer) => {
      const now = clock.now();
      recent.add(audience, frame);
      sockets.visit(audience, (connection) => {
        if (!sessions.isOver(connection, now)) deliverAfterHello(connection, frame);
      });
    },
    handle: (connection: Connection, frame: ClientFrame) => {
      const answer = (event: LiveEvent) => send(connection, eventBytes(event));
      return onFrame ? pending.add(onFrame(connection.viewer, frame, answer)) : undefined;
    },
    close: () => {
      for (const { socket } of sockets.all()) closeSoon(socket, CLOSE.restart, 'restart', GOODBYE_MS);
    },
  };
}

function receiverOf(
  { sessions, hello, recent, recheck, degradedCheck }: ReturnType<typeof createLocal>,
  deliver: Receiver['deliver'],
): Receiver {
  return {
    deliver,
    endSession: sessions.end,
    renewSession: sessions.renew,
    lost: () => {
      recent.lost();
      recheck();
      hello.sendToAll();
    },
    degraded: (isDegraded) => {
      recent.lost();
      hello.setDegraded(isDegraded);
      degradedCheck.set(isDegraded);
    },
  };
}

/** Sessions are checked often while the instances are unreachable. */
function createDegradedCheck(recheck: () => void) {
  let timer: NodeJS.Timeout | undefined;
  return {
    set: (isDegraded: boolean) => {
      recheck();
      clearInterval(timer);
      if (isDegraded) timer = setInterval(recheck, DEGRADED_RECHECK_MS).unref();
    },
    stop: () => clearInterval(timer),
  };
}

function newConnection(
  socket: WebSocket,
  stream: Stream,
  viewer: Viewer,
  missed: Buffer[] | null,
): Connection {
  const events = missed ?? [];
  const early = {
    events,
    bytes: events.reduce((sum, { length }) => sum + length, 0),
    isComplete: missed !== null,
  };
  return { socket, stream, viewer, answered: true, endsAt: Number.POSITIVE_INFINITY, early };
}

function createPendingWork() {
  const pending = new Set<Promise<void>>();
  return {
    add: (work: Promise<void>): Promise<void> => {
      pending.add(work);
      return work.finally(() => pending.delete(work));
    },
    ended: async (): Promise<void> => {
      while (pending.size > 0) await Promise.allSettled(pending);
    },
  };
}
