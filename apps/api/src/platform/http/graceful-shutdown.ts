import type { Server, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';

/** How long a connection that stays open between requests may bring one more, in milliseconds: it may be on its way. */
const DRAIN_MS = 250;

export type GracefulServer = {
  /** A connection has become something else than HTTP; whoever has taken it over ends it, in time for the cut. */
  excludeUpgraded: (socket: Socket) => void;
  /**
   * Takes no new connection, answers what has been asked and what is on its way, each time as the last answer of its
   * connection, and resolves when all connections have ended, upgraded ones too.
   */
  end: () => Promise<void>;
  /** Ends what is still open, answered or not. */
  destroyAll: () => void;
};

/** Follows the connections of a server from its beginning, so that it can end without cutting an answer. */
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
    const underWay = open.get(socket);
    underWay?.add(answer);
    if (isEnding) answer.setHeader('Connection', 'close');
    answer.once('close', () => {
      underWay?.delete(answer);
      // An answer that had begun before the end did not say that it is the last.
      if (isDrained && underWay?.size === 0) socket.end();
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
      // The close of an HTTP server would also cut connections whose next request or whose answer is on its way.
      NetServer.prototype.close.call(server, () => ended.resolve());
      await Promise.race([ended.promise, sleep(DRAIN_MS)]);
      // Under load a timer comes before what has arrived is read.
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
