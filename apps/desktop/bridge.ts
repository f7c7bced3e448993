/** All that the page can ask of the computer; checked in main/requests.ts. */

/** The property of the page's `window`. */
export const BRIDGE = 'guildeDesktop';

export const REQUESTS = {
  state: 'state',
  ready: 'ready',
  openSocket: 'socket:open',
  sendFrame: 'socket:send',
  closeSocket: 'socket:close',
  openExternal: 'open-external',
  openOnWeb: 'open-on-web',
  setStartAtLogin: 'start-at-login',
  restartToUpdate: 'restart-to-update',
  showDownload: 'download:show',
  tryNotification: 'notification:try',
  saveStorage: 'storage:save',
} as const;

export const REPORTS = {
  state: 'state-changed',
  socket: 'socket-event',
  navigate: 'navigate',
  passkeyCode: 'passkey-code',
  wake: 'wake',
  downloaded: 'downloaded',
} as const;

export type DesktopState = {
  version: string;
  /**
   * `kept` across starts; `memory`: no keyring, ends with the app; `opening`, then `waiting`: the keyring has not
   * answered.
   */
  session: 'opening' | 'waiting' | 'kept' | 'memory';
  /** Null where it cannot be chosen. */
  startsAtLogin: boolean | null;
  compatibility: 'compatible' | 'client-too-old' | 'server-too-old';
  /** `ready`: installed by a restart; otherwise by the person. */
  update: { version: string; ready: boolean } | null;
  /** False where the system has no notifications. */
  notifications: boolean;
  /** The system refused the last one. */
  notificationsFail: boolean;
};

export type SocketEvent =
  | { id: number; type: 'message'; frame: string }
  | { id: number; type: 'close'; code: number };

/** Plain text. */
export type TrialNotification = { title: string; body: string; silent: boolean };

/** What came of a download; one that the person gave up is not told. */
export type Downloaded = { id: number; name: string; isSaved: boolean };

export type Bridge = {
  state: () => Promise<DesktopState>;
  onState: (listener: (state: DesktopState) => void) => () => void;
  /** Also delivers a link that came before. */
  onNavigate: (listener: (path: string) => void) => () => void;
  /** After sleep, and when the window is shown again. */
  onWake: (listener: () => void) => () => void;
  openSocket: (id: number, path: string) => void;
  sendFrame: (id: number, frame: string) => void;
  closeSocket: (id: number) => void;
  onSocket: (listener: (event: SocketEvent) => void) => () => void;
  openExternal: (url: string) => void;
  /** A page of the app's own server, in the system's browser. */
  openOnWeb: (path: string) => void;
  /** From the browser, asked for or not; also delivers one that came before. */
  onPasskeyCode: (listener: (code: string) => void) => () => void;
  setStartAtLogin: (wanted: boolean) => void;
  restartToUpdate: () => void;
  onDownloaded: (listener: (download: Downloaded) => void) => () => void;
  /** In its folder; ids are those of this start. */
  showDownload: (id: number) => void;
  /** A refusal of the system shows as `notificationsFail` of the state. */
  tryNotification: (trial: TrialNotification) => void;
  /** Writes what the page has stored to the disk. */
  saveStorage: () => void;
};
