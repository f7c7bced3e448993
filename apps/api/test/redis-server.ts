import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, isUp, killed } from './sqld.ts';

const MISSING = 'redis-server manque : « npm test » l’installe (scripts/ensure-services.ts).';

export type RedisServer = {
  url: string;
  /** The id belongs to the process that runs now. */
  pid: () => number;
  /** Kills the server, which loses all data. */
  stop: () => Promise<void>;
  /** Starts an empty server on the same port. */
  start: () => Promise<void>;
  /** The connections stay open, but the server answers nothing. */
  freeze: () => void;
  thaw: () => void;
};

/** Starts a real Redis that keeps nothing; `first` precedes the other arguments. The caller stops it. */
export async function startRedis(first: string[] = []): Promise<RedisServer> {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'guilde-redis-'));
  const options = [
    ...first,
    '--bind',
    '127.0.0.1',
    '--port',
    String(port),
    '--save',
    '',
    '--appendonly',
    'no',
    '--dir',
    folder,
  ];
  let server: ChildProcess | null = null;
  const stop = async () => {
    if (server) await killed(server);
    server = null;
  };
  const start = async () => {
    server = spawn('redis-server', options, { stdio: 'ignore' });
    const missing = new Promise<never>((_, reject) => {
      server?.once('error', () => reject(new Error(MISSING)));
    });
    if (!(await Promise.race([isUp(server, port), missing]))) throw new Error('redis-server does not start');
  };
  process.once('exit', () => {
    server?.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });
  await start();
  return {
    url: `redis://127.0.0.1:${port}`,
    pid: () => server?.pid ?? 0,
    stop,
    start,
    freeze: () => server?.kill('SIGSTOP'),
    thaw: () => server?.kill('SIGCONT'),
  };
}
