/**
 * The contract between the main process and the page. The preload script puts a `Bridge` on the page's `window`; it is
 * all that a page can ask of the computer: named functions with plain values, no channel of its own choosing. The main
 * process checks sender and values of each call (main/requests.ts).
 */

/** Under this name the page finds its bridge. */
export const BRIDGE = 'guildeDesktop';

/** From the page to the main process. */
export const REQUESTS = {
  state: 'state',
  ready: 'ready',
  openSocket: 'socket:open',
  sendFrame: 'socket:send',
  closeSocket: 'socket:close',
  openExternal: 'open-external',
  setStartAtLogin: 'start-at-login',
  restartToUpdate: 'restart-to-update',
} as const;

/** From the main process to the page. */
export const REPORTS = {
  state: 'state-changed',
  socket: 'socket-event',
  navigate: 'navigate',
  wake: 'wake',
} as const;

/** What the page may show of the shell. */
export type DesktopState = {
  version: string;
  /**
   * `kept` across starts; `memory` where the system has no safe place for a secret: it ends with the app; `opening` and,
   * after a while, `waiting` until the system's keyring has answered.
   */
  session: 'opening' | 'waiting' | 'kept' | 'memory';
  /** Null where this cannot be chosen. */
  startsAtLogin: boolean | null;
  compatibility: 'compatible' | 'client-too-old' | 'server-too-old';
  /** `ready`: downloaded, installed by a restart; otherwise the person installs it as they installed the app. */
  update: { version: string; ready: boolean } | null;
  /** False where the system shows no notifications at all. */
  notifications: boolean;
  /** The system would not show the last one. */
  notificationsFail: boolean;
};

/** What happens on a socket that the page opened under `id`. */
export type SocketEvent =
  | { id: number; type: 'message'; frame: string }
  | { id: number; type: 'close'; code: number };

export type Bridge = {
  state: () => Promise<DesktopState>;
  onState: (listener: (state: DesktopState) => void) => () => void;
  /** The page follows links from now on; the one that waited comes at once. */
  onNavigate: (listener: (path: string) => void) => () => void;
  /** After sleep, and whenever the window comes back. */
  onWake: (listener: () => void) => () => void;
  openSocket: (id: number, path: string) => void;
  sendFrame: (id: number, frame: string) => void;
  closeSocket: (id: number) => void;
  onSocket: (listener: (event: SocketEvent) => void) => () => void;
  openExternal: (url: string) => void;
  setStartAtLogin: (wanted: boolean) => void;
  restartToUpdate: () => void;
};
