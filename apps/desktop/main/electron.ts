import type * as Electron from 'electron';

/** The real module (index.ts) and the stand-in (test/fake-electron.ts) are checked against it. */
export type DesktopElectron = {
  app: App;
  BrowserWindow: new (options: Electron.BrowserWindowConstructorOptions) => Window;
  Menu: Pick<typeof Electron.Menu, 'setApplicationMenu'> & {
    buildFromTemplate(template: Electron.MenuItemConstructorOptions[]): Electron.Menu;
  };
  Tray: new (image: Electron.NativeImage) => Tray;
  Notification: NotificationClass;
  clipboard: { writeText(text: string): unknown };
  nativeTheme: Pick<Electron.NativeTheme, 'shouldUseDarkColors' | 'themeSource'>;
  nativeImage: Pick<typeof Electron.nativeImage, 'createFromPath'>;
  ipcMain: Pick<Electron.IpcMain, 'on' | 'handle'>;
  protocol: Pick<Electron.Protocol, 'registerSchemesAsPrivileged' | 'handle'>;
  session: { defaultSession: Session };
  net: {
    fetch(url: string, init: RequestInit): Promise<Response>;
    WebSocket: new (url: string, options: Electron.WebSocketOptions) => Socket;
  };
  safeStorage: SafeStorage;
  shell: Pick<Electron.Shell, 'openExternal' | 'openPath' | 'showItemInFolder'>;
  powerMonitor: Pick<Electron.PowerMonitor, 'on' | 'getSystemIdleState'>;
  screen: Pick<Electron.Screen, 'getAllDisplays'>;
  dialog: Pick<Electron.Dialog, 'showMessageBoxSync' | 'showErrorBox'> & {
    showMessageBox(options: Electron.MessageBoxOptions): Promise<{ response: number }>;
    showSaveDialog(
      window: never,
      options: Electron.SaveDialogOptions,
    ): Promise<Pick<Electron.SaveDialogReturnValue, 'canceled' | 'filePath'>>;
  };
};

export type App = Pick<
  Electron.App,
  | 'on'
  | 'whenReady'
  | 'quit'
  | 'getPath'
  | 'getVersion'
  | 'isPackaged'
  | 'userAgentFallback'
  | 'requestSingleInstanceLock'
  | 'setAsDefaultProtocolClient'
  | 'setAppUserModelId'
  | 'setBadgeCount'
  | 'getLoginItemSettings'
  | 'setLoginItemSettings'
  | 'disableHardwareAcceleration'
> & {
  commandLine: Pick<Electron.CommandLine, 'hasSwitch'>;
  /** Only macOS has a dock. */
  dock?: Pick<Electron.Dock, 'bounce'> | undefined;
};

export type Window = Pick<
  Electron.BrowserWindow,
  | 'on'
  | 'once'
  | 'loadURL'
  | 'show'
  | 'hide'
  | 'close'
  | 'focus'
  | 'restore'
  | 'maximize'
  | 'isMinimized'
  | 'isMaximized'
  | 'isVisible'
  | 'isFocused'
  | 'isFullScreen'
  | 'setFullScreen'
  | 'isDestroyed'
  | 'getNormalBounds'
  | 'setOverlayIcon'
  | 'flashFrame'
  | 'setProgressBar'
> & { webContents: WebContents };

export type WebContents = Pick<
  Electron.WebContents,
  | 'on'
  | 'send'
  | 'getURL'
  | 'reload'
  | 'forcefullyCrashRenderer'
  | 'setWindowOpenHandler'
  | 'replaceMisspelling'
  | 'copyImageAt'
> & { navigationHistory: Pick<Electron.NavigationHistory, 'goBack' | 'goForward'> };

export type Tray = Pick<Electron.Tray, 'on' | 'setImage' | 'setToolTip' | 'setContextMenu'>;

export type NotificationClass = {
  new (options: Electron.NotificationConstructorOptions): ShownNotification;
  isSupported(): boolean;
};
export type ShownNotification = Pick<Electron.Notification, 'on' | 'show' | 'close'>;

type Socket = Pick<Electron.WebSocket, 'send' | 'close' | 'readyState' | 'addEventListener'>;

export type Session = Pick<
  Electron.Session,
  | 'on'
  | 'setPermissionRequestHandler'
  | 'setPermissionCheckHandler'
  | 'setDevicePermissionHandler'
  | 'setSpellCheckerEnabled'
  | 'setSpellCheckerDictionaryDownloadURL'
  | 'setSpellCheckerLanguages'
  | 'availableSpellCheckerLanguages'
  | 'addWordToSpellCheckerDictionary'
  | 'clearCache'
  | 'flushStorageData'
>;

export type DownloadItem = Pick<
  Electron.DownloadItem,
  'on' | 'once' | 'getURL' | 'getFilename' | 'getReceivedBytes' | 'getTotalBytes' | 'setSavePath' | 'cancel'
>;

export type SafeStorage = Pick<
  Electron.SafeStorage,
  'isAsyncEncryptionAvailable' | 'encryptStringAsync' | 'decryptStringAsync'
>;
