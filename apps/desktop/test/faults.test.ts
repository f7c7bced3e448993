import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MenuItemConstructorOptions } from 'electron';
import { afterEach, expect, it, vi } from 'vitest';
import { createFakeElectron } from './fake-electron.ts';
import { endApps, startApp, windowOf } from './running-app.ts';

const NO_SERVER = 'http://localhost:9';

afterEach(() => {
  endApps();
  vi.restoreAllMocks();
});

async function open() {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const faults: ((error: unknown, isUncaught: boolean) => void)[] = [];
  const app = await startApp(NO_SERVER, { onFault: (listener) => faults.push(listener) });
  await expect.poll(() => app.windows.length).toBe(1);
  const journal = () => readFileSync(join(app.app.getPath('userData'), 'logs/guilde.log'), 'utf8');
  return { app, journal, fail: (error: unknown, isUncaught = true) => faults[0]?.(error, isUncaught) };
}

it('an error that nobody caught is written down and said once, in French; the app goes on', async () => {
  const { app, journal, fail } = await open();
  fail(new TypeError('e.WebSocket is not a constructor'));
  fail(new TypeError('again'));
  expect(app.dialogs.map(({ message, buttons }) => [message, buttons])).toEqual([
    ['Guilde a rencontré un problème.', ['Continuer', 'Copier le diagnostic', 'Quitter']],
  ]);
  expect(journal()).toMatch(/Uncaught: TypeError: e.WebSocket is not a constructor\n +at /);
  app.answerDialog(0);
  expect(app.app.hasQuit).toBe(false);
});

it('the diagnostic can be copied and the app quitted from there', async () => {
  const { app, fail } = await open();
  fail(new Error('first'));
  app.answerDialog(1);
  await expect.poll(() => app.copied.length).toBe(1);
  expect(app.copied[0]).toMatch(/^Guilde 0.1.0 .*\nServer: .*\nlinux [\s\S]*first/);
  await expect
    .poll(() => {
      fail(new Error('second'));
      return app.dialogs.length;
    })
    .toBe(2);
  app.answerDialog(2);
  await expect.poll(() => app.app.hasQuit).toBe(true);
});

it('a promise that nobody waits for, and a process that ends, are only written down', async () => {
  const { app, journal, fail } = await open();
  fail(new Error('lost'), false);
  app.app.emit('child-process-gone', {}, { type: 'GPU', reason: 'crashed' });
  expect(app.dialogs).toEqual([]);
  expect(journal()).toMatch(/Unhandled rejection: Error: lost[\s\S]*of the kind GPU ended: crashed/);
});

it('« Aide » opens the journal, copies the diagnostic and says the version', async () => {
  const { app } = await open();
  const help = app.menuBar.find(({ label }) => label === 'Aide')?.submenu as MenuItemConstructorOptions[];
  const click = (label: string) =>
    (help.find((one) => one.label === label)?.click as (() => void) | undefined)?.();
  click('Ouvrir le journal');
  click('Copier le diagnostic');
  expect(app.opened.at(-1)).toMatch(/guilde\.log$/);
  expect(app.copied[0]).toContain('Sandbox: on');
  const told = () => windowOf(app).webContents.sent.filter(([channel]) => channel === 'diagnostic-copied');
  await expect.poll(told).toEqual([['diagnostic-copied', true]]);
  const writeText = () => Promise.reject(new Error('no clipboard'));
  Object.assign(app.electron.clipboard, { writeText });
  click('Copier le diagnostic');
  await expect.poll(() => told().at(-1)).toEqual(['diagnostic-copied', false]);
  expect(help.some(({ label }) => label === 'Version 0.1.0')).toBe(true);
});

it('a dark computer gets a dark window, before the page is there', async () => {
  const fake = createFakeElectron();
  fake.isDark = true;
  const app = await startApp(NO_SERVER, {}, fake);
  await expect.poll(() => app.windows[0]?.options.backgroundColor).toBe('#18140f');
});

it('the first time that the window is closed, a hint says that the app is still there', async () => {
  const { app } = await open();
  app.windows[0]?.close();
  await expect.poll(() => app.notifications.length).toBe(1);
  expect(app.notifications[0]?.options.title).toBe('Guilde continue en arrière-plan');
});
