import {
  CLOSE,
  createReconnection,
  HEARTBEAT_MS,
  HEARTBEAT_TIMEOUT_MS,
  type LiveEvent,
} from '@guilde/contracts/events.ts';
import type { ClientFrame } from '@guilde/contracts/events-input.ts';
import type { QueryClient } from '@tanstack/react-query';
import { create } from 'zustand';
import type { ApiClient } from './api.ts';
import type { LiveSocket, Platform } from './platform.ts';

export type LiveContext = { queryClient: QueryClient; api: ApiClient; memberId: string };

/**
 * What a feature does with the events that concern it. `resumed` runs whenever a connection has been greeted: what
 * happened between an earlier answer and the greeting was told to nobody, so what was fetched by then is fetched again.
 */
export type LiveHandlers = {
  [T in LiveEvent['type']]?: (context: LiveContext, event: Extract<LiveEvent, { type: T }>) => void;
} & { resumed?: (context: LiveContext) => void };

export type Connection = 'connecting' | 'online' | 'reconnecting';

type LiveState = {
  connection: Connection;
  /** Says something that may be lost; dropped while there is no connection. */
  send: (frame: ClientFrame) => void;
  /** Asks the server for a sign of life; without one the connection is given up and made anew. */
  check: () => void;
};

const offline: LiveState = { connection: 'connecting', send: () => undefined, check: () => undefined };

/** The state of the one socket, for whoever shows it or speaks on it. */
export const useLive = create<LiveState>(() => offline);

/**
 * Holds one WebSocket for the signed-in member until the returned function is called. Heartbeat 25 s, time-out 10 s,
 * reconnection after 1, 2, 5, 10 s, at once on wake-up; at each greeting every feature resumes from what it last saw.
 */
export function startLive(platform: Platform, context: LiveContext, features: LiveHandlers[]): () => void {
  let socket: LiveSocket | null = null;
  const reconnection = createReconnection();
  let wasOnline = false;
  let stopped = false;
  let lastHeard = 0;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let deadline: ReturnType<typeof setTimeout> | undefined;

  const isAlive = () => {
    clearTimeout(deadline);
    deadline = undefined;
  };
  const hand = (event: LiveEvent) => {
    for (const feature of features) {
      (feature[event.type] as ((context: LiveContext, event: LiveEvent) => void) | undefined)?.(
        context,
        event,
      );
    }
  };
  const resume = () => {
    for (const feature of features) feature.resumed?.(context);
  };
  const greet = () => {
    reconnection.greeted(Date.now());
    useLive.setState({ connection: 'online' });
    resume();
    wasOnline = true;
  };
  const hear = (frame: string) => {
    lastHeard = Date.now();
    isAlive();
    const event = JSON.parse(frame) as LiveEvent;
    if (event.type === 'hello') greet();
    if (event.type === 'degraded') useLive.setState({ connection: 'reconnecting' });
    hand(event);
  };
  const connect = () => {
    clearTimeout(retry);
    const current = platform.openSocket('/api/live');
    socket = current;
    current.onOpen(() => {
      lastHeard = Date.now();
    });
    current.onMessage(hear);
    current.onClose((code) => {
      if (socket !== current) return;
      socket = null;
      isAlive();
      if (stopped || code === CLOSE.signedOut) {
        useLive.setState(offline);
        return;
      }
      // No break that a person should hear of: it is back in a moment, with the session's new token.
      if (code !== CLOSE.renewed)
        useLive.setState({
          connection: wasOnline || !reconnection.isFirst() ? 'reconnecting' : 'connecting',
        });
      retry = setTimeout(connect, reconnection.ended(code, Date.now()));
    });
  };
  const send = (frame: ClientFrame) => socket?.send(JSON.stringify(frame));
  const check = () => {
    if (!socket) return;
    send({ type: 'ping' });
    const asked = socket;
    // However often it is asked, the first question is the one that must be answered in time.
    deadline ??= setTimeout(() => asked.close(), HEARTBEAT_TIMEOUT_MS);
  };
  const wake = () => {
    if (!socket) {
      reconnection.forget();
      connect();
    } else if (Date.now() - lastHeard > HEARTBEAT_MS + HEARTBEAT_TIMEOUT_MS) {
      socket.close();
    } else check();
  };

  useLive.setState({ connection: 'connecting', send, check });
  connect();
  const heartbeat = setInterval(check, HEARTBEAT_MS);
  const stopWaking = platform.onWake(wake);
  return () => {
    stopped = true;
    clearInterval(heartbeat);
    clearTimeout(retry);
    isAlive();
    stopWaking();
    socket?.close();
    socket = null;
    useLive.setState(offline);
  };
}
