import { createLiveConnection, type LiveSocket } from '@guilde/contracts/live/connection.ts';
import { CLOSE, type LiveEvent } from '@guilde/contracts/live/protocol.ts';
import type { SocketEvent } from '../bridge.ts';
import type { DesktopElectron } from './electron.ts';

const OPEN = 1;
const CLOSED = 1000;

/** Only the newest socket of a page is served. */
type PageSocket = {
  /** The connection is fresh, so that the page receives everything from `hello` on. */
  open: (id: number) => void;
  send: (id: number, frame: string) => void;
  close: (id: number) => void;
  /** The page has gone without closing, by a reload, a crash or a closed window. */
  gone: () => void;
};

export type LiveLink = {
  page: PageSocket;
  /** The connection stays up, also without a page. */
  keep: (wanted: boolean) => void;
  /** The frame is dropped while disconnected. */
  send: (frame: string) => void;
  /** A dead connection is replaced at once. */
  wake: () => void;
  stop: () => void;
};

export type LinkDeps = {
  WebSocket: DesktopElectron['net']['WebSocket'];
  url: string;
  options: () => { origin: string; headers: Record<string, string> };
  toPage: (event: SocketEvent) => void;
  onEvent: (event: LiveEvent) => void;
  /** `greeted` means that `hello` had come; if not, the session may be unknown. */
  onClose: (code: number, greeted: boolean) => void;
  elapsed: () => number;
  random: () => number;
  report: (what: string, error: unknown) => void;
};

/**
 * Badge and notifications work without a window. A page's socket shares the connection: opening one makes a
 * new connection, unless `hello`, from which a client starts, is still to come.
 */
export function createLiveLink(deps: LinkDeps): LiveLink {
  let page: number | null = null;
  let isKept = false;

  const connection = createLiveConnection({
    openSocket: () => openSocket(deps),
    clock: {
      elapsed: deps.elapsed,
      after: (milliseconds, run) => {
        const timer = setTimeout(run, milliseconds);
        return () => clearTimeout(timer);
      },
    },
    // The longest delay lets the page connect first, whose connection is then shared.
    random: () => (page === null ? deps.random() : 1),
    onEvent: (event, frame) => {
      if (page !== null) deps.toPage({ id: page, type: 'message', frame });
      try {
        deps.onEvent(event);
      } catch (error) {
        // A newer server may have sent it, and it must not end this process.
        deps.report(`An event of the type ${event.type} was not understood`, error);
      }
    },
    onClose: (code, greeted) => {
      detach(code);
      deps.onClose(code, greeted);
    },
  });
  /** The page is not notified without a code. */
  const detach = (code?: number) => {
    const id = page;
    page = null;
    if (!isKept) connection.stop();
    if (id !== null && code !== undefined) deps.toPage({ id, type: 'close', code });
  };

  return {
    page: {
      open: (id) => {
        if (page !== null) deps.toPage({ id: page, type: 'close', code: CLOSE.lost });
        page = id;
        connection.restart();
      },
      send: (id, frame) => {
        if (page === id) connection.send(frame);
      },
      close: (id) => {
        if (page === id) detach(CLOSED);
      },
      gone: () => detach(),
    },
    send: connection.send,
    wake: connection.wake,
    keep: (wanted) => {
      isKept = wanted;
      if (wanted) connection.start();
      else if (page === null) connection.stop();
    },
    stop: () => {
      isKept = false;
      detach();
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
