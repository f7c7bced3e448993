import type { DesktopState } from '../bridge.ts';
import type { DesktopElectron } from './electron.ts';

/** The addresses of the files are relative to that of the updates. */
type Release = { version: string; files: readonly { url: string }[] };

export type Updater = {
  autoDownload: boolean;
  autoInstallOnAppQuit: boolean;
  logger: unknown;
  on(event: 'update-available' | 'update-downloaded', listener: (release: Release) => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
  checkForUpdates(): Promise<{ isUpdateAvailable: boolean; updateInfo: Release } | null>;
  quitAndInstall(isSilent?: boolean, isForceRunAfter?: boolean): void;
};

const EVERY_MS = 4 * 3_600_000;

export type Updates = {
  check: () => void;
  /** The person asked, so that the outcome is said in a dialog. It is null where nothing is updated. */
  search: (() => void) | null;
  restart: () => void;
  stop: () => void;
};

type UpdateDeps = {
  /** It is null in development, and in a build without a downloads address. */
  updater: Updater | null;
  downloads: string | null;
  /** It is false for packages that the system's manager replaces (deb). */
  installsItself: boolean;
  version: string;
  changed: (update: DesktopState['update']) => void;
  /** `act` does not run if the person stays because of unsaved text. */
  closeThen: (act: () => void) => void;
  failed: () => void;
  dialog: Pick<DesktopElectron['dialog'], 'showMessageBox'>;
  openOutside: (url: string) => void;
  report: (what: string, error: unknown) => void;
};

/** An update is installed at a restart or at the end, never while the app is in use. */
export function startUpdates(deps: UpdateDeps): Updates {
  const { updater, installsItself, changed, closeThen, failed } = deps;
  if (!updater)
    return { check: () => undefined, search: null, restart: () => undefined, stop: () => undefined };
  let ready: string | null = null;
  let isRestarting = false;
  updater.logger = null;
  updater.autoDownload = installsItself;
  updater.autoInstallOnAppQuit = installsItself;
  updater.on('update-available', (release) => {
    if (ready === null && !installsItself)
      changed({ version: release.version, ready: false, download: downloadOf(release, deps) });
  });
  updater.on('update-downloaded', ({ version }) => {
    ready = version;
    changed({ version, ready: true, download: null });
  });
  // Without network or feed, the next check tries again.
  updater.on('error', () => {
    if (isRestarting) failed();
    isRestarting = false;
  });
  const check = () => void updater.checkForUpdates().catch(() => undefined);
  const restart = () => {
    if (ready === null) return;
    // The installer starts before the app quits, so closing must not be refused after that.
    closeThen(() => {
      isRestarting = true;
      updater.quitAndInstall(false, true);
    });
  };
  check();
  const timer = setInterval(check, EVERY_MS);
  let isSearching = false;
  const search = () => {
    if (isSearching) return;
    isSearching = true;
    const outcome = ready === null ? outcomeOf(updater, deps) : readyOutcome(ready, restart);
    void Promise.resolve(outcome)
      .then((found) => tell(found, deps))
      .finally(() => {
        isSearching = false;
      });
  };
  return { check, search, restart, stop: () => clearInterval(timer) };
}

type Outcome = { message: string; detail: string; action?: { label: string; act: () => void } };

const readyOutcome = (version: string, restart: () => void): Outcome => ({
  message: `La version ${version} est prête.`,
  detail: 'Guilde redémarre pour l’installer.',
  action: { label: 'Redémarrer', act: restart },
});

async function outcomeOf(updater: Updater, deps: UpdateDeps): Promise<Outcome> {
  try {
    const found = await updater.checkForUpdates();
    if (!found?.isUpdateAvailable)
      return { message: 'Guilde est à jour.', detail: `Tu as la version ${deps.version}.` };
    const release = found.updateInfo;
    const message = `La version ${release.version} est disponible.`;
    if (deps.installsItself)
      return { message, detail: 'Elle se télécharge. Guilde te dira quand elle est prête.' };
    const download = downloadOf(release, deps);
    return {
      message,
      detail: 'Télécharge-la, puis installe-la.',
      ...(download !== null && {
        action: { label: 'Télécharger', act: () => deps.openOutside(download) },
      }),
    };
  } catch (error) {
    deps.report('The search for an update failed', error);
    return {
      message: 'La recherche a échoué.',
      detail: 'L’adresse des mises à jour ne répond pas. Vérifie ta connexion, puis réessaie.',
    };
  }
}

const ACT = 0;

async function tell({ message, detail, action }: Outcome, { dialog }: UpdateDeps): Promise<void> {
  const { response } = await dialog.showMessageBox({
    type: 'info',
    title: 'Guilde',
    message,
    detail,
    buttons: action ? [action.label, 'Plus tard'] : ['OK'],
    defaultId: 0,
    cancelId: action ? 1 : 0,
    noLink: true,
  });
  if (action && response === ACT) action.act();
}

/** The packages of Linux are the only ones that do not install themselves. */
function downloadOf({ files }: Release, { downloads }: Pick<UpdateDeps, 'downloads'>): string | null {
  const file = files.find(({ url }) => url.endsWith('.deb'));
  return file && downloads !== null ? new URL(file.url, `${downloads}/`).href : null;
}
