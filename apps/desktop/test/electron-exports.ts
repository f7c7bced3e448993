import type * as Electron from 'electron';
import type {
  App,
  DesktopElectron,
  NotificationClass,
  SafeStorage,
  Session,
  ShownNotification,
  Tray,
  WebContents,
  Window,
} from '../main/electron.ts';
import stored from './electron-exports.json' with { type: 'json' };

/** `members` has those that the shell knows by type. */
export type Exports = { electron: string; names: string[]; members: Record<string, string[]> };

/** The real-electron journeys write it with `--update-snapshots=all`. */
export const STORED: Exports = stored;

/** The binary of the journeys is too old for these; its shim adds them. */
const NEWER = {
  net: ['WebSocket'],
  safeStorage: ['isAsyncEncryptionAvailable', 'encryptStringAsync', 'decryptStringAsync'],
} as Record<string, string[]>;

type Names<T> = { [K in keyof T]-?: true };

/** The shell uses these, as the seam declares; one more or less does not compile. */
const USED: {
  [K in Exclude<
    keyof DesktopElectron,
    'BrowserWindow' | 'Tray' | 'Notification' | 'session' | 'app' | 'safeStorage'
  >]: Names<DesktopElectron[K]>;
} & {
  app: Names<Omit<App, 'dock'>>;
  BrowserWindow: Names<Window>;
  webContents: Names<WebContents>;
  Tray: Names<Tray>;
  Notification: Names<ShownNotification & NotificationClass>;
  session: Names<DesktopElectron['session']>;
  defaultSession: Names<Session>;
  safeStorage: Names<SafeStorage>;
} = {
  app: {
    on: true,
    whenReady: true,
    quit: true,
    getPath: true,
    getVersion: true,
    isPackaged: true,
    userAgentFallback: true,
    requestSingleInstanceLock: true,
    setAsDefaultProtocolClient: true,
    setAppUserModelId: true,
    setBadgeCount: true,
    getLoginItemSettings: true,
    setLoginItemSettings: true,
    disableHardwareAcceleration: true,
    commandLine: true,
  },
  BrowserWindow: {
    on: true,
    once: true,
    loadURL: true,
    show: true,
    hide: true,
    close: true,
    focus: true,
    restore: true,
    maximize: true,
    isMinimized: true,
    isMaximized: true,
    isVisible: true,
    isFocused: true,
    isFullScreen: true,
    setFullScreen: true,
    isDestroyed: true,
    getNormalBounds: true,
    setOverlayIcon: true,
    flashFrame: true,
    setProgressBar: true,
    webContents: true,
  },
  webContents: {
    on: true,
    send: true,
    getURL: true,
    reload: true,
    forcefullyCrashRenderer: true,
    setWindowOpenHandler: true,
    replaceMisspelling: true,
    copyImageAt: true,
    navigationHistory: true,
  },
  Menu: { setApplicationMenu: true, buildFromTemplate: true },
  Tray: { on: true, setImage: true, setToolTip: true, setContextMenu: true },
  Notification: { isSupported: true, on: true, show: true, close: true },
  nativeImage: { createFromPath: true },
  ipcMain: { on: true, handle: true },
  protocol: { registerSchemesAsPrivileged: true, handle: true },
  session: { defaultSession: true },
  defaultSession: {
    on: true,
    setPermissionRequestHandler: true,
    setPermissionCheckHandler: true,
    setDevicePermissionHandler: true,
    setSpellCheckerEnabled: true,
    setSpellCheckerDictionaryDownloadURL: true,
    setSpellCheckerLanguages: true,
    availableSpellCheckerLanguages: true,
    addWordToSpellCheckerDictionary: true,
    clearCache: true,
    flushStorageData: true,
  },
  net: { fetch: true, WebSocket: true },
  safeStorage: {
    isAsyncEncryptionAvailable: true,
    encryptStringAsync: true,
    decryptStringAsync: true,
  },
  clipboard: { writeText: true },
  nativeTheme: { shouldUseDarkColors: true, themeSource: true },
  shell: { openExternal: true, openPath: true, showItemInFolder: true },
  powerMonitor: { on: true, getSystemIdleState: true },
  screen: { getAllDisplays: true },
  dialog: { showMessageBoxSync: true, showErrorBox: true, showMessageBox: true, showSaveDialog: true },
};

export const USED_NAMES: Record<string, string[]> = Object.fromEntries(
  Object.entries(USED).map(([name, members]) => [name, Object.keys(members)]),
);

/** The entries look like « app.quit ». */
export function missingFrom({ members }: Pick<Exports, 'members'>): string[] {
  return Object.entries(USED_NAMES).flatMap(([name, used]) =>
    used.filter((member) => !members[name]?.includes(member)).map((member) => `${name}.${member}`),
  );
}

export function withShim({ members, ...rest }: Exports): Exports {
  const all = { ...members };
  for (const [name, added] of Object.entries(NEWER)) all[name] = [...(all[name] ?? []), ...added];
  return { ...rest, members: all };
}

export function withoutShim({ members, ...rest }: Exports): Exports {
  const own = Object.entries(members).map(([name, all]) => [
    name,
    all.filter((member) => !NEWER[name]?.includes(member)),
  ]);
  return { ...rest, members: Object.fromEntries(own) };
}

/** Runs in Electron's main process, with a window open. */
export function readExports(electron: typeof Electron, asked: Record<string, string[]>): Exports {
  const places: Record<string, object | undefined> = {
    ...electron,
    webContents: electron.BrowserWindow.getAllWindows()[0]?.webContents,
    defaultSession: electron.session.defaultSession,
  };
  const has = (place: object | undefined, member: string) => {
    if (!place) return false;
    const ofInstances = typeof place === 'function' ? (place.prototype as object) : {};
    return member in ofInstances || Reflect.get(place, member) !== undefined;
  };
  return {
    electron: process.versions.electron ?? '',
    names: Object.keys(electron).sort(),
    members: Object.fromEntries(
      Object.entries(asked).map(([name, members]) => [
        name,
        members.filter((member) => has(places[name], member)),
      ]),
    ),
  };
}
