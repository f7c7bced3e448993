import type { DesktopState } from '../bridge.ts';

/** What is used of electron-updater. */
export type Updater = {
  autoDownload: boolean;
  autoInstallOnAppQuit: boolean;
  logger: unknown;
  on(event: 'update-available' | 'update-downloaded', listener: (info: { version: string }) => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
  checkForUpdates(): Promise<unknown>;
  quitAndInstall(isSilent?: boolean, isForceRunAfter?: boolean): void;
};

const EVERY_MS = 4 * 3_600_000;

export type Updates = { check: () => void; restart: () => void; stop: () => void };

type UpdateDeps = {
  /** Null where there is nothing to update: in development, and in a build that was told of no place for updates. */
  updater: Updater | null;
  /** False for packages that the system's own manager replaces (deb). */
  installsItself: boolean;
  changed: (update: DesktopState['update']) => void;
  /** Closes the window and then acts; not if somebody stays because something typed would be lost. */
  closeThen: (act: () => void) => void;
  /** The update could not be installed after all. */
  failed: () => void;
};

/**
 * Looks for a new version at the start and every four hours, and downloads it in the background. It is installed when
 * the person restarts for it, or when they quit: never on its own while the app is in use.
 */
export function startUpdates({ updater, installsItself, changed, closeThen, failed }: UpdateDeps): Updates {
  if (!updater) return { check: () => undefined, restart: () => undefined, stop: () => undefined };
  let isReady = false;
  let isRestarting = false;
  updater.logger = null;
  updater.autoDownload = installsItself;
  updater.autoInstallOnAppQuit = installsItself;
  updater.on('update-available', ({ version }) => {
    if (!isReady && !installsItself) changed({ version, ready: false });
  });
  updater.on('update-downloaded', ({ version }) => {
    isReady = true;
    changed({ version, ready: true });
  });
  // Without network, or with a feed that is away: the next look will do.
  updater.on('error', () => {
    if (isRestarting) failed();
    isRestarting = false;
  });
  const check = () => void updater.checkForUpdates().catch(() => undefined);
  check();
  const timer = setInterval(check, EVERY_MS);
  return {
    check,
    restart: () => {
      if (!isReady) return;
      // The updater starts the installer before it quits the app: by then nobody may change their mind.
      closeThen(() => {
        isRestarting = true;
        updater.quitAndInstall(false, true);
      });
    },
    stop: () => clearInterval(timer),
  };
}
