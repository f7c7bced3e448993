import type { Server, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';

/** An idle connection may still bring a request that is on its way. */
const DRAIN_MS = 250;

export type GracefulServer = {
  /** Leaves an upgraded connection to its owner. */
  excludeUpgraded: (socket: Socket) => void;
  /** Answers open requests as the last of their connections, and resolves when all connections have ended. */
  end: () => Promise<void>;
  destroyAll: () => void;
};

/** Tracks connections so that the server can stop without cutting an answer. */
export function trackConnections(server: Server): GracefulServer {
  const open = new Map<Socket, Set<ServerResponse>>();
  const upgraded = new WeakSet<Socket>();
  let isEnding = false;
  let isDrained = false;

  server.on('connection', (socket: Socket) => {
    open.set(socket, new Set());
    socket.once('close', () => open.delete(socket));
  });
  server.prependListener('request', ({ socket }, answer) => {
    const answers = open.get(socket);
    answers?.add(answer);
    if (isEnding) answer.setHeader('Connection', 'close');
    answer.once('close', () => {
      answers?.delete(answer);
      // The headers were sent without `Connection: close`.
      if (isDrained && answers?.size === 0) socket.end();
    });
  });
  const sendConnectionClose = () => {
    for (const answers of open.values())
      for (const answer of answers) if (!answer.headersSent) answer.setHeader('Connection', 'close');
  };
  const destroyIdle = () => {
    for (const [socket, answers] of open) if (answers.size === 0 && !upgraded.has(socket)) socket.destroy();
  };
  return {
    excludeUpgraded: (socket) => upgraded.add(socket),
    end: async () => {
      isEnding = true;
      sendConnectionClose();
      const ended = Promise.withResolvers<void>();
      // `http.Server.close` would also cut connections with a request on its way.
      NetServer.prototype.close.call(server, () => ended.resolve());
      await Promise.race([ended.promise, sleep(DRAIN_MS)]);
      // Under load the timer fires before received data are read.
      await turn();
      isDrained = true;
      destroyIdle();
      await ended.promise;
      server.close();
    },
    destroyAll: () => {
      for (const socket of open.keys()) socket.destroy();
    },
  };
}
