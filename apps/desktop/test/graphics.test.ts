import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MenuItemConstructorOptions } from 'electron';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { endApps, type RunningApp, restart, startApp } from './running-app.ts';

/** Nobody listens there. */
const NO_SERVER = 'http://localhost:9';

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  endApps();
  vi.restoreAllMocks();
});

const crash = (app: RunningApp, times: number, reason = 'crashed', type = 'GPU') => {
  for (let count = 0; count < times; count++) app.app.emit('child-process-gone', {}, { type, reason });
};
const diagnostic = (app: RunningApp) => {
  const help = app.menuBar.find(({ label }) => label === 'Aide')?.submenu as MenuItemConstructorOptions[];
  const copy = help.find(({ label }) => label === 'Copier le diagnostic')?.click as (() => void) | undefined;
  copy?.();
  return app.copied.at(-1);
};

it('after crashes again and again the next start does without it, and says so', async () => {
  const first = await startApp(NO_SERVER);
  crash(first, 3);
  expect([first.app.isAccelerated, diagnostic(first)]).toEqual([
    true,
    expect.stringContaining('Graphics card: on'),
  ]);
  const second = await restart(first, NO_SERVER);
  expect(second.app.isAccelerated).toBe(false);
  expect(diagnostic(second)).toContain('Graphics card: off');
  const journal = readFileSync(join(second.app.getPath('userData'), 'logs/guilde.log'), 'utf8');
  expect(journal).toContain('Without the graphics card');
  const third = await restart(second, NO_SERVER);
  expect(third.app.isAccelerated).toBe(false);
});

it('another version tries it again', async () => {
  const first = await startApp(NO_SERVER);
  first.app.version = '0.0.9';
  crash(first, 3);
  expect((await restart(first, NO_SERVER)).app.isAccelerated).toBe(true);
});

it.each([
  ['two crashes', 2, 'crashed', 'GPU'],
  ['ends as it should', 5, 'clean-exit', 'GPU'],
  ['crashes of another process', 5, 'crashed', 'Utility'],
])('%s change nothing', async (_what, times, reason, type) => {
  const first = await startApp(NO_SERVER);
  crash(first, times, reason, type);
  expect((await restart(first, NO_SERVER)).app.isAccelerated).toBe(true);
});
