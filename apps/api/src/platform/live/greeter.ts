import { setTimeout as sleep } from 'node:timers/promises';
import { CLOSE, type LiveEvent } from '@guilde/contracts/events.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import type { Log } from '../observe/log.ts';
import { type Connection, closeSoon, eventFrame, type Sockets } from './sockets.ts';

/** Greeting everybody anew makes everybody ask: so many at a time, then a pause in milliseconds. */
const GREETED_AT_ONCE = 50;
const GREETING_PAUSE_MS = 100;

type GreeterDeps = {
  sockets: Sockets;
  /** What is said first, when there is somebody to say it. */
  hello: (viewer: Viewer) => Promise<LiveEvent> | undefined;
  tell: (connection: Connection, frame: Buffer) => void;
  log: Log;
};

/** Says `hello`: to who connects, and to all again, a few at a time, after events may have been missed. */
export function createGreeter({ sockets, hello, tell, log }: GreeterDeps) {
  let isDegraded = false;
  let isStopped = false;
  let isGreeting = false;
  let isAskedAgain = false;

  const greet = async (connection: Connection): Promise<void> => {
    try {
      const event = await hello(connection.viewer);
      if (event) tell(connection, eventFrame(event));
      if (isDegraded) tell(connection, eventFrame({ type: 'degraded' }));
    } catch (error) {
      log.warn({ error: error instanceof Error ? error.name : 'unknown' }, 'hello failed');
      closeSoon(connection.socket, CLOSE.restart, 'try again');
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
      for (const connection of sockets.all()) tell(connection, eventFrame({ type: 'degraded' }));
    },
    stop: () => {
      isStopped = true;
    },
  };
}
