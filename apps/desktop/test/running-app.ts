import { join } from 'node:path';
import { expect } from 'vitest';
import { PASSWORD, PEOPLE, type PersonName } from '../../api/test/people.ts';
import { openJournal } from '../main/journal.ts';
import { startDesktop } from '../main/start.ts';
import type { Surroundings } from '../main/surroundings.ts';
import { createFakeElectron, type FakeElectron } from './fake-electron.ts';
import type { FakeWindow } from './fake-windows.ts';

export type RunningApp = FakeElectron & {
  signIn: (name: PersonName) => Promise<Response>;
  post: (path: string, body?: unknown) => Promise<Response>;
  quit: () => void;
};

const running: RunningApp[] = [];

export function endApps(): void {
  for (const app of running.splice(0)) {
    app.quit();
    app.remove();
  }
}

/**
 * The whole main process runs on a stand-in for Electron. `fake` prepares the computer, or is one already
 * used.
 */
export async function startApp(
  server: string,
  around: Partial<Surroundings> = {},
  fake: FakeElectron = createFakeElectron(),
): Promise<RunningApp> {
  const post = (path: string, body: unknown = {}) =>
    fake.load(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: 'app://bundle' },
      body: JSON.stringify(body),
    });
  const app = Object.assign(fake, {
    post,
    signIn: (name: PersonName) =>
      post('/api/auth/sign-in', { email: PEOPLE[name].email, password: PASSWORD }),
    quit: () => fake.app.quit(),
  });
  running.push(app);
  await startDesktop(fake.electron, {
    argv: ['guilde'],
    env: {},
    platform: 'linux',
    program: '/opt/Guilde/guilde',
    folders: { renderer: '/nowhere', images: '/images', preload: '/preload.cjs' },
    server,
    devServer: null,
    downloads: null,
    updater: () => {
      throw new Error('Nothing to update here');
    },
    now: () => new Date(),
    journal: openJournal(join(fake.app.getPath('userData'), 'logs/guilde.log'), () => new Date()),
    hideArguments: () => undefined,
    onTermination: () => undefined,
    onFault: () => undefined,
    ...around,
  });
  return app;
}

export async function restart(
  app: RunningApp,
  server: string,
  around: Partial<Surroundings> = {},
): Promise<RunningApp> {
  app.quit();
  running.splice(running.indexOf(app), 1);
  const next = createFakeElectron(app.folder);
  next.encryption = app.encryption;
  return startApp(server, around, next);
}

/** Nobody listens there. */
export const NO_SERVER = 'http://localhost:9';

export async function open(
  ...args: Parameters<typeof startApp> extends [string, ...infer Rest] ? Rest : never
): Promise<RunningApp> {
  const app = await startApp(NO_SERVER, ...args);
  await expect.poll(() => app.windows.length).toBe(1);
  return app;
}

/** @throws when the app has no window. */
export function windowOf(app: RunningApp): FakeWindow {
  const [window] = app.windows;
  if (!window) throw new Error('No window');
  return window;
}

export function navigations(app: RunningApp) {
  return windowOf(app)
    .webContents.sent.filter(([channel]) => channel === 'navigate')
    .map(([, path]) => path);
}
