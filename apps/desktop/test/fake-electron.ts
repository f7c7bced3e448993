import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type {
  BrowserWindowConstructorOptions,
  LoginItemSettings,
  Menu,
  MenuItemConstructorOptions,
  MessageBoxOptions,
  NativeImage,
  NotificationConstructorOptions,
  Rectangle,
  SaveDialogOptions,
  WebSocketOptions,
} from 'electron';
import type { DesktopElectron } from '../main/electron.ts';
import { STORED } from './electron-exports.ts';
import { Emitter, FakePowerMonitor } from './fake-events.ts';
import { type FakeDownload, FakeNotification, FakeTray, FakeWindow, templateOf } from './fake-windows.ts';

class FakeApp extends Emitter {
  isPackaged = false;
  userAgentFallback = 'Mozilla/5.0 (X11; Linux x86_64) Guilde/0.1.0 Electron/45.4.1';
  hasLock = true;
  badge = 0;
  readonly badges: number[] = [];
  readonly switches = new Set<string>();
  readonly commandLine = { hasSwitch: (name: string) => this.switches.has(name) };
  hasQuit = false;
  isReady = false;
  isAccelerated = true;
  version = '0.1.0';
  bounces = 0;
  /** Only macOS has a dock. */
  dock: { bounce: () => number } | undefined = undefined;
  protocolClients: unknown[][] = [];
  appUserModelId = '';
  login: LoginItemSettings & { args?: string[] } = { openAtLogin: false } as LoginItemSettings;
  readonly windows: () => FakeWindow[];
  readonly folder: string;

  constructor(folder: string, windows: () => FakeWindow[]) {
    super();
    this.folder = folder;
    this.windows = windows;
  }
  async whenReady(): Promise<void> {
    this.isReady = true;
  }
  disableHardwareAcceleration(): void {
    if (this.isReady) throw new Error('disableHardwareAcceleration() can only be called before app is ready');
    this.isAccelerated = false;
  }
  addDock(): void {
    this.dock = { bounce: () => ++this.bounces };
  }
  quit(): void {
    this.emit('before-quit');
    for (const window of this.windows()) if (!window.destroyed) window.close();
    if (this.windows().some(({ destroyed }) => !destroyed)) return;
    this.hasQuit = true;
    this.emit('will-quit');
  }
  getPath(name: string): string {
    return join(this.folder, name);
  }
  getVersion(): string {
    return this.version;
  }
  requestSingleInstanceLock(): boolean {
    return this.hasLock;
  }
  setAsDefaultProtocolClient(...args: unknown[]): boolean {
    this.protocolClients.push(args);
    return true;
  }
  setAppUserModelId(id: string): void {
    this.appUserModelId = id;
  }
  setBadgeCount(count?: number): boolean {
    this.badge = count ?? 0;
    this.badges.push(this.badge);
    return true;
  }
  getLoginItemSettings(): LoginItemSettings {
    return this.login;
  }
  setLoginItemSettings(settings: { openAtLogin?: boolean; args?: string[] }): void {
    Object.assign(this.login, settings);
  }
}

class FakeWebSocket extends WebSocket {
  constructor(url: string, { headers, origin }: WebSocketOptions) {
    // Node's WebSocket takes headers too, which its types do not say.
    super(url, { headers: { ...headers, origin } } as never);
  }
}

/** The sockets note the type of each event in `receivedTypes` before the app gets it. */
function noting(receivedTypes: string[]): typeof FakeWebSocket {
  return class extends FakeWebSocket {
    constructor(...args: ConstructorParameters<typeof FakeWebSocket>) {
      super(...args);
      this.addEventListener('message', ({ data }) =>
        receivedTypes.push((JSON.parse(String(data)) as { type: string }).type),
      );
    }
  };
}

type SenderFrame = { origin: string; parent: object | null } | null;
type Handler = (event: never, ...values: never[]) => unknown;
type PermissionHandlers = {
  request:
    | ((contents: never, permission: never, answer: (granted: boolean) => void, details: never) => void)
    | null;
  check: ((contents: never, permission: never, origin: string, details: never) => boolean) | null;
  device: ((details: never) => boolean) | null;
};

export const OWN_FRAME: SenderFrame = { origin: 'app://bundle', parent: null };

function notPlayed(played: string[]): Record<string, unknown> {
  const refuse = (name: string) => () => {
    throw new Error(`The stand-in does not play ${name}`);
  };
  const others = STORED.names.filter((name) => !played.includes(name));
  return Object.fromEntries(
    others.map((name) => [
      name,
      new Proxy(refuse, { get: refuse(name), apply: refuse(name), construct: refuse(name) }),
    ]),
  );
}

/** It is checked against the same seam as the real Electron. */
export function createFakeElectron(folder = mkdtempSync(join(tmpdir(), 'guilde-desktop-'))) {
  const windows: FakeWindow[] = [];
  const notifications: FakeNotification[] = [];
  const trays: FakeTray[] = [];
  const popups: MenuItemConstructorOptions[][] = [];
  const opened: string[] = [];
  const schemes: unknown[] = [];
  const handled = new Map<string, (request: Request) => Response | Promise<Response>>();
  const listeners = new Map<string, Handler>();
  const invokable = new Map<string, Handler>();
  const downloading = new Emitter();
  const permissions: PermissionHandlers = { request: null, check: null, device: null };
  const records = {
    menuBar: [] as MenuItemConstructorOptions[],
    /** The calls to the spell checker are in order; it is on at first, as Chromium's is. */
    spellChecker: [] as (string | string[] | boolean)[],
    learned: [] as string[],
    copied: [] as string[],
    isDark: false,
    cachesCleared: 0,
    dialogAnswer: 0,
    errors: [] as string[],
    /** Each dialog waits for its answer in `answerDialog`. */
    dialogs: [] as MessageBoxOptions[],
    answerDialog: (_response: number): void => undefined,
    /** Each question where to save waits for its own answer, a path or null. */
    saveDialogs: [] as { options: SaveDialogOptions; answer: (path: string | null) => void }[],
    isOnline: true,
    receivedTypes: [] as string[],
    screens: [{ x: 0, y: 0, width: 1920, height: 1080 }] as Rectangle[],
    /**
     * With `isKnownKey` Linux seals with a key that everybody knows. The keyring answers when `answered`
     * resolves.
     */
    encryption: { available: true, isKnownKey: false, answered: Promise.resolve() },
  };
  const app = new FakeApp(folder, () => windows);
  const powerMonitor = new FakePowerMonitor();
  const played = {
    app,
    powerMonitor,
    BrowserWindow: class extends FakeWindow {
      constructor(options: BrowserWindowConstructorOptions) {
        super(options);
        windows.push(this);
        app.emit('web-contents-created', {}, this.webContents);
      }
    },
    Notification: class extends FakeNotification {
      constructor(options: NotificationConstructorOptions) {
        super(options);
        notifications.push(this);
      }
      static isSupported(): boolean {
        return true;
      }
    },
    Tray: class extends FakeTray {
      constructor(image: NativeImage) {
        super(image);
        trays.push(this);
      }
    },
    Menu: {
      buildFromTemplate: (template: MenuItemConstructorOptions[]) =>
        ({ template, popup: () => popups.push(template) }) as never,
      setApplicationMenu: (menu: Menu | null) => {
        records.menuBar = templateOf(menu);
      },
    },
    clipboard: { writeText: (text: string) => void records.copied.push(text) },
    nativeTheme: {
      themeSource: 'system' as const as 'system' | 'light' | 'dark',
      get shouldUseDarkColors() {
        return records.isDark;
      },
    },
    nativeImage: { createFromPath: (path: string) => ({ path }) as never },
    ipcMain: {
      on: (channel: string, listener: Handler): never => listeners.set(channel, listener) as never,
      handle: (channel: string, listener: Handler) => void invokable.set(channel, listener),
    },
    protocol: {
      registerSchemesAsPrivileged: (wanted: unknown[]) => void schemes.push(...wanted),
      handle: (scheme: string, handler: (request: Request) => Response | Promise<Response>) =>
        void handled.set(scheme, handler),
    },
    session: {
      defaultSession: {
        on: (event: string, listener: Handler) => downloading.on(event, listener as never),
        availableSpellCheckerLanguages: ['de', 'en-US', 'fr'],
        setSpellCheckerLanguages: (languages: string[]) => void records.spellChecker.push(languages),
        setSpellCheckerDictionaryDownloadURL: (url: string) => void records.spellChecker.push(url),
        setSpellCheckerEnabled: (isOn: boolean) => void records.spellChecker.push(isOn),
        addWordToSpellCheckerDictionary: (word: string) => records.learned.push(word) > 0,
        // A stand-in has no storage.
        flushStorageData: () => undefined,
        clearCache: async () => {
          records.cachesCleared++;
        },
        setPermissionRequestHandler: (handler: PermissionHandlers['request']) => {
          permissions.request = handler;
        },
        setPermissionCheckHandler: (handler: PermissionHandlers['check']) => {
          permissions.check = handler;
        },
        setDevicePermissionHandler: (handler: PermissionHandlers['device']) => {
          permissions.device = handler;
        },
      },
    },
    net: {
      WebSocket: noting(records.receivedTypes),
      fetch: async (url: string, init: RequestInit) => {
        if (!records.isOnline) throw new TypeError('net::ERR_INTERNET_DISCONNECTED');
        return fetch(url, init);
      },
    },
    safeStorage: {
      isAsyncEncryptionAvailable: async () => {
        await records.encryption.answered;
        return records.encryption.available;
      },
      encryptStringAsync: async (text: string) => {
        const version = records.encryption.isKnownKey ? 'v10' : 'v11';
        return Buffer.from(`${version}sealed:${Buffer.from(text).toString('hex')}`);
      },
      decryptStringAsync: async (sealed: Buffer) => ({
        result: Buffer.from(sealed.toString().slice('v11sealed:'.length), 'hex').toString(),
        shouldReEncrypt: false,
      }),
    },
    shell: {
      openExternal: async (url: string) => {
        opened.push(url);
      },
      openPath: async (path: string) => {
        opened.push(path);
        return '';
      },
      showItemInFolder: (path: string) => void opened.push(`in its folder: ${path}`),
    },
    screen: { getAllDisplays: () => records.screens.map((workArea) => ({ workArea })) as never },
    dialog: {
      showMessageBoxSync: () => records.dialogAnswer,
      showErrorBox: (title: string) => void records.errors.push(title),
      showSaveDialog: (_window: unknown, options: SaveDialogOptions) =>
        new Promise<{ canceled: boolean; filePath: string }>((resolve) => {
          const answer = (path: string | null) => resolve({ canceled: path === null, filePath: path ?? '' });
          records.saveDialogs.push({ options, answer });
        }),
      showMessageBox: (options: MessageBoxOptions) => {
        records.dialogs.push(options);
        return new Promise<{ response: number }>((resolve) => {
          records.answerDialog = (response) => resolve({ response });
        });
      },
    },
  } satisfies DesktopElectron;
  const electron = Object.assign(notPlayed(Object.keys(played)), played);

  const request = (channel: string, values: unknown[], senderFrame: SenderFrame = OWN_FRAME) =>
    (listeners.get(channel) as ((...args: unknown[]) => unknown) | undefined)?.({ senderFrame }, ...values);
  return Object.assign(records, {
    electron,
    app,
    powerMonitor,
    folder,
    windows,
    notifications,
    trays,
    popups,
    opened,
    schemes,
    permissions,
    /** The page asks for a file; the result is true when it may not be saved. */
    download: (item: FakeDownload) => downloading.emit('will-download', {}, item),
    send: (channel: string, value?: unknown, senderFrame: SenderFrame = OWN_FRAME) =>
      request(channel, value === undefined ? [] : [value], senderFrame),
    invoke: async (channel: string, senderFrame: SenderFrame = OWN_FRAME) =>
      (invokable.get(channel) as (event: unknown) => unknown)({ senderFrame }),
    load: async (path: string, init?: RequestInit) => {
      const handler = handled.get('app');
      if (!handler) throw new Error('Nobody serves app://');
      return handler(new Request(`app://bundle${path}`, init));
    },
    remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 }),
  });
}

export type FakeElectron = ReturnType<typeof createFakeElectron>;
