import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { _electron, type ElectronApplication, expect, type Page, test } from '@playwright/test';
import { PASSWORD, PEOPLE, type PersonName } from '../../api/test/people.ts';
import { type DrivenApp, type DrivenPage, drive } from './driver.ts';

/** The search for the binary must not import `electron`, which would download it. */
const ROOT = join(import.meta.dirname, '../../..');
const PROGRAMS = { darwin: 'Electron.app/Contents/MacOS/Electron', win32: 'electron.exe' } as Record<
  string,
  string
>;
const program = join(
  process.env.ELECTRON_OVERRIDE_DIST_PATH || join(ROOT, 'node_modules/electron/dist'),
  PROGRAMS[process.platform] ?? 'electron',
);
const isThere = existsSync(program);
const ATTACHED_FIRST = join(import.meta.dirname, 'attached-first.cjs');
/**
 * The recorder of notifications, tray items and launcher counts writes this file, where the journeys run on
 * one.
 */
const recorderFile = process.env.RECORDER_LOG ?? '';

if (!isThere && process.env.TEST_WORKER_INDEX === undefined) {
  const line = '═'.repeat(76);
  console.warn(
    `${line}\nNOT RUN ON A REAL ELECTRON: no binary at ${program}\n(npx install-electron)\n${line}`,
  );
}

/** Skips the journeys of a file where there is no binary, and fails where one is required. */
export function needElectron(): void {
  if (!isThere && process.env.REQUIRE_ELECTRON === '1')
    throw new Error(`REQUIRE_ELECTRON, but there is no ${program}`);
  test.skip(!isThere, `no Electron at ${program}`);
}

/** Skips a journey where there is no recorder, and fails where Electron is required. */
export function needRecorder(): void {
  if (recorderFile === '' && process.env.REQUIRE_ELECTRON === '1')
    throw new Error('REQUIRE_ELECTRON, but RECORDER_LOG names no recorder');
  test.skip(recorderFile === '', 'no recorder of notifications (RECORDER_LOG)');
}

export type RealApp = {
  electron: ElectronApplication;
  /** Waits for the window's page and for its first content. */
  page: () => Promise<Page>;
  /** Starts the program once more, as with a link, and resolves when that process has ended. */
  startAgain: (...args: string[]) => Promise<void>;
  end: () => Promise<void>;
};

export type Computer = {
  folder: string;
  strangers: string[];
  start: (...args: string[]) => Promise<RealApp>;
  /** Starts the app without Playwright, for what depends on focus, visibility, hangs or the theme. */
  drive: (...args: string[]) => Promise<DrivenApp>;
  /** Starts the program once more, as with a link, and resolves when that process has ended. */
  startAgain: (...args: string[]) => Promise<void>;
  close: () => Promise<void>;
};

/** `folder` must not exist yet. The server's own address is not sent through the proxy. */
export async function createComputer(folder: string, serverUrl: string): Promise<Computer> {
  const strangers: string[] = [];
  const proxy = createServer((request, response) => {
    strangers.push(request.url ?? '');
    response.writeHead(502).end();
  });
  proxy.on('connect', (request, socket) => {
    strangers.push(request.url ?? '');
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'settings.json'), JSON.stringify({ server: serverUrl }));
  const running = new Set<{ end: () => Promise<void> }>();
  const own = [
    ROOT,
    `--user-data-dir=${folder}`,
    `--proxy-server=127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    // A machine without a display has no graphics card.
    '--disable-gpu',
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  ];
  // A test may set variables between two starts. The launcher of Unity shows numbers.
  const env = () => ({ ...process.env, XDG_CURRENT_DESKTOP: 'Unity' }) as Record<string, string>;
  const startAgain = async (...more: string[]) => {
    const again = spawn(program, [...own, ...more], { stdio: 'ignore' });
    await new Promise((resolve) => again.once('exit', resolve));
  };
  return {
    folder,
    strangers,
    start: async (...args) => {
      const before = args[0] === '-r' ? args.splice(0, 2) : [];
      const electron = await _electron.launch({
        executablePath: program,
        args: ['-r', ATTACHED_FIRST, ...before, ...own, ...args],
        env: env(),
      });
      // The process is fetched now, because it is no longer available once the app has ended.
      const main = electron.process();
      const app: RealApp = {
        electron,
        page: async () => {
          const page = await electron.firstWindow();
          await page.waitForURL(({ protocol }) => protocol !== 'about:');
          return page;
        },
        startAgain,
        end: async () => {
          running.delete(app);
          main.kill('SIGKILL');
          await electron.close().catch(() => undefined);
        },
      };
      running.add(app);
      return app;
    },
    drive: async (...args) => {
      const app = await drive(program, [...own, ...args], env());
      running.add(app);
      return app;
    },
    startAgain,
    close: async () => {
      for (const app of running) await app.end();
      proxy.closeAllConnections();
      proxy.close();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    },
  };
}

export async function signIn(page: Page, name: PersonName): Promise<void> {
  await page.getByLabel('E-mail').fill(PEOPLE[name].email);
  await page.getByLabel('Mot de passe', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Se connecter', exact: true }).click();
}

/** Signs in by the call of the sign-in page, and leads home. */
export async function signInDriven(page: DrivenPage, name: PersonName): Promise<void> {
  // The page has its own address once it is there.
  await expect.poll(() => page.text().catch(() => '')).toContain('Se connecter');
  const status = await page.evaluate(
    async (credentials) => {
      const headers = { 'content-type': 'application/json' };
      const body = JSON.stringify(credentials);
      const answer = await fetch('/api/auth/sign-in', { method: 'POST', headers, body });
      if (answer.ok) setTimeout(() => location.assign('/home'));
      return answer.status;
    },
    { email: PEOPLE[name].email, password: PASSWORD },
  );
  expect(status).toBe(200);
  await expect.poll(() => page.text().catch(() => '')).toContain(`Bonjour ${PEOPLE[name].firstName}`);
}

/** The kinds are `notify`, `close`, `tray`, `sni` (of the tray's icon) and `launcher`. */
type Recorded = {
  kind: string;
  id?: number;
  replaces?: number;
  summary?: string;
  body?: string;
  member?: string;
  args?: unknown[];
};

export function record() {
  const all = () =>
    readFileSync(recorderFile, 'utf8')
      .split('\n')
      .filter((line) => line.endsWith('}'))
      .map((line) => JSON.parse(line) as Recorded);
  const start = all().length;
  const sinceStart = () => all().slice(start);
  const notified = () => sinceStart().filter(({ kind }) => kind === 'notify');
  return {
    /** Gives the notifications that are still shown. */
    onScreen: () => {
      const closed = sinceStart().filter(({ kind }) => kind === 'close');
      return notified()
        .filter(({ id }) => !closed.some((one) => one.id === id))
        .map(({ summary, body }) => [summary, body]);
    },
    notifications: () => notified().map(({ summary, body }) => [summary, body]),
    counts: () =>
      sinceStart()
        .filter(({ kind }) => kind === 'launcher')
        .map(({ args }) => Number((args?.[1] as { count?: string } | undefined)?.count)),
    trayChanges: () => sinceStart().filter(({ kind }) => kind === 'sni').length,
    trays: () => sinceStart().filter(({ kind }) => kind === 'tray').length,
    click: async (body: string) => {
      await expect.poll(() => notified().some((one) => one.body === body)).toBe(true);
      const { id } = notified().findLast((one) => one.body === body) ?? {};
      const to = ['--dest', 'org.freedesktop.Notifications'];
      const path = ['--object-path', '/org/freedesktop/Notifications'];
      const method = ['--method', 'test.Recorder.Click', String(id), 'default'];
      const { status, stderr } = spawnSync('gdbus', ['call', '--session', ...to, ...path, ...method]);
      expect(status, String(stderr)).toBe(0);
    },
  };
}
