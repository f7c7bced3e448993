import { spawn, spawnSync } from 'node:child_process';
import { chownSync, mkdirSync, readFileSync, readlinkSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect } from '@playwright/test';
import { PATIENCE_MS } from '../../../scripts/extent.ts';
import { type DrivenApp, drive } from './driver.ts';
import { record } from './recorder.ts';

/** The journeys are skipped when this variable names no program. */
export const PROGRAM = process.env.INSTALLED_APP ?? '';

/**
 * `env -0` wrote the desktop of an ordinary user into the file that DESKTOP_ENVIRONMENT names; the owner of the file
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
    timeout: PATIENCE_MS,
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

const running = new Set<DrivenApp>();

export function start(...args: string[]): DrivenApp {
  const app = drive(PROGRAM, args, { env, user, folder: homedir(), isInspected: false });
  running.add(app);
  return app;
}

/** Ends every app that these journeys have started, also one that the system started for a link. */
export async function endAll(): Promise<void> {
  for (const app of running) await app.end();
  running.clear();
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

/** Records what happens on the desktop of the user from this call on. */
export const recordInstalled = () => record(run);
