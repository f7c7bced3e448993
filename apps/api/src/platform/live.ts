import { setTimeout as sleep } from 'node:timers/promises';
import { CLOSE, type ClientFrame, type LiveEvent } from '@guilde/contracts/events.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import type { WebSocket } from 'ws';
import { attentionOf } from './attention.ts';
import type { Audience, FanOut } from './fan-out.ts';
import { frameOf, type Stream } from './frames.ts';
import type { Log } from './log.ts';
import {
  type Connection,
  closeSoon,
  createSockets,
  deliver,
  eventFrame,
  hearFrames,
  type Sockets,
  startHeartbeat,
} from './sockets.ts';

/** A frame above this is not even read: the connection closes with 1009. */
export const FRAME_HARD_MAX = 65_536;

/** Greeting everybody anew makes everybody ask: so many at a time, then a pause in milliseconds. */
const GREETED_AT_ONCE = 50;
const GREETING_PAUSE_MS = 100;
/** While instances do not hear each other: a session ended elsewhere is to end here within five seconds. */
const DEGRADED_RECHECK_MS = 2000;

export type { Audience } from './fan-out.ts';

/** What a member says, and how to answer on that very connection. */
export type FrameHandler = (
  viewer: Viewer,
  frame: ClientFrame,
  answer: (event: LiveEvent) => void,
) => Promise<void>;

export type Live = {
  /** Takes over an accepted socket of a member, with the TCP connection that it runs on. */
  connect: (socket: WebSocket, stream: Stream, viewer: Viewer) => void;
  /** Sends an event to all connections of those concerned, on every instance; serialised once. */
  publish: (audience: Audience, event: LiveEvent) => void;
  /** Tells the sockets of a session, wherever they are, that it has ended and closes them. */
  endSession: (sessionId: string, forced: boolean) => void;
  /** What a new connection hears first, and what all hear again when something may have been missed. */
  onHello: (hello: (viewer: Viewer) => Promise<LiveEvent>) => void;
  /** What members say; it must check that they may. */
  onFrame: (handler: FrameHandler) => void;
  /** Which of these sessions still hold; asked at every heartbeat. */
  onSessionCheck: (check: (sessionIds: string[]) => Promise<Set<string>>) => void;
  /** Tells every client to come back in a moment, and closes. */
  close: () => void;
  /** Resolves when all that members have said has been dealt with. */
  ended: () => Promise<void>;
  /** Sockets of this process. */
  size: () => number;
};

type Questions = {
  hello: ((viewer: Viewer) => Promise<LiveEvent>) | null;
  frame: FrameHandler | null;
  sessions: ((sessionIds: string[]) => Promise<Set<string>>) | null;
};

/**
 * The sockets of this process and, through `fanOut`, those of the other instances. Identity comes from the session at the
 * upgrade; membership is checked by who publishes. Resolves once the other instances can be heard, or soon without them.
 * `limitsFrames: false` is for load measurements only.
 */
export async function createLive(log: Log, fanOut: FanOut | null = null, limitsFrames = true): Promise<Live> {
  const sockets = createSockets();
  const ask: Questions = { hello: null, frame: null, sessions: null };
  const greeter = createGreeter(sockets, ask, log);
  const deliverTo = (audience: Audience, frame: Buffer) => {
    sockets.visit(audience, (connection) => deliver(connection, frame));
  };
  const endHere = (sessionId: string, forced: boolean) => endSession(sockets, sessionId, forced);
  const recheck = () => void recheckSessions(sockets, ask).catch(() => undefined);
  const beat = startHeartbeat(sockets.all, recheck);
  const underWay = createUnderWay();
  let degradedBeat: NodeJS.Timeout | undefined;

  await fanOut?.start({
    deliver: (audience, text) => deliverTo(audience, frameOf(text)),
    endSession: endHere,
    lost: () => {
      recheck();
      greeter.greetAll();
    },
    degraded: (isDegraded) => {
      greeter.degraded(isDegraded);
      recheck();
      clearInterval(degradedBeat);
      if (isDegraded) degradedBeat = setInterval(recheck, DEGRADED_RECHECK_MS).unref();
    },
  });
  const publish = (audience: Audience, event: LiveEvent) => {
    const text = JSON.stringify(event);
    deliverTo(audience, frameOf(text));
    fanOut?.publish(audience, text);
  };
  return {
    connect: (socket, stream, viewer) => {
      const connection: Connection = { socket, stream, viewer, answered: true, frames: 0 };
      const answer = (event: LiveEvent) => deliver(connection, eventFrame(event));
      sockets.add(connection);
      const attention = attentionOf(viewer, publish);
      socket.on('close', attention.ended);
      hearFrames(connection, { log, limitsFrames }, (frame) => {
        if (frame.type === 'attention') return attention.said(frame.state);
        return ask.frame && underWay.add(ask.frame(viewer, frame, answer));
      });
      void greeter.greet(connection);
    },
    publish,
    endSession: (sessionId, forced) => {
      endHere(sessionId, forced);
      fanOut?.endSession(sessionId, forced);
    },
    onHello: (next) => {
      ask.hello = next;
    },
    onFrame: (next) => {
      ask.frame = next;
    },
    onSessionCheck: (next) => {
      ask.sessions = next;
    },
    close: () => {
      beat.stop();
      clearInterval(degradedBeat);
      greeter.stop();
      for (const { socket } of sockets.all()) closeSoon(socket, CLOSE.restart, 'restart');
    },
    ended: underWay.ended,
    size: () => [...sockets.all()].length,
  };
}

/** Work that has begun, for whoever must wait for its end. */
function createUnderWay() {
  let count = 0;
  let onEnd: (() => void) | null = null;
  const less = () => {
    if (--count === 0) onEnd?.();
  };
  return {
    add: (work: Promise<void>): Promise<void> => {
      count++;
      return work.finally(less);
    },
    /** Resolves once nothing is under way. */
    ended: (): Promise<void> =>
      new Promise((resolve) => {
        if (count === 0) resolve();
        else onEnd = resolve;
      }),
  };
}

/** Says `hello`: to who connects, and to all again, a few at a time, after events may have been missed. */
function createGreeter(sockets: Sockets, ask: Questions, log: Log) {
  let isDegraded = false;
  let isStopped = false;
  let isGreeting = false;
  let isAskedAgain = false;

  const greet = async (connection: Connection): Promise<void> => {
    try {
      const hello = await ask.hello?.(connection.viewer);
      if (hello) deliver(connection, eventFrame(hello));
      if (isDegraded) deliver(connection, eventFrame({ type: 'degraded' }));
    } catch (error) {
      log.warn({ error: error instanceof Error ? error.name : 'unknown' }, 'hello failed');
      connection.socket.close(CLOSE.restart, 'try again');
    }
  };
  const greetOnce = async () => {
    const connections = [...sockets.all()];
    for (let at = 0; at < connections.length && !isStopped; at += GREETED_AT_ONCE) {
      await Promise.all(connections.slice(at, at + GREETED_AT_ONCE).map(greet));
      await sleep(GREETING_PAUSE_MS, undefined, { ref: false });
    }
  };
  /** One round at a time: what is asked for meanwhile is one more round after it. */
  const greetAll = async (): Promise<void> => {
    isAskedAgain = true;
    if (isGreeting) return;
    isGreeting = true;
    while (isAskedAgain && !isStopped) {
      isAskedAgain = false;
      await greetOnce();
    }
    isGreeting = false;
  };
  return {
    greet,
    greetAll: () => void greetAll(),
    degraded: (next: boolean) => {
      isDegraded = next;
      if (!next) return void greetAll();
      for (const connection of sockets.all()) deliver(connection, eventFrame({ type: 'degraded' }));
    },
    stop: () => {
      isStopped = true;
    },
  };
}

async function recheckSessions(sockets: Sockets, ask: Questions): Promise<void> {
  const ids = [...new Set([...sockets.all()].map(({ viewer }) => viewer.sessionId))];
  const valid = await ask.sessions?.(ids);
  if (valid) for (const id of ids) if (!valid.has(id)) endSession(sockets, id, true);
}

function endSession(sockets: Sockets, sessionId: string, forced: boolean): void {
  const frame = eventFrame({ type: 'signed-out', forced });
  for (const connection of sockets.all()) {
    if (connection.viewer.sessionId !== sessionId) continue;
    deliver(connection, frame);
    closeSoon(connection.socket, CLOSE.signedOut, 'signed out');
  }
}
