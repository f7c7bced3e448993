import { join } from 'node:path';
import type { Theme } from '@guilde/contracts/settings/rules.ts';
import type { ContextMenuParams } from 'electron';
import { type DesktopState, REPORTS, REQUESTS } from '../bridge.ts';
import { type AppWindow, createAppWindow } from './app-window.ts';
import type { Connection } from './connection.ts';
import { contextMenu } from './context-menu.ts';
import { createState, type StateHolder } from './desktop-state.ts';
import { type Downloads, watchDownloads } from './downloads.ts';
import type { DesktopElectron, Tray, Window } from './electron.ts';
import type { Help } from './faults.ts';
import { readIfThere, writePrivately } from './files.ts';
import { openOnWeb, openOutside } from './guards.ts';
import { type Images, imagesIn } from './images.ts';
import { type Acts, makeTray, menuBar } from './menus.ts';
import { answerRequests } from './requests.ts';
import { createStartAtLogin, type StartAtLogin } from './start-at-login.ts';
import type { Surroundings } from './surroundings.ts';
import { createTheme } from './theme.ts';
import { startUpdates, type Updates } from './updates.ts';
import { createWatch, type Watch } from './watch.ts';

export function createShell(
  electron: DesktopElectron,
  around: Surroundings,
  connection: Connection,
  help: Help,
): AppWindow {
  const { app, powerMonitor } = electron;
  const images = imagesIn(around.folders.images, around.platform);
  const theme = createTheme(electron, join(app.getPath('userData'), 'theme'));
  const login = createStartAtLogin({ ...around, app });
  const state = createState(initialState(electron, connection, login), (next) =>
    window.send(REPORTS.state, next),
  );
  const compare = () => void compareVersions(connection, state, () => updates.check());
  const wake = () => {
    watch.wake();
    compare();
    window.send(REPORTS.wake);
  };
  const window = createAppWindow({
    electron,
    placeFile: join(app.getPath('userData'), 'window.json'),
    preload: around.folders.preload,
    icon: images.app,
    now: () => around.now().getTime(),
    quit: () => app.quit(),
    contextMenu: (shown, clicked) => showContextMenu(electron, shown, clicked),
    made: () => watch.badge.again(),
    pageGone: () => watch.link.page.gone(),
    focused: wake,
    blurred: () => watch.presenceChanged(),
    hidden: () => void notifyOnce(electron, around, images),
    navigated: () => watch.pageChanged(),
  });
  const updates = updatesOf(electron, around, window, state);
  const contents = () => window.current()?.webContents;
  const tray = showMenus(electron, around, images, {
    ...help,
    open: window.open,
    quit: () => app.quit(),
    back: () => contents()?.navigationHistory.goBack(),
    forward: () => contents()?.navigationHistory.goForward(),
    mute: (isMuted) => watch.mute(isMuted),
    searchUpdates: updates.search,
    version: app.getVersion(),
  });
  const watch = createWatch({
    electron,
    around,
    images,
    connection,
    tray,
    window,
    // The server may have been replaced since the last connection.
    greeted: compare,
    notified: (isShown) => {
      if (state.get().notificationsFail === isShown) state.set({ notificationsFail: !isShown });
    },
  });
  connection.session.onPlace((place, adopted) => {
    state.set({ session: place });
    // The page was shown as a visitor's.
    if (adopted) window.current()?.webContents.reload();
  });
  const downloads = watchDownloads({
    electron,
    window: window.current,
    fellSilent: connection.fellSilent,
    report: around.journal.write,
    ended: (download) => window.send(REPORTS.downloaded, download),
  });
  answer(electron, connection, { state, window, watch, login, updates, downloads, setTheme: theme.set });
  compare();
  powerMonitor.on('resume', wake);
  powerMonitor.on('unlock-screen', wake);
  powerMonitor.on('lock-screen', () => watch.presenceChanged());
  app.on('activate', window.open);
  endWith(electron, around, window, watch, updates);
  return window;
}

function initialState(
  { app, Notification }: Pick<DesktopElectron, 'app' | 'Notification'>,
  { session }: Pick<Connection, 'session'>,
  login: StartAtLogin,
): DesktopState {
  return {
    version: app.getVersion(),
    session: session.place(),
    startsAtLogin: login.isOn(),
    compatibility: 'compatible',
    update: null,
    notifications: Notification.isSupported(),
    notificationsFail: false,
  };
}

/** Who has to install a newer version gets its address by `search`. */
async function compareVersions(
  { server }: Connection,
  state: StateHolder,
  search: () => void,
): Promise<void> {
  const verdict = await server.compatibility();
  if (!verdict || verdict === state.get().compatibility) return;
  state.set({ compatibility: verdict });
  if (verdict === 'client-too-old') search();
}

function updatesOf(
  { app, dialog, shell }: Pick<DesktopElectron, 'app' | 'dialog' | 'shell'>,
  around: Surroundings,
  window: AppWindow,
  state: StateHolder,
): Updates {
  return startUpdates({
    updater: app.isPackaged && around.downloads ? around.updater() : null,
    downloads: around.downloads,
    installsItself: around.platform !== 'linux' || around.env.APPIMAGE !== undefined,
    version: app.getVersion(),
    changed: (update) => state.set({ update }),
    closeThen: window.closeThen,
    failed: window.open,
    dialog,
    openOutside: (url) => openOutside(shell, url),
    report: around.journal.write,
  });
}

function showMenus(
  electron: Pick<DesktopElectron, 'Tray' | 'Menu' | 'nativeImage'>,
  { platform }: Pick<Surroundings, 'platform'>,
  images: Images,
  acts: Acts,
): Tray {
  electron.Menu.setApplicationMenu(electron.Menu.buildFromTemplate(menuBar(acts, platform)));
  return makeTray(electron, images.tray, acts);
}

function showContextMenu(
  { Menu, session, shell, clipboard }: Pick<DesktopElectron, 'Menu' | 'session' | 'shell' | 'clipboard'>,
  { webContents }: Window,
  clicked: ContextMenuParams,
): void {
  const template = contextMenu(clicked, {
    correct: (word) => webContents.replaceMisspelling(word),
    learn: (word) => void session.defaultSession.addWordToSpellCheckerDictionary(word),
    openOutside: (url) => openOutside(shell, url),
    copy: (text) => void clipboard.writeText(text),
    copyImage: () => webContents.copyImageAt(clicked.x, clicked.y),
  });
  if (template.length > 0) Menu.buildFromTemplate(template).popup();
}

/** The hint comes at the first closing of the window. */
async function notifyOnce(
  { app, Notification }: Pick<DesktopElectron, 'app' | 'Notification'>,
  { journal, platform }: Pick<Surroundings, 'journal' | 'platform'>,
  images: Images,
): Promise<void> {
  const file = join(app.getPath('userData'), 'closed-once');
  if ((await readIfThere(file)) || !Notification.isSupported()) return;
  await writePrivately(file, '').catch((error) => journal.write('The hint will come again', error));
  const menu = platform === 'darwin' ? 'Guilde' : 'Fichier';
  new Notification({
    title: 'Guilde continue en arrière-plan',
    body: `Guilde te préviendra des SOS et des messages. Pour quitter, passe par le menu de l’icône ou par ${menu} › Quitter Guilde.`,
    icon: images.app,
    silent: true,
  }).show();
}

type Answering = {
  state: StateHolder;
  window: AppWindow;
  watch: Pick<Watch, 'link' | 'tryNotification'>;
  login: StartAtLogin;
  updates: Updates;
  downloads: Downloads;
  setTheme: (theme: Theme) => void;
};

function answer(
  { ipcMain, shell, session }: Pick<DesktopElectron, 'ipcMain' | 'shell' | 'session'>,
  { origin }: Pick<Connection, 'origin'>,
  { state, window, watch, login, updates, downloads, setTheme }: Answering,
): void {
  const { page } = watch.link;
  const setLogin = async (wanted: boolean) => {
    await login.set(wanted).catch(() => undefined);
    state.set({ startsAtLogin: login.isOn() });
  };
  answerRequests(ipcMain, {
    [REQUESTS.state]: state.get,
    [REQUESTS.ready]: window.ready,
    [REQUESTS.openSocket]: ({ id }) => page.open(id),
    [REQUESTS.sendFrame]: ({ id, frame }) => page.send(id, frame),
    [REQUESTS.closeSocket]: ({ id }) => page.close(id),
    [REQUESTS.openExternal]: ({ url }) => openOutside(shell, url),
    [REQUESTS.openOnWeb]: ({ path }) => openOnWeb(shell, origin, path),
    [REQUESTS.setStartAtLogin]: ({ wanted }) => void setLogin(wanted),
    [REQUESTS.restartToUpdate]: updates.restart,
    [REQUESTS.showDownload]: ({ id }) => downloads.show(id),
    [REQUESTS.tryNotification]: watch.tryNotification,
    [REQUESTS.setTheme]: ({ theme }) => setTheme(theme),
    // Chromium itself writes it seconds later, which a killed app does not reach.
    [REQUESTS.saveStorage]: () => session.defaultSession.flushStorageData(),
  });
}

function endWith(
  { app }: Pick<DesktopElectron, 'app'>,
  { onTermination }: Pick<Surroundings, 'onTermination'>,
  window: AppWindow,
  watch: Watch,
  updates: Updates,
): void {
  app.on('before-quit', window.allowClose);
  app.on('window-all-closed', () => undefined);
  app.on('will-quit', () => {
    updates.stop();
    watch.stop();
  });
  onTermination(() => {
    window.endUnasked();
    app.quit();
  });
}
