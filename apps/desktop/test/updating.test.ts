import { EventEmitter } from 'node:events';
import { afterEach, expect, it } from 'vitest';
import { createFakeElectron } from './fake-electron.ts';
import { endApps, startApp } from './running-app.ts';

/** Nobody listens there. */
const NO_SERVER = 'http://localhost:9';
const DOWNLOADS = 'https://fichiers.exemple/desktop';

afterEach(endApps);

class Feed extends EventEmitter {
  autoDownload = true;
  autoInstallOnAppQuit = true;
  logger: unknown = null;
  looks = 0;
  installs = 0;
  async checkForUpdates(): Promise<void> {
    this.looks++;
  }
  quitAndInstall(): void {
    this.installs++;
  }
}

async function start({ isPackaged = true, downloads = DOWNLOADS as string | null } = {}) {
  const fake = createFakeElectron();
  fake.app.isPackaged = isPackaged;
  const feed = new Feed();
  let touched = 0;
  const updater = () => {
    touched++;
    return feed;
  };
  const app = await startApp(NO_SERVER, { downloads, updater }, fake);
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

it('closes before the installer starts, which macOS asks for as well', async () => {
  const { app, feed, window } = await start();
  feed.emit('update-downloaded', { version: '0.2.0' });
  feed.quitAndInstall = () => {
    expect(window.destroyed).toBe(true);
    feed.installs++;
  };
  app.send('restart-to-update');
  expect(feed.installs).toBe(1);
});

it('who stays for what they have typed keeps the app that runs; the window then hides as before', async () => {
  const { app, feed, window } = await start();
  feed.emit('update-downloaded', { version: '0.2.0' });
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
  feed.emit('update-downloaded', { version: '0.2.0' });
  window.hasUnsaved = true;
  app.send('restart-to-update');
  window.hasUnsaved = false;
  app.quit();
  expect([window.destroyed, feed.installs]).toEqual([true, 0]);
});

it('an update that cannot be installed gives the window back', async () => {
  const { app, feed } = await start();
  feed.emit('update-downloaded', { version: '0.2.0' });
  feed.quitAndInstall = () => feed.emit('error', new Error('EACCES'));
  app.send('restart-to-update');
  await expect.poll(() => app.windows.filter(({ destroyed }) => !destroyed).length).toBe(1);
});
