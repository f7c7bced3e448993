import { setTimeout as sleep } from 'node:timers/promises';
import { CLOSE, type HelloEvent } from '@guilde/contracts/live/protocol.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import type { Log } from '../observe/log.ts';
import { type Connection, closeSoon, deliverEarly, eventBytes, type Sockets } from './sockets.ts';

/** Batches with pauses spread the load, because clients fetch after `hello`. */
const BATCH = 50;
const BATCH_PAUSE_MS = 100;

type HelloDeps = {
  sockets: Sockets;
  /** It returns undefined until the start has set a handler. */
  hello: (viewer: Viewer) => Promise<HelloEvent> | undefined;
  send: (connection: Connection, frame: Buffer) => void;
  log: Log;
};

export function createHelloSender({ sockets, hello, send, log }: HelloDeps) {
  let isDegraded = false;
  let isStopped = false;
  let isSending = false;
  let isRequestedAgain = false;

  const sendTo = async (connection: Connection): Promise<void> => {
    try {
      const event = await hello(connection.viewer);
      if (event)
        send(connection, eventBytes(connection.early?.isComplete ? { ...event, isComplete: true } : event));
      deliverEarly(connection);
      if (isDegraded) send(connection, eventBytes({ type: 'degraded' }));
    } catch (error) {
      log.warn({ error: error instanceof Error ? error.name : 'unknown' }, 'hello failed');
      closeSoon(connection.socket, CLOSE.restart, 'try again');
    }
  };
  const sendToAllOnce = async () => {
    const connections = [...sockets.all()];
    for (let at = 0; at < connections.length && !isStopped; at += BATCH) {
      await Promise.all(connections.slice(at, at + BATCH).map(sendTo));
      await sleep(BATCH_PAUSE_MS, undefined, { ref: false });
    }
  };
  /** Only one round runs at a time; requests meanwhile cause one more. */
  const sendToAll = async (): Promise<void> => {
    isRequestedAgain = true;
    if (isSending) return;
    isSending = true;
    while (isRequestedAgain && !isStopped) {
      isRequestedAgain = false;
      await sendToAllOnce();
    }
    isSending = false;
  };
  return {
    sendTo,
    sendToAll: () => void sendToAll(),
    setDegraded: (next: boolean) => {
      isDegraded = next;
      if (!next) return void sendToAll();
      for (const connection of sockets.all()) send(connection, eventBytes({ type: 'degraded' }));
    },
    stop: () => {
      isStopped = true;
    },
  };
}
