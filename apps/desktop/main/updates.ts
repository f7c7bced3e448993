import type { DesktopState } from '../bridge.ts';

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
  /** It is null in development, and in a build without a downloads address. */
  updater: Updater | null;
  /** It is false for packages that the system's manager replaces (deb). */
  installsItself: boolean;
  changed: (update: DesktopState['update']) => void;
  /** `act` does not run if the person stays because of unsaved text. */
  closeThen: (act: () => void) => void;
  failed: () => void;
};

/** An update is installed at a restart or at the end, never while the app is in use. */
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
  // Without network or feed, the next check tries again.
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
      // The installer starts before the app quits, so closing must not be refused after that.
      closeThen(() => {
        isRestarting = true;
        updater.quitAndInstall(false, true);
      });
    },
    stop: () => clearInterval(timer),
  };
}
