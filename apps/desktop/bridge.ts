import type { Downloaded, DesktopState as ShownState } from '@guilde/ui/platform.ts';

/** The page can ask the computer for nothing else; main/requests.ts checks every request. */

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
  setTheme: 'theme',
  saveStorage: 'storage:save',
} as const;

export const REPORTS = {
  state: 'state-changed',
  socket: 'socket-event',
  navigate: 'navigate',
  passkeyCode: 'passkey-code',
  diagnosticCopied: 'diagnostic-copied',
  wake: 'wake',
  downloaded: 'downloaded',
} as const;

export type { Downloaded };

/** `notifications` is false where the system has none. */
export type DesktopState = ShownState & { notifications: boolean };

export type SocketEvent =
  | { id: number; type: 'message'; frame: string }
  | { id: number; type: 'close'; code: number };

/** The texts are plain, without markup. */
export type TrialNotification = { title: string; body: string; silent: boolean };

export type Bridge = {
  state: () => Promise<DesktopState>;
  onState: (listener: (state: DesktopState) => void) => () => void;
  /** A link that came before the listener is delivered too. */
  onNavigate: (listener: (path: string) => void) => () => void;
  /** The computer woke up, or the window is shown again. */
  onWake: (listener: () => void) => () => void;
  openSocket: (id: number, path: string) => void;
  sendFrame: (id: number, frame: string) => void;
  closeSocket: (id: number) => void;
  onSocket: (listener: (event: SocketEvent) => void) => () => void;
  openExternal: (url: string) => void;
  /** The page is one of the app's own server. */
  openOnWeb: (path: string) => void;
  /** The browser sends it, asked for or not; a code that came before the listener is delivered too. */
  onPasskeyCode: (listener: (code: string) => void) => () => void;
  setStartAtLogin: (wanted: boolean) => void;
  restartToUpdate: () => void;
  onDownloaded: (listener: (download: Downloaded) => void) => () => void;
  onDiagnosticCopied: (listener: (isCopied: boolean) => void) => () => void;
  /** The file is shown in its folder; ids are those of this start. */
  showDownload: (id: number) => void;
  /** A refusal of the system shows as `notificationsFail` of the state. */
  tryNotification: (trial: TrialNotification) => void;
  /** The window's frame, menus and dialogs get it too. */
  setTheme: (theme: 'light' | 'dark' | 'system') => void;
  saveStorage: () => void;
};
