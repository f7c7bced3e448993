import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { createFakeElectron } from './fake-electron.ts';
import { endApps, startApp } from './running-app.ts';

/** Nobody listens there. */
const NO_SERVER = 'http://localhost:9';

afterEach(endApps);

async function open(around: Parameters<typeof startApp>[1] = {}) {
  const app = await startApp(NO_SERVER, around);
  await expect.poll(() => app.windows.length).toBe(1);
  const [window] = app.windows;
  if (!window) throw new Error('No window');
  return { app, window };
}

it('hides again when somebody has stayed instead of quitting', async () => {
  const { app, window } = await open();
  app.app.emit('before-quit');
  window.webContents.emit('will-prevent-unload');
  window.close();
  expect(window).toMatchObject({ visible: false, destroyed: false });
});

it('macOS says itself that it has started the app with the computer', async () => {
  const fake = createFakeElectron();
  fake.app.login.wasOpenedAtLogin = true;
  const app = await startApp(NO_SERVER, { platform: 'darwin' }, fake);
  expect([app.windows.length, app.trays.length]).toEqual([0, 1]);
});

it('its place is on the disk before the app ends', async () => {
  const { app } = await open();
  const file = join(app.app.getPath('userData'), 'window.json');
  expect(existsSync(file)).toBe(false);
  app.quit();
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ width: 1200 });
});

it('shows what would be lost before it asks', async () => {
  const { app, window } = await open();
  window.close();
  expect(window.visible).toBe(false);
  window.hasUnsaved = true;
  app.quit();
  expect([window.visible, app.app.hasQuit]).toEqual([true, false]);
  app.dialogAnswer = 1;
  app.quit();
  expect(app.app.hasQuit).toBe(true);
});

it('leaves the full screen before it hides', async () => {
  const { window } = await open();
  window.fullScreen = true;
  window.close();
  expect(window).toMatchObject({ visible: true, destroyed: false });
  await expect.poll(() => window.visible).toBe(false);
  expect(window.fullScreen).toBe(false);
});

it('says that it cannot start instead of vanishing', async () => {
  const complaint = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const app = await startApp('not an address');
  complaint.mockRestore();
  expect([app.errors, app.app.hasQuit, app.windows]).toEqual([['Guilde ne peut pas démarrer'], true, []]);
});
