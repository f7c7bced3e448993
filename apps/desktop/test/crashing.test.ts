import { afterEach, expect, it } from 'vitest';
import { endApps, startApp } from './running-app.ts';

/** Nobody listens there. */
const NO_SERVER = 'http://localhost:9';

afterEach(endApps);

async function open() {
  let now = Date.parse('2026-11-17T09:00:00Z');
  const app = await startApp(NO_SERVER, { now: () => new Date(now) });
  await expect.poll(() => app.windows.length).toBe(1);
  const [window] = app.windows;
  if (!window) throw new Error('No window');
  const { webContents } = window;
  return {
    app,
    window,
    page: webContents,
    crash: (seconds = 0, reason = 'crashed') => {
      now += seconds * 1000;
      webContents.emit('render-process-gone', {}, { reason });
    },
  };
}

it('comes back by itself after a crash, and after those that are far apart', async () => {
  const { app, page, crash } = await open();
  for (let count = 0; count < 10; count++) crash(31, 'oom');
  expect([page.reloads, app.dialogs]).toEqual([10, []]);
});

it('a page that ends as it should is not shown again', async () => {
  const { page, crash } = await open();
  crash(0, 'clean-exit');
  expect(page.reloads).toBe(0);
});

it('the third crash within a minute asks instead, once, in French', async () => {
  const { app, page, crash } = await open();
  for (let count = 0; count < 8; count++) crash(1);
  expect(page.reloads).toBe(2);
  expect(app.dialogs.map(({ buttons }) => buttons)).toEqual([['Réessayer', 'Quitter']]);
});

it('« Réessayer » starts over from the first page, and counts anew', async () => {
  const { app, page, crash } = await open();
  page.url = 'app://bundle/sos/1';
  for (let count = 0; count < 3; count++) crash(1);
  app.answerDialog(0);
  await expect.poll(() => page.url).toBe('app://bundle/home');
  crash(1);
  expect([page.reloads, app.dialogs.length, app.app.hasQuit]).toEqual([3, 1, false]);
});

it('« Quitter » quits', async () => {
  const { app, window, crash } = await open();
  for (let count = 0; count < 3; count++) crash(1);
  app.answerDialog(1);
  await expect.poll(() => app.app.hasQuit).toBe(true);
  expect(window.destroyed).toBe(true);
});

it('a page that no longer answers may be waited for or ended, and is then shown again', async () => {
  const { app, window, page } = await open();
  window.emit('unresponsive');
  expect(app.dialogs.map(({ buttons }) => buttons)).toEqual([['Attendre', 'Recharger']]);
  app.answerDialog(0);
  const asked = () => {
    window.emit('unresponsive');
    return app.dialogs.length;
  };
  await expect.poll(asked).toBe(2);
  app.answerDialog(1);
  await expect.poll(() => page.reloads).toBe(1);
});

it('one asks once about a page that does not answer, and no longer once it answers', async () => {
  const { app, window, page } = await open();
  window.emit('unresponsive');
  window.emit('unresponsive');
  expect(app.dialogs.map(({ signal }) => signal?.aborted)).toEqual([false]);
  window.emit('responsive');
  expect(app.dialogs.map(({ signal }) => signal?.aborted)).toEqual([true]);
  app.answerDialog(1);
  await Promise.resolve();
  expect(page.reloads).toBe(0);
});
