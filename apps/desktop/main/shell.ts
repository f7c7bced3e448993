import { join } from 'node:path';
import type { ContextMenuParams } from 'electron';
import { REPORTS, REQUESTS } from '../bridge.ts';
import { type AppWindow, createAppWindow } from './app-window.ts';
import type { Connection } from './connection.ts';
import { contextMenu } from './context-menu.ts';
import { createState, type StateHolder } from './desktop-state.ts';
import type { DesktopElectron, Tray, Window } from './electron.ts';
import { openOutside } from './guards.ts';
import { type Images, imagesIn } from './images.ts';
import { makeTray, menuBar } from './menus.ts';
import { createPageSocket, type PageSocket } from './page-socket.ts';
import { answerRequests } from './requests.ts';
import { createStartAtLogin, type StartAtLogin } from './start-at-login.ts';
import type { Surroundings } from './surroundings.ts';
import { startUpdates, type Updates } from './updates.ts';
import { createWatch, type Watch } from './watch.ts';

/** Everything that the person sees and meets: window, tray, menus, badge, notifications, updates. */
export function createShell(
  electron: DesktopElectron,
  around: Surroundings,
  connection: Connection,
): AppWindow {
  const { app, powerMonitor } = electron;
  const images = imagesIn(around.folders.images, around.platform);
  const login = createStartAtLogin({ ...around, app });
  const state = createState(
    {
      version: app.getVersion(),
      session: connection.session.place(),
      startsAtLogin: login.isOn(),
      compatibility: 'compatible',
      update: null,
      notifications: electron.Notification.isSupported(),
    },
    (next) => window.send(REPORTS.state, next),
  );
  const wake = () => {
    watch.wake();
    void compare(connection, state);
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
    pageGone: () => pageSocket.gone(),
    focused: wake,
    blurred: () => watch.attentionChanged(),
    navigated: () => watch.looked(),
  });
  const tray = showMenus(electron, around, images, window);
  const watch = createWatch({ electron, around, images, connection, tray, window });
  const pageSocket = createPageSocket(watch.link, window.send);
  const updates = startUpdates({
    updater: app.isPackaged && around.downloads ? around.updater() : null,
    installsItself: around.platform !== 'linux' || around.env.APPIMAGE !== undefined,
    changed: (update) => state.set({ update }),
    closeThen: window.closeThen,
    failed: window.open,
  });
  connection.session.onPlace((place, adopted) => {
    state.set({ session: place });
    // The page took the member for a visitor.
    if (adopted) window.current()?.webContents.reload();
  });
  answer(electron, { state, window, pageSocket, login, updates });
  void compare(connection, state);
  powerMonitor.on('resume', wake);
  powerMonitor.on('unlock-screen', wake);
  powerMonitor.on('lock-screen', () => watch.attentionChanged());
  app.on('activate', window.open);
  endWith(electron, window, watch, updates);
  return window;
}

/** Whether this app and the server still understand each other. */
async function compare({ server }: Connection, state: StateHolder): Promise<void> {
  const verdict = await server.compatibility();
  if (verdict) state.set({ compatibility: verdict });
}

function showMenus(
  electron: Pick<DesktopElectron, 'app' | 'Tray' | 'Menu' | 'nativeImage'>,
  { platform }: Pick<Surroundings, 'platform'>,
  images: Images,
  { open }: Pick<AppWindow, 'open'>,
): Tray {
  const acts = { open, quit: () => electron.app.quit() };
  electron.Menu.setApplicationMenu(electron.Menu.buildFromTemplate(menuBar(acts, platform)));
  return makeTray(electron, images.tray, acts);
}

function showContextMenu(
  { Menu, session, shell }: Pick<DesktopElectron, 'Menu' | 'session' | 'shell'>,
  { webContents }: Window,
  clicked: ContextMenuParams,
): void {
  const template = contextMenu(clicked, {
    correct: (word) => webContents.replaceMisspelling(word),
    learn: (word) => void session.defaultSession.addWordToSpellCheckerDictionary(word),
    openOutside: (url) => openOutside(shell, url),
  });
  if (template.length > 0) Menu.buildFromTemplate(template).popup();
}

type Answering = {
  state: StateHolder;
  window: AppWindow;
  pageSocket: PageSocket;
  login: StartAtLogin;
  updates: Updates;
};

function answer(
  { ipcMain, shell }: Pick<DesktopElectron, 'ipcMain' | 'shell'>,
  { state, window, pageSocket, login, updates }: Answering,
): void {
  const setLogin = async (wanted: boolean) => {
    await login.set(wanted).catch(() => undefined);
    state.set({ startsAtLogin: login.isOn() });
  };
  answerRequests(ipcMain, {
    [REQUESTS.state]: state.get,
    [REQUESTS.ready]: window.ready,
    [REQUESTS.openSocket]: ({ id }) => pageSocket.open(id),
    [REQUESTS.sendFrame]: ({ id, frame }) => pageSocket.send(id, frame),
    [REQUESTS.closeSocket]: ({ id }) => pageSocket.close(id),
    [REQUESTS.openExternal]: ({ url }) => openOutside(shell, url),
    [REQUESTS.setStartAtLogin]: ({ wanted }) => void setLogin(wanted),
    [REQUESTS.restartToUpdate]: updates.restart,
  });
}

/** « Quitter » quits; closing the window does not. */
function endWith(
  { app }: Pick<DesktopElectron, 'app'>,
  window: AppWindow,
  watch: Watch,
  updates: Updates,
): void {
  app.on('before-quit', window.letClose);
  app.on('window-all-closed', () => undefined);
  app.on('will-quit', () => {
    updates.stop();
    watch.stop();
  });
}
