import {
  CLOSE,
  createReconnection,
  HEARTBEAT_MS,
  HEARTBEAT_TIMEOUT_MS,
  type LiveEvent,
} from '@guilde/contracts/events.ts';
import type { DesktopElectron, Socket } from './electron.ts';

const OPEN = 1;
const LOST = 1006;
const PING = JSON.stringify({ type: 'ping' });

/** The page's end of the socket. */
export type PageEnd = {
  opened: () => void;
  heard: (frame: string) => void;
  closed: (code: number) => void;
};

export type LiveLink = {
  /** Stay connected, with or without a page, until told otherwise. */
  keep: (wanted: boolean) => void;
  /** The page opens its socket: it hears everything from `hello` on, on a fresh connection. */
  attach: (page: PageEnd) => void;
  /** The page has closed its socket or is gone; the connection stays if it is kept. */
  detach: (page: PageEnd) => void;
  /** What the page says; dropped while there is no connection. */
  send: (frame: string) => void;
  /** After sleep or on return: a connection that is dead is noticed and replaced at once. */
  check: () => void;
  stop: () => void;
};

type LinkDeps = {
  WebSocket: DesktopElectron['net']['WebSocket'];
  url: string;
  options: () => { origin: string; headers: Record<string, string> };
  onEvent: (event: LiveEvent) => void;
  /** `greeted`: the server had let us in; if not, perhaps it no longer knows the session. */
  onClose: (code: number, greeted: boolean) => void;
  now: () => number;
  report: (what: string, error: unknown) => void;
};

type Connection = { socket: Socket; greeted: boolean };

/**
 * The one live socket of the app, held here and not by the page, so that the badge and notifications live on when no
 * window does. The page's own socket (Platform.openSocket) is a view of this one: when it opens, the connection is made
 * anew unless `hello` has not come yet, because `hello` carries the truth from which a client starts.
 * Heartbeat and delays are those of the contracts, as in the client.
 */
export function createLiveLink(deps: LinkDeps): LiveLink {
  let connection: Connection | null = null;
  let page: PageEnd | null = null;
  let kept = false;
  const reconnection = createReconnection();
  let lastHeard = 0;
  let retry: NodeJS.Timeout | undefined;
  let deadline: NodeJS.Timeout | undefined;

  const stopRetry = () => {
    clearTimeout(retry);
    retry = undefined;
  };
  const drop = (code: number) => {
    const dropped = connection;
    connection = null;
    clearTimeout(deadline);
    dropped?.socket.close();
    if (dropped) ended(code, dropped.greeted);
  };
  const ended = (code: number, greeted: boolean) => {
    const leaving = page;
    page = null;
    leaving?.closed(code);
    deps.onClose(code, greeted);
    stopRetry();
    const delay = reconnection.ended(code, deps.now());
    if (!kept || code === CLOSE.signedOut) return;
    retry = setTimeout(connect, delay);
  };
  const handOn = (event: LiveEvent) => {
    try {
      deps.onEvent(event);
    } catch (error) {
      // Perhaps a newer server's: nothing that it says may end this process.
      deps.report(`An event of the type ${event.type} was not understood`, error);
    }
  };
  const hear = (mine: Connection, frame: string) => {
    lastHeard = deps.now();
    clearTimeout(deadline);
    const event = parsed(frame);
    if (event?.type === 'hello') {
      mine.greeted = true;
      reconnection.greeted(lastHeard);
    }
    page?.heard(frame);
    if (event) handOn(event);
  };
  const connect = () => {
    stopRetry();
    const socket = new deps.WebSocket(deps.url, deps.options());
    const mine: Connection = { socket, greeted: false };
    connection = mine;
    lastHeard = deps.now();
    const whileCurrent = (act: () => void) => {
      if (connection === mine) act();
    };
    socket.addEventListener('open', () => whileCurrent(() => page?.opened()));
    socket.addEventListener('message', (event) => {
      const { data } = event as MessageEvent;
      whileCurrent(() => {
        if (typeof data === 'string') hear(mine, data);
      });
    });
    socket.addEventListener('close', (event) =>
      whileCurrent(() => {
        connection = null;
        clearTimeout(deadline);
        ended((event as CloseEvent).code ?? LOST, mine.greeted);
      }),
    );
  };
  const send = (frame: string) => {
    if (connection?.socket.readyState === OPEN) connection.socket.send(frame);
  };
  const ping = () => {
    const asked = connection;
    if (asked?.socket.readyState !== OPEN) return;
    send(PING);
    clearTimeout(deadline);
    deadline = setTimeout(() => {
      if (connection === asked) drop(LOST);
    }, HEARTBEAT_TIMEOUT_MS);
  };
  const heartbeat = setInterval(ping, HEARTBEAT_MS);

  return {
    send,
    keep: (wanted) => {
      // One that is waiting for its turn keeps it: a server that refuses is not asked without pause.
      const isWaiting = kept && retry !== undefined;
      kept = wanted;
      if (!wanted) stopRetry();
      if (wanted && !connection && !isWaiting) {
        reconnection.forget();
        connect();
      } else if (!wanted && !page) drop(LOST);
    },
    attach: (next) => {
      const before = page;
      page = next;
      before?.closed(LOST);
      if (connection && !connection.greeted) {
        if (connection.socket.readyState === OPEN) next.opened();
        return;
      }
      const { socket } = connection ?? {};
      connection = null;
      clearTimeout(deadline);
      socket?.close();
      connect();
    },
    detach: (leaving) => {
      if (page !== leaving) return;
      page = null;
      if (!kept) drop(LOST);
    },
    check: () => {
      if (!kept && !page) return;
      if (!connection) {
        reconnection.forget();
        connect();
      } else if (deps.now() - lastHeard > HEARTBEAT_MS + HEARTBEAT_TIMEOUT_MS) {
        reconnection.forget();
        drop(LOST);
      } else ping();
    },
    stop: () => {
      kept = false;
      page = null;
      clearInterval(heartbeat);
      clearTimeout(retry);
      drop(LOST);
    },
  };
}

function parsed(frame: string): LiveEvent | null {
  try {
    return JSON.parse(frame) as LiveEvent;
  } catch {
    return null;
  }
}
