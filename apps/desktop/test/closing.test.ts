import { afterEach, expect, it } from 'vitest';
import { createFakeElectron } from './fake-electron.ts';
import { endApps, startApp } from './running-app.ts';

/** When the window closes, hides or does not even open. Nobody listens there. */
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
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect([app.windows.length, app.trays.length]).toEqual([0, 1]);
});
