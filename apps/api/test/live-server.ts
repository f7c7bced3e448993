import type { AddressInfo } from 'node:net';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { onTestFinished } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { type Clock, systemClock } from '../src/platform/clock.ts';
import { createRateLimits, type RateLimits } from '../src/platform/http/rate-limit.ts';
import { createLive, type Live } from '../src/platform/live/live.ts';
import { createLog } from '../src/platform/observe/log.ts';

/** Holds a member's client, what it received in order, and the server's end of its socket. */
export type Listener = { client: WebSocket; received: string[]; server: WebSocket; closed: Promise<number> };

export type LiveServer = {
  live: Live;
  /** `since` is a mark of `live.mark`. */
  listen: (member: string, since?: string) => Promise<Listener>;
};

/** Starts the live sockets without HTTP, until the test ends. */
export async function liveServer(
  limits: Pick<RateLimits, 'consume'> = createRateLimits(true),
  clock: Clock = systemClock,
): Promise<LiveServer> {
  const live = await createLive({ log: createLog('silent'), clock, limits });
  const sockets = new WebSocketServer({ port: 0 });
  onTestFinished(() => {
    live.stop();
    for (const socket of sockets.clients) socket.terminate();
    sockets.close();
  });
  const { port } = sockets.address() as AddressInfo;
  const accepted = new Map<string, (socket: WebSocket) => void>();
  sockets.on('connection', (socket, { url = '', socket: stream }) => {
    const [, member = '', number = '', since] = url.split('/');
    const viewer: Viewer = {
      id: member,
      sessionId: member,
      role: 'member',
      profileComplete: true,
      termsAccepted: true,
      provenAt: null,
    };
    live.connect(socket, stream, viewer, since);
    accepted.get(number)?.(socket);
  });
  return {
    live,
    listen: async (member, since) => {
      const { promise: server, resolve } = Promise.withResolvers<WebSocket>();
      const number = String(accepted.size);
      accepted.set(number, resolve);
      const address = [member, number, ...(since === undefined ? [] : [since])].join('/');
      const client = new WebSocket(`ws://127.0.0.1:${port}/${address}`);
      const received: string[] = [];
      client.on('message', (data) => received.push((data as Buffer).toString()));
      client.on('ping', (data) => received.push(`ping ${data.toString()}`));
      const closed = new Promise<number>((done) => client.once('close', done));
      await new Promise((done) => client.once('open', done));
      return { client, received, server: await server, closed };
    },
  };
}
