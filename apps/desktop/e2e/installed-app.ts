import { spawn, spawnSync } from 'node:child_process';
import { chownSync, mkdirSync, readFileSync, readlinkSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Browser, chromium, expect, type Page } from '@playwright/test';

/** The installed program; without it the journeys do not run. */
export const PROGRAM = process.env.INSTALLED_APP ?? '';

/**
 * The desktop of an ordinary user, as `env -0` wrote it into the file that DESKTOP_ENVIRONMENT names; the owner of the file
 * is that user. Without it the programs run on the desktop of these journeys.
 */
const described = process.env.DESKTOP_ENVIRONMENT;
const env: NodeJS.ProcessEnv = described
  ? Object.fromEntries(
      readFileSync(described, 'utf8')
        .split('\0')
        .filter(Boolean)
        .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
    )
  : process.env;
const user = described ? { uid: statSync(described).uid, gid: statSync(described).gid } : {};
const home = env.HOME ?? homedir();
const recorderFile = process.env.RECORDER_LOG;

const DATA_FOLDERS: Partial<Record<NodeJS.Platform, string>> = {
  darwin: join(home, 'Library/Application Support/Guilde'),
  win32: join(env.APPDATA ?? home, 'Guilde'),
};
const dataFolder = DATA_FOLDERS[process.platform] ?? join(home, '.config/Guilde');
export const sealedSession = join(dataFolder, 'session.sealed');
export const autostartFile = join(home, '.config/autostart/fr.guilde.desktop');

export function useServer(url: string): void {
  const file = join(dataFolder, 'settings.json');
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify({ server: url }));
  if (user.uid === undefined) return;
  for (const path of [dirname(dataFolder), dataFolder, file]) chownSync(path, user.uid, user.gid);
}

/** Runs a program to its end on the desktop of the user. */
export function run(program: string, args: string[], more: NodeJS.ProcessEnv = {}) {
  const { status, stdout, stderr } = spawnSync(program, args, {
    env: { ...env, ...more },
    ...user,
    cwd: '/',
    encoding: 'utf8',
    timeout: 60_000,
  });
  return { status, stdout, stderr };
}

/** Opens a link as another program would ask the system to. */
export function openLink(link: string): void {
  const openers: Partial<Record<NodeJS.Platform, [string, string[]]>> = {
    darwin: ['open', [link]],
    win32: ['rundll32', ['url.dll,FileProtocolHandler', link]],
  };
  const [program, args] = openers[process.platform] ?? ['xdg-open', [link]];
  spawn(program, args, { env, ...user, cwd: homedir(), stdio: 'ignore', detached: true }).unref();
}

export type InstalledApp = {
  page: () => Promise<Page>;
  printed: () => string;
  end: () => Promise<void>;
};

const running = new Set<InstalledApp>();

export function start(...args: string[]): InstalledApp {
  const child = spawn(PROGRAM, ['--remote-debugging-port=0', ...args], {
    env,
    ...user,
    cwd: homedir(),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  let printed = '';
  child.stderr.on('data', (data) => {
    printed += String(data);
  });
  const port = () => /DevTools listening on ws:\/\/[^:]+:(\d+)/.exec(printed)?.[1] ?? '';
  let browser: Browser | null = null;
  const app = {
    printed: () => printed,
    page: async () => {
      await expect.poll(port, { message: 'the port of the app' }).not.toBe('');
      const address = `http://127.0.0.1:${port()}`;
      const targets = async () => await (await fetch(`${address}/json/list`)).text();
      await expect.poll(targets, { message: 'the page of the app' }).toContain('"url": "app:');
      browser = await chromium.connectOverCDP(address);
      const pages = browser.contexts().flatMap((context) => context.pages());
      const page = pages.find((one) => one.url().startsWith('app:'));
      if (!page) throw new Error(`No page of the app among ${pages.map((one) => one.url()).join(', ')}`);
      return page;
    },
    end: async () => {
      running.delete(app);
      child.kill('SIGKILL');
      await ended;
      await browser?.close().catch(() => undefined);
    },
  };
  running.add(app);
  return app;
}

/** Ends every app that these journeys have started, also one that the system started for a link. */
export async function endAll(): Promise<void> {
  for (const app of running) await app.end();
  if (process.platform !== 'linux') return;
  try {
    const owner = readlinkSync(join(dataFolder, 'SingletonLock'));
    const main = Number(owner.slice(owner.lastIndexOf('-') + 1));
    if (readlinkSync(`/proc/${main}/exe`) !== PROGRAM) return;
    process.kill(main, 'SIGKILL');
    await expect.poll(() => statSync(`/proc/${main}`, { throwIfNoEntry: false })).toBeUndefined();
  } catch {
    // There is no lock, or its process has ended.
  }
}

type Recorded = { kind: string; id?: number; summary?: string; body?: string; args?: unknown[] };

/** Returns a reader of what the desktop's recorder writes from this call on. */
export function record() {
  const all = (): Recorded[] =>
    readFileSync(recorderFile ?? '', 'utf8')
      .split('\n')
      .filter((line) => line.endsWith('}'))
      .map((line) => JSON.parse(line) as Recorded);
  const before = all().length;
  const since = (kind: string) =>
    all()
      .slice(before)
      .filter((one) => one.kind === kind);
  return {
    notifications: () => since('notify'),
    count: () => (since('launcher').at(-1)?.args?.[1] as { count?: string } | undefined)?.count,
    hasTray: () => since('tray').length > 0,
    click: (id: number) => {
      const at = [
        '--dest',
        'org.freedesktop.Notifications',
        '--object-path',
        '/org/freedesktop/Notifications',
      ];
      const method = ['--method', 'test.Recorder.Click', String(id), 'default'];
      const { status, stderr } = run('gdbus', ['call', '--session', ...at, ...method]);
      expect(status, stderr).toBe(0);
    },
  };
}
