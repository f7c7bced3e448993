import { CLOSE, HEARTBEAT_MS } from '@guilde/contracts/live/protocol.ts';
import type { Clock } from '../clock.ts';
import { type Connection, closeSoon, deliver, eventBytes, type Sockets } from './sockets.ts';

/** Resolves with the ends in milliseconds; invalid sessions are missing. */
export type SessionEnds = (sessionIds: string[]) => Promise<Map<string, number>>;

type WatchDeps = { sockets: Sockets; clock: Clock; ends: () => SessionEnds | null };

export type SessionWatch = {
  check: (connections: Iterable<Connection>) => void;
  /** Nothing is sent to or accepted from a connection whose session has expired. */
  isOver: (connection: Connection, now?: number) => boolean;
  end: (sessionId: string, forced: boolean) => void;
  renew: (sessionId: string) => void;
  stop: () => void;
};

export function createSessionWatch({ sockets, clock, ends }: WatchDeps): SessionWatch {
  let timer: NodeJS.Timeout | undefined;
  let firesAt = Number.POSITIVE_INFINITY;

  function* ofSession(sessionId: string) {
    for (const connection of sockets.all()) if (connection.viewer.sessionId === sessionId) yield connection;
  }
  const notifyAndClose = (sessionId: string, how: { forced: boolean; lapsed?: true }) => {
    const frame = eventBytes({ type: 'signed-out', ...how });
    for (const connection of ofSession(sessionId)) {
      deliver(connection, frame);
      closeSoon(connection.socket, CLOSE.signedOut, 'signed out');
    }
  };
  const renew = (sessionId: string) => {
    for (const { socket } of ofSession(sessionId)) closeSoon(socket, CLOSE.renewed, 'session renewed');
  };
  const end = (sessionId: string, forced: boolean) => notifyAndClose(sessionId, { forced });
  const expire = (sessionId: string) => notifyAndClose(sessionId, { forced: true, lapsed: true });
  const isOver = ({ socket, viewer, endsAt }: Connection, now = clock.now()): boolean => {
    if (endsAt > now) return false;
    if (socket.readyState === socket.OPEN) expire(viewer.sessionId);
    return true;
  };
  /** The next heartbeat's check finds later ends. */
  const scheduleCheck = (moment: number) => {
    const wait = moment - clock.now();
    if (moment >= firesAt || wait > HEARTBEAT_MS) return;
    clearTimeout(timer);
    firesAt = moment;
    timer = setTimeout(onTimer, Math.max(1, wait)).unref();
  };
  const onTimer = () => {
    firesAt = Number.POSITIVE_INFINITY;
    for (const connection of sockets.all()) if (!isOver(connection)) scheduleCheck(connection.endsAt);
  };
  const refresh = async (connections: readonly Connection[]): Promise<void> => {
    const ids = new Set(connections.map(({ viewer }) => viewer.sessionId));
    const known = await ends()?.([...ids]);
    if (!known) return;
    for (const id of ids) if (!known.has(id)) expire(id);
    for (const connection of connections) {
      connection.endsAt = known.get(connection.viewer.sessionId) ?? connection.endsAt;
      scheduleCheck(connection.endsAt);
    }
  };
  return {
    end,
    renew,
    isOver,
    check: (connections) => {
      const asked = [...connections];
      if (asked.length > 0) refresh(asked).catch(() => undefined);
    },
    stop: () => clearTimeout(timer),
  };
}
