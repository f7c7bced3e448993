import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type {
  BrowserWindowConstructorOptions,
  LoginItemSettings,
  Menu,
  MenuItemConstructorOptions,
  NativeImage,
  NotificationConstructorOptions,
  Rectangle,
  WebSocketOptions,
} from 'electron';
import type { DesktopElectron } from '../main/electron.ts';
import { Emitter, FakePowerMonitor } from './fake-events.ts';

type WindowOpen = (details: never) => { action: string };

export class FakeContents extends Emitter {
  /** What the main process has told the page: channel and value. */
  readonly sent: [channel: string, value: unknown][] = [];
  /** Hands on what is sent to a page, where there is one. */
  deliver: (channel: string, value: unknown) => void = () => undefined;
  url = '';
  reloads = 0;
  openWindow: WindowOpen = () => ({ action: 'allow' });

  send(channel: string, value?: unknown): void {
    this.sent.push([channel, value]);
    this.deliver(channel, value);
  }
  getURL(): string {
    return this.url;
  }
  reload(): void {
    this.reloads++;
  }
  replaceMisspelling(): void {}
  /** As if a link with a target had been clicked. */
  click(url: string): string {
    return this.openWindow({ url } as never).action;
  }
  setWindowOpenHandler(handler: WindowOpen): void {
    this.openWindow = handler;
  }
}

export class FakeWindow extends Emitter {
  readonly webContents = new FakeContents();
  readonly overlays: string[] = [];
  readonly options: BrowserWindowConstructorOptions;
  visible = true;
  focused = true;
  minimized = false;
  maximized = false;
  destroyed = false;

  constructor(options: BrowserWindowConstructorOptions) {
    super();
    this.options = options;
  }
  async loadURL(url: string): Promise<void> {
    this.webContents.url = url;
  }
  show(): void {
    this.visible = true;
  }
  hide(): void {
    this.visible = false;
    this.focused = false;
  }
  focus(): void {
    this.focused = true;
    this.emit('focus');
  }
  blur(): void {
    this.focused = false;
    this.emit('blur');
  }
  restore(): void {
    this.minimized = false;
  }
  maximize(): void {
    this.maximized = true;
  }
  isMinimized(): boolean {
    return this.minimized;
  }
  isMaximized(): boolean {
    return this.maximized;
  }
  isVisible(): boolean {
    return this.visible;
  }
  isFocused(): boolean {
    return this.focused;
  }
  isDestroyed(): boolean {
    return this.destroyed;
  }
  getNormalBounds(): Rectangle {
    const { x = 0, y = 0, width = 800, height = 600 } = this.options;
    return { x, y, width, height };
  }
  setOverlayIcon(image: NativeImage | null, description: string): void {
    this.overlays.push(image ? description : '');
  }
  /** As the person does with the window's button. */
  close(): void {
    if (this.emit('close')) return;
    this.destroyed = true;
    this.emit('closed');
  }
}

export class FakeNotification extends Emitter {
  readonly options: NotificationConstructorOptions;
  isOnScreen = false;

  constructor(options: NotificationConstructorOptions) {
    super();
    this.options = options;
  }
  show(): void {
    this.isOnScreen = true;
  }
  close(): void {
    this.isOnScreen = false;
    this.emit('close');
  }
}

export class FakeTray extends Emitter {
  image: string;
  toolTip = '';
  menu: MenuItemConstructorOptions[] = [];

  constructor(image: NativeImage) {
    super();
    this.image = pathOf(image);
  }
  setImage(image: NativeImage | string): void {
    this.image = typeof image === 'string' ? image : pathOf(image);
  }
  setToolTip(text: string): void {
    this.toolTip = text;
  }
  setContextMenu(menu: Menu | null): void {
    this.menu = templateOf(menu);
  }
}

class FakeApp extends Emitter {
  isPackaged = false;
  userAgentFallback = 'Mozilla/5.0 (X11; Linux x86_64) Guilde/0.1.0 Electron/45.4.1';
  hasLock = true;
  badge = 0;
  hasQuit = false;
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
  async whenReady(): Promise<void> {}
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
    return '0.1.0';
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
    return true;
  }
  getLoginItemSettings(): LoginItemSettings {
    return this.login;
  }
  setLoginItemSettings(settings: { openAtLogin?: boolean; args?: string[] }): void {
    Object.assign(this.login, settings);
  }
}

/** Electron's own WebSocket of the main process, on Node's. */
class FakeWebSocket extends WebSocket {
  constructor(url: string, { headers, origin }: WebSocketOptions) {
    // Node's takes headers too, undeclared.
    super(url, { headers: { ...headers, origin } } as never);
  }
}

const pathOf = (image: NativeImage) => (image as unknown as { path: string }).path;
const templateOf = (menu: Menu | null) =>
  (menu as unknown as { template: MenuItemConstructorOptions[] } | null)?.template ?? [];

type SenderFrame = { origin: string; parent: object | null } | null;
type Handler = (event: never, ...values: never[]) => unknown;
type PermissionHandlers = {
  request:
    | ((contents: never, permission: never, answer: (granted: boolean) => void, details: never) => void)
    | null;
  check: ((contents: never, permission: never, origin: string, details: never) => boolean) | null;
  device: ((details: never) => boolean) | null;
};

/** The frame of our own page, as Electron describes it. */
export const OWN_FRAME: SenderFrame = { origin: 'app://bundle', parent: null };

/** A stand-in for Electron, checked against the same seam as the real one, and everything that it was asked to do. */
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
  const permissions: PermissionHandlers = { request: null, check: null, device: null };
  const records = {
    menuBar: [] as MenuItemConstructorOptions[],
    spellChecker: [] as string[],
    learned: [] as string[],
    cachesCleared: 0,
    dialogAnswer: 0,
    /** Fetches that the network lets through. */
    isOnline: true,
    screens: [{ x: 0, y: 0, width: 1920, height: 1080 }] as Rectangle[],
    encryption: { available: true, backend: 'gnome_libsecret' as const as string },
  };
  const app = new FakeApp(folder, () => windows);
  const powerMonitor = new FakePowerMonitor();
  const electron = {
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
    WebSocket: FakeWebSocket,
    Menu: {
      buildFromTemplate: (template: MenuItemConstructorOptions[]) =>
        ({ template, popup: () => popups.push(template) }) as never,
      setApplicationMenu: (menu: Menu | null) => {
        records.menuBar = templateOf(menu);
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
        availableSpellCheckerLanguages: ['de', 'en-US', 'fr'],
        setSpellCheckerLanguages: (languages: string[]) => {
          records.spellChecker = languages;
        },
        addWordToSpellCheckerDictionary: (word: string) => records.learned.push(word) > 0,
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
      fetch: async (url: string, init: RequestInit) => {
        if (!records.isOnline) throw new TypeError('net::ERR_INTERNET_DISCONNECTED');
        return fetch(url, init);
      },
    },
    safeStorage: {
      isAsyncEncryptionAvailable: async () => records.encryption.available,
      getSelectedStorageBackend: () => records.encryption.backend as 'gnome_libsecret',
      encryptStringAsync: async (text: string) => Buffer.from(`sealed:${Buffer.from(text).toString('hex')}`),
      decryptStringAsync: async (sealed: Buffer) => ({
        result: Buffer.from(sealed.toString().slice('sealed:'.length), 'hex').toString(),
        shouldReEncrypt: false,
      }),
    },
    shell: {
      openExternal: async (url: string) => {
        opened.push(url);
      },
    },
    screen: { getAllDisplays: () => records.screens.map((workArea) => ({ workArea })) as never },
    dialog: { showMessageBoxSync: () => records.dialogAnswer },
  } satisfies DesktopElectron;

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
    /** As if a page sent this over its bridge. */
    send: (channel: string, value?: unknown, senderFrame: SenderFrame = OWN_FRAME) =>
      request(channel, value === undefined ? [] : [value], senderFrame),
    invoke: async (channel: string, senderFrame: SenderFrame = OWN_FRAME) =>
      (invokable.get(channel) as (event: unknown) => unknown)({ senderFrame }),
    /** As if the page fetched this from its own scheme. */
    load: async (path: string, init?: RequestInit) => {
      const handler = handled.get('app');
      if (!handler) throw new Error('Nobody serves app://');
      return handler(new Request(`app://bundle${path}`, init));
    },
    remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 }),
  });
}

export type FakeElectron = ReturnType<typeof createFakeElectron>;
