import { EventEmitter } from 'node:events';
import type { MenuItemConstructorOptions } from 'electron';
import { afterEach, describe, expect, it } from 'vitest';
import { createFakeElectron } from './fake-electron.ts';
import { endApps, type RunningApp, startApp } from './running-app.ts';

/** Nobody listens there. */
const NO_SERVER = 'http://localhost:9';
const DOWNLOADS = 'https://fichiers.exemple/desktop';

afterEach(endApps);

const OWN = { version: '0.1.0', files: [] as { url: string }[] };
const NEXT = {
  version: '0.2.0',
  files: [{ url: 'Guilde-0.2.0.AppImage' }, { url: 'guilde_0.2.0_amd64.deb' }],
};

class Feed extends EventEmitter {
  autoDownload = true;
  autoInstallOnAppQuit = true;
  logger: unknown = null;
  looks = 0;
  installs = 0;
  answer = async () => ({ isUpdateAvailable: false, updateInfo: OWN });
  checkForUpdates() {
    this.looks++;
    return this.answer();
  }
  quitAndInstall(): void {
    this.installs++;
  }
}

async function start({ isPackaged = true, downloads = DOWNLOADS as string | null, env = {} } = {}) {
  const fake = createFakeElectron();
  fake.app.isPackaged = isPackaged;
  const feed = new Feed();
  let touched = 0;
  const updater = () => {
    touched++;
    return feed;
  };
  const app = await startApp(NO_SERVER, { downloads, updater, env }, fake);
  await expect.poll(() => app.windows.length).toBe(1);
  const [window] = app.windows;
  if (!window) throw new Error('No window');
  return { app, feed, window, touched: () => touched };
}

it('an installed app looks for updates when it starts', async () => {
  expect((await start()).feed.looks).toBe(1);
});

it.each([
  ['that was told of no place for updates', { downloads: null }],
  ['in development', { isPackaged: false }],
])('an app %s never touches the updater', async (_which, how) => {
  const { app, touched } = await start(how);
  app.send('restart-to-update');
  expect([touched(), app.windows[0]?.destroyed]).toEqual([0, false]);
});

const searchItem = ({ menuBar }: RunningApp) => {
  const help = menuBar.find(({ label }) => label === 'Aide')?.submenu as MenuItemConstructorOptions[];
  return help.find(({ label }) => label === 'Rechercher les mises à jour');
};
const press = (app: RunningApp) => {
  const click = searchItem(app)?.click as (() => void) | undefined;
  click?.();
};
const said = ({ dialogs }: RunningApp) => dialogs.map(({ message, buttons }) => [message, buttons]);

describe('« Rechercher les mises à jour »', () => {
  it('says that the app is up to date, once however often it is pressed', async () => {
    const { app } = await start();
    press(app);
    press(app);
    await expect.poll(() => said(app)).toEqual([['Guilde est à jour.', ['OK']]]);
    app.answerDialog(0);
  });

  it('leads to the package that the person installs', async () => {
    const { app, feed } = await start();
    feed.answer = async () => ({ isUpdateAvailable: true, updateInfo: NEXT });
    press(app);
    await expect
      .poll(() => said(app))
      .toEqual([['La version 0.2.0 est disponible.', ['Télécharger', 'Plus tard']]]);
    app.answerDialog(0);
    await expect.poll(() => app.opened).toEqual([`${DOWNLOADS}/guilde_0.2.0_amd64.deb`]);
  });

  it('says that the new version is on its way, and restarts once it is ready', async () => {
    const { app, feed } = await start({ env: { APPIMAGE: '/opt/Guilde.AppImage' } });
    feed.answer = async () => ({ isUpdateAvailable: true, updateInfo: NEXT });
    press(app);
    await expect.poll(() => said(app)).toEqual([['La version 0.2.0 est disponible.', ['OK']]]);
    app.answerDialog(0);
    feed.emit('update-downloaded', NEXT);
    await expect
      .poll(() => {
        if (app.dialogs.length < 2) press(app);
        return said(app).at(-1);
      })
      .toEqual(['La version 0.2.0 est prête.', ['Redémarrer', 'Plus tard']]);
    app.answerDialog(0);
    await expect.poll(() => feed.installs).toBe(1);
  });

  it('says that the search failed, and searches again', async () => {
    const { app, feed } = await start();
    feed.answer = () => Promise.reject(new Error('ENOTFOUND'));
    press(app);
    await expect.poll(() => said(app)).toEqual([['La recherche a échoué.', ['OK']]]);
    app.answerDialog(0);
    feed.answer = async () => ({ isUpdateAvailable: false, updateInfo: OWN });
    await expect
      .poll(() => {
        if (app.dialogs.length < 2) press(app);
        return said(app).at(-1);
      })
      .toEqual(['Guilde est à jour.', ['OK']]);
  });

  it.each([
    ['that was told of no place for updates', { downloads: null }],
    ['in development', { isPackaged: false }],
  ])('is not offered in an app %s', async (_which, how) => {
    expect(searchItem((await start(how)).app)).toBeUndefined();
  });
});

it('closes before the installer starts, which macOS asks for as well', async () => {
  const { app, feed, window } = await start();
  feed.emit('update-downloaded', NEXT);
  feed.quitAndInstall = () => {
    expect(window.destroyed).toBe(true);
    feed.installs++;
  };
  app.send('restart-to-update');
  expect(feed.installs).toBe(1);
});

it('who stays for what they have typed keeps the app that runs; the window then hides as before', async () => {
  const { app, feed, window } = await start();
  feed.emit('update-downloaded', NEXT);
  window.hasUnsaved = true;
  app.send('restart-to-update');
  expect([window.destroyed, feed.installs]).toEqual([false, 0]);
  window.hasUnsaved = false;
  window.close();
  expect([window.visible, window.destroyed, feed.installs]).toEqual([false, false, 0]);
  app.send('restart-to-update');
  expect(feed.installs).toBe(1);
});

it('who stayed and quits later has changed their mind about nothing: the installer is not started at once', async () => {
  const { app, feed, window } = await start();
  feed.emit('update-downloaded', NEXT);
  window.hasUnsaved = true;
  app.send('restart-to-update');
  window.hasUnsaved = false;
  app.quit();
  expect([window.destroyed, feed.installs]).toEqual([true, 0]);
});

it('an update that cannot be installed gives the window back', async () => {
  const { app, feed } = await start();
  feed.emit('update-downloaded', NEXT);
  feed.quitAndInstall = () => feed.emit('error', new Error('EACCES'));
  app.send('restart-to-update');
  await expect.poll(() => app.windows.filter(({ destroyed }) => !destroyed).length).toBe(1);
});
