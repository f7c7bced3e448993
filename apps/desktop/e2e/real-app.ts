import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEFAULT_SETTINGS } from '@guilde/contracts/settings/rules.ts';
import { test as base, expect } from '@playwright/test';
import { type Act, REAL_ACTS, reasonNotToRun } from './acts.ts';
import { type Community, startCommunity } from './community.ts';
import { type DrivenApp, type DrivenPage, drive } from './driver.ts';
import { signInDriven } from './members.ts';

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

if (!isThere && process.env.TEST_WORKER_INDEX === undefined) {
  const line = '═'.repeat(76);
  console.warn(
    `${line}\nNOT RUN ON A REAL ELECTRON: no binary at ${program}\n(npx install-electron)\n${line}`,
  );
}

/** Skips the journeys of a file where there is no binary, and fails where one is required. */
function needElectron(): void {
  if (!isThere && process.env.REQUIRE_ELECTRON === '1')
    throw new Error(`REQUIRE_ELECTRON, but there is no ${program}`);
  test.skip(!isThere, `no Electron at ${program}`);
}

export type Computer = {
  folder: string;
  /** These addresses were asked for and are not the server's. */
  strangers: string[];
  /** A leading `-r` and its file go before the app. */
  start: (...args: string[]) => DrivenApp;
  /** Starts the program once more, as with a link, and resolves when that process has ended. */
  startAgain: (...args: string[]) => Promise<void>;
  close: () => Promise<void>;
};

/** The server's own address is not sent through the proxy. */
async function createComputer(serverUrl: string): Promise<Computer> {
  const folder = mkdtempSync(join(tmpdir(), 'guilde-computer-'));
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
  writeFileSync(join(folder, 'settings.json'), JSON.stringify({ server: serverUrl }));
  const running = new Set<DrivenApp>();
  const own = [
    ROOT,
    `--user-data-dir=${folder}`,
    `--proxy-server=127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    // A machine without a display has no graphics card.
    '--disable-gpu',
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  ];
  // A test may set variables between two starts. The launcher of Unity shows numbers.
  const env = () => ({ ...process.env, XDG_CURRENT_DESKTOP: 'Unity' });
  const startAgain = async (...more: string[]) => {
    const again = spawn(program, [...own, ...more], { stdio: 'ignore' });
    await new Promise((resolve) => again.once('exit', resolve));
  };
  return {
    folder,
    strangers,
    start: (...args) => {
      const preloaded = args[0] === '-r' ? args.splice(0, 2) : [];
      const app = drive(program, [...preloaded, ...own, ...args], { env: env() });
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

/** Answers the system's dialog, which would block the journey; the result gives what it would propose. */
export async function saveAt(app: DrivenApp, path: string) {
  await app.inMain(({ dialog }, filePath) => {
    Object.assign(dialog, {
      showSaveDialog: async (_window: unknown, options: object) => {
        Object.assign(globalThis, { proposed: options });
        return { canceled: false, filePath };
      },
    });
  }, path);
  return () =>
    app.inMain(
      () => (globalThis as unknown as { proposed: { title: string; defaultPath: string } }).proposed,
    );
}

/** Returns the window as its system and the window manager have it. */
function windowOf(app: DrivenApp, page: DrivenPage) {
  const call = (act: 'minimize' | 'close' | 'show') => () =>
    app.inMain(({ BrowserWindow }, wanted) => BrowserWindow.getAllWindows()[0]?.[wanted](), act);
  const isFocused = () => page.evaluate(() => document.hasFocus());
  return {
    isFocused,
    isVisible: () =>
      app.inMain(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible() ?? false),
    minimize: call('minimize'),
    close: call('close'),
    show: async () => {
      await call('show')();
      await expect.poll(isFocused).toBe(true);
    },
  };
}

export type Begun = { app: DrivenApp; page: DrivenPage; window: ReturnType<typeof windowOf> };

type Fixtures = {
  community: Community;
  computer: Computer;
  /** Starts the app and signs Claire in. */
  begin: () => Promise<Begun>;
};

/**
 * Runs an act of `REAL_ACTS`. Each has a computer of its own, so that no failure hides another; they share a community,
 * and Playwright starts another one after a failure. No act may ask anybody but the server for anything.
 */
export const test = base.extend<Fixtures, { shared: () => Promise<Community> }>({
  shared: [
    async ({ playwright: _playwright }, provide) => {
      let started: Promise<Community> | undefined;
      await provide(() => {
        started ??= startCommunity();
        return started;
      });
      await (await started)?.server.close();
    },
    { scope: 'worker' },
  ],
  community: async ({ shared }, provide, { title }) => {
    needElectron();
    const act = (REAL_ACTS as Record<string, Act | undefined>)[title];
    if (!act) throw new Error(`acts.ts does not list « ${title} »`);
    const reason = reasonNotToRun(act);
    test.skip(reason !== null, reason ?? '');
    const community = await shared();
    await community.claire.put('/api/settings', { ...DEFAULT_SETTINGS, pushExtracts: true });
    await community.readAll();
    await provide(community);
  },
  computer: async ({ community }, provide) => {
    const computer = await createComputer(community.server.url);
    try {
      await provide(computer);
      expect(computer.strangers).toEqual([]);
    } finally {
      await computer.close();
    }
  },
  begin: async ({ computer }, provide) => {
    await provide(async () => {
      const app = computer.start();
      const page = await app.page();
      await signInDriven(page, 'claire');
      return { app, page, window: windowOf(app, page) };
    });
  },
});
