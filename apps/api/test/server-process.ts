import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { PATIENCE_MS } from '../../../scripts/extent.ts';
import { SERVER, SERVER_FLAGS } from './programs.ts';
import { freePort, killed } from './sqld.ts';

const JUMPING_CLOCK = new URL('./jumping-clock.ts', import.meta.url).href;

/**
 * A process that npm starts ends with its parent, so a killed worker leaves no server behind. It has its own
 * pipe for errors, because a process that inherits the worker's would keep the runner waiting.
 */
export const ENDS_WITH_PARENT = { npm_lifecycle_event: 'test' };

export type ServerProcess = {
  port: number;
  /** The id belongs to the process that runs now. */
  pid: () => number;
  /** Sends SIGKILL, which acts like a power cut, and starts on the same folder and port. */
  killAndRestart: () => Promise<void>;
  kill: () => Promise<void>;
  start: () => Promise<void>;
  /** Returns what the process has printed since its last start: its address once it is up, and its log. */
  printed: () => string;
  /** Sends SIGTERM, as an upgrade does, and resolves with the exit code. */
  stop: () => Promise<number | null>;
};

/** Starts the real server as a process on a folder, so that a test can kill it. */
export async function startServerProcess(
  folder: string,
  { jumpingClock = false, env = {} }: { jumpingClock?: boolean; env?: Record<string, string> } = {},
): Promise<ServerProcess> {
  const port = await freePort();
  let child: ChildProcess | undefined;
  let printed = '';
  const kill = async () => {
    if (child) await killed(child);
  };
  const start = async () => {
    printed = '';
    child = spawn(
      process.execPath,
      [...SERVER_FLAGS, ...(jumpingClock ? ['--import', JUMPING_CLOCK] : []), SERVER],
      {
        stdio: ['ignore', 'pipe', 'pipe'],
        env: {
          ...process.env,
          ...ENDS_WITH_PARENT,
          NODE_ENV: 'test',
          HOST: '127.0.0.1',
          PORT: String(port),
          DATA_DIR: folder,
          LOG_LEVEL: 'silent',
          RATE_LIMITS: 'off',
          ...env,
        },
      },
    );
    child.stderr?.pipe(process.stderr);
    child.stdout?.on('data', (chunk: Buffer) => {
      printed += chunk;
    });
    await answers(child, port);
  };
  process.once('exit', () => child?.kill('SIGKILL'));
  await start();
  return {
    port,
    pid: () => child?.pid ?? 0,
    killAndRestart: async () => {
      await kill();
      await start();
    },
    kill,
    start,
    printed: () => printed,
    stop: async () => {
      const ended = new Promise<number | null>((resolve) => child?.once('exit', resolve));
      child?.kill('SIGTERM');
      return ended;
    },
  };
}

async function answers(child: ChildProcess, port: number): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`The server has ended with ${child.exitCode}`);
    const isUp = await fetch(`http://127.0.0.1:${port}/api/health/live`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isUp) return;
    await sleep(20);
  }
  throw new Error('The server does not answer');
}
