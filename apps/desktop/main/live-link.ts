import { CLOSE, type LiveEvent } from '@guilde/contracts/events.ts';
import { createLiveConnection, type LiveSocket } from '@guilde/contracts/live-connection.ts';
import type { DesktopElectron } from './electron.ts';

const OPEN = 1;

/** The page's end of the socket. */
export type PageEnd = { received: (frame: string) => void; closed: (code: number) => void };

export type LiveLink = {
  /** Stay connected, with or without a page, until told otherwise. */
  keep: (wanted: boolean) => void;
  /** The page opens its socket: it receives everything from `hello` on, on a fresh connection. */
  attach: (page: PageEnd) => void;
  /** The page has closed its socket or is gone; the connection stays if it is kept. */
  detach: (page: PageEnd) => void;
  /** What the page says; dropped while there is no connection. */
  send: (frame: string) => void;
  /** After sleep or on return: a connection that is dead is noticed and replaced at once. */
  wake: () => void;
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
  random: () => number;
  report: (what: string, error: unknown) => void;
};

/**
 * The one live connection of the app, held here and not by the page, so that the badge and notifications live on when no
 * window does. The page's own socket (Platform.openSocket) is a view of this one: when it opens, the connection is made
 * anew unless `hello` has not come yet, because `hello` carries the truth from which a client starts.
 */
export function createLiveLink(deps: LinkDeps): LiveLink {
  let page: PageEnd | null = null;
  let isKept = false;

  const connection = createLiveConnection({
    openSocket: () => openSocket(deps),
    clock: {
      now: deps.now,
      after: (milliseconds, run) => {
        const timer = setTimeout(run, milliseconds);
        return () => clearTimeout(timer);
      },
    },
    // A page that was cut off comes back after a random wait of its own; whoever is second here shares its connection.
    random: () => (page ? 1 : deps.random()),
    onEvent: (event, frame) => {
      page?.received(frame);
      try {
        deps.onEvent(event);
      } catch (error) {
        // Perhaps a newer server's: nothing that it says may end this process.
        deps.report(`An event of the type ${event.type} was not understood`, error);
      }
    },
    onClose: (code, greeted) => {
      const leaving = page;
      page = null;
      if (!isKept) connection.stop();
      leaving?.closed(code);
      deps.onClose(code, greeted);
    },
  });

  return {
    send: connection.send,
    wake: connection.wake,
    keep: (wanted) => {
      isKept = wanted;
      if (wanted) connection.start();
      else if (!page) connection.stop();
    },
    attach: (next) => {
      const before = page;
      page = next;
      before?.closed(CLOSE.lost);
      connection.restart();
    },
    detach: (leaving) => {
      if (page !== leaving) return;
      page = null;
      if (!isKept) connection.stop();
    },
    stop: () => {
      isKept = false;
      page = null;
      connection.stop();
    },
  };
}

function openSocket({ WebSocket, url, options }: LinkDeps): LiveSocket {
  const socket = new WebSocket(url, options());
  return {
    send: (frame) => {
      if (socket.readyState === OPEN) socket.send(frame);
    },
    close: () => socket.close(),
    onMessage: (listener) =>
      socket.addEventListener('message', (event) => {
        const { data } = event as MessageEvent;
        if (typeof data === 'string') listener(data);
      }),
    onClose: (listener) =>
      socket.addEventListener('close', (event) => listener((event as CloseEvent).code ?? CLOSE.lost)),
  };
}
