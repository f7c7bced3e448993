import { HEARTBEAT_MS } from '@guilde/contracts/live/protocol.ts';
import { progress, table, whole } from './figures.ts';
import type { IdleReport, IdleTask } from './idle-load.ts';
import type { Installation } from './installation.ts';
import { cookieOf } from './people.ts';
import { generate } from './processes.ts';

/** Each instance has so many, because a process may often open no more than 20 000 files. */
const SOCKETS = 10_000;
const HEARTBEATS = 2;

/** Idle sockets (f) stay open on all instances through some heartbeats. */
export async function benchIdle(installation: Installation): Promise<void> {
  const server = await installation.startProduct();
  const cookies = Array.from({ length: installation.size.members }, (_, member) =>
    cookieOf(installation, member),
  );
  progress(`${SOCKETS} idle sockets on each of ${server.ports.length} instance(s)`);
  const reports = await Promise.all(
    server.ports.map((port, index) => {
      const instance = { ports: [port], pids: server.pids.slice(index, index + 1), services: [] };
      const task: IdleTask = {
        server: instance,
        cookies,
        sockets: SOCKETS,
        durationMs: HEARTBEATS * HEARTBEAT_MS,
      };
      return generate<IdleReport>('./idle-load.ts', task);
    }),
  );
  await server.stop();
  table(
    `(f) ${SOCKETS} idle sockets on each instance, layout ${installation.layout}`,
    ['instance', 'kB per socket', 'memory MB', 'CPU ms a second'],
    reports.map(({ bytesPerSocket, memory, cpu }, index) => [
      String(index + 1),
      (bytesPerSocket / 1024).toFixed(1),
      whole(memory),
      whole(cpu * 1000),
    ]),
  );
}
