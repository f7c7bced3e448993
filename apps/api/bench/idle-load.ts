import { setTimeout as sleep } from 'node:timers/promises';
import { memoryOf, readTask, type Server, watch } from './processes.ts';
import { RawSocket } from './raw-socket.ts';

/** The sockets are opened on one instance, for these sessions in turn. */
export type IdleTask = {
  server: Pick<Server, 'pids' | 'ports' | 'services'>;
  cookies: string[];
  sockets: number;
  durationMs: number;
};

/** `cpu` is a share of one core while nothing happens but heartbeats. */
export type IdleReport = { bytesPerSocket: number; memory: number; cpu: number };

const SOCKETS_AT_ONCE = 50;
const SETTLE_MS = 3000;

const task = readTask<IdleTask>();
const [port = 0] = task.server.ports;
const [pid = 0] = task.server.pids;
const sockets: RawSocket[] = [];

async function openUntil(count: number): Promise<void> {
  while (sockets.length < count) {
    const cookies = Array.from(
      { length: Math.min(SOCKETS_AT_ONCE, count - sockets.length) },
      (_, turn) => task.cookies[(sockets.length + turn) % task.cookies.length] ?? '',
    );
    sockets.push(
      ...(await Promise.all(
        cookies.map((cookie) => RawSocket.open(port, '/api/live', cookie, () => undefined)),
      )),
    );
  }
  await sleep(SETTLE_MS);
}

await openUntil(SOCKETS_AT_ONCE);
const before = memoryOf(pid);
await openUntil(task.sockets);
const memory = memoryOf(pid);
const used = watch(task.server);
await sleep(task.durationMs);
const { cpu } = used();
const bytesPerSocket = ((memory - before) * 1024 * 1024) / (task.sockets - SOCKETS_AT_ONCE);
process.stdout.write(JSON.stringify({ bytesPerSocket, memory, cpu } satisfies IdleReport));
process.exit(0);
