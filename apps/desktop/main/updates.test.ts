import { EventEmitter } from 'node:events';
import { afterEach, expect, it } from 'vitest';
import type { DesktopState } from '../bridge.ts';
import { startUpdates, type Updater, type Updates } from './updates.ts';

class Feed extends EventEmitter implements Updater {
  autoDownload = true;
  autoInstallOnAppQuit = true;
  logger: unknown = console;
  looks = 0;
  restarts = 0;
  async checkForUpdates(): Promise<never> {
    this.looks++;
    throw new Error('No network');
  }
  quitAndInstall(): void {
    this.restarts++;
  }
}

const DOWNLOADS = 'https://fichiers.exemple/desktop';
const RELEASE = { version: '0.2.0', files: [{ url: 'guilde_0.2.0_amd64.deb' }] };

let updates: Updates;
afterEach(() => updates.stop());

function start(installsItself: boolean) {
  const feed = new Feed();
  const changes: DesktopState['update'][] = [];
  updates = startUpdates({
    updater: feed,
    downloads: DOWNLOADS,
    installsItself,
    version: '0.1.0',
    changed: (update) => changes.push(update),
    closeThen: (act) => act(),
    failed: () => undefined,
    dialog: { showMessageBox: async () => ({ response: 0 }) },
    openOutside: () => undefined,
    report: () => undefined,
  });
  return { feed, changes };
}

it('an update is downloaded in the background and said when it is ready, not before', () => {
  const { feed, changes } = start(true);
  expect([feed.looks, feed.autoDownload, feed.autoInstallOnAppQuit]).toEqual([1, true, true]);
  feed.emit('update-available', RELEASE);
  expect(changes).toEqual([]);
  updates.restart();
  expect(feed.restarts, 'nothing to restart for yet').toBe(0);
  feed.emit('update-downloaded', RELEASE);
  expect(changes).toEqual([{ version: '0.2.0', ready: true, download: null }]);
  expect(feed.restarts, 'never by itself').toBe(0);
  updates.restart();
  expect(feed.restarts).toBe(1);
});

it('what the system’s package manager installs is only told', () => {
  const { feed, changes } = start(false);
  expect([feed.autoDownload, feed.autoInstallOnAppQuit]).toEqual([false, false]);
  feed.emit('update-available', RELEASE);
  expect(changes).toEqual([
    { version: '0.2.0', ready: false, download: `${DOWNLOADS}/guilde_0.2.0_amd64.deb` },
  ]);
});

it('a feed that is away disturbs nobody', () => {
  const { feed, changes } = start(true);
  feed.emit('error', new Error('ENOTFOUND'));
  updates.check();
  expect(changes).toEqual([]);
});
