import { createServer, type Server, type ServerResponse } from 'node:http';
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { Db } from '../database/db.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Live } from '../live/live.ts';
import type { Health } from './health.ts';
import { registry, setRecording } from './metrics.ts';

type Watched = { live: Live; jobs: Jobs; db: Pick<Db, 'logBytes'>; health: () => Promise<Health> };

export type MetricsServer = { port: number; close: () => Promise<void> };

/** Serves `/metrics` and the full `/health`. Rejects when the port is taken. */
export async function serveMetrics(
  { port, host }: { port: number; host: string },
  watched: Watched,
): Promise<MetricsServer> {
  const metrics = Registry.merge([registry, gaugesOf(watched)]);
  const server = createServer((request, response) => {
    const answer =
      request.url === '/health'
        ? sendHealth(response, watched.health)
        : request.url === '/metrics'
          ? sendMetrics(response, metrics)
          : Promise.resolve(response.writeHead(404).end());
    answer.catch(() => response.writeHead(503).end());
  });
  await listening(server, port, host);
  setRecording(true);
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : port,
    close: async () => {
      setRecording(false);
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function sendHealth(response: ServerResponse, check: Watched['health']): Promise<void> {
  const health = await check();
  response.writeHead(health.ready ? 200 : 503, { 'Content-Type': 'application/json' });
  response.end(JSON.stringify(health));
}

async function sendMetrics(response: ServerResponse, metrics: Registry): Promise<void> {
  const text = await metrics.metrics();
  response.writeHead(200, { 'Content-Type': metrics.contentType }).end(text);
}

function listening(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve());
  });
}

function gaugesOf({ live, jobs, db, health }: Watched): Registry {
  const gauges = new Registry();
  const registers = [gauges];
  const gauge = (name: string, help: string, value: () => number | Promise<number>) =>
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        try {
          this.set(await value());
        } catch {
          // Without the database the other figures still matter.
        }
      },
    });
  /** Another gauge sets it. */
  const linked = (name: string, help: string) => new Gauge({ name, help, registers });
  collectDefaultMetrics({ register: gauges });
  gauge('guilde_database_log_bytes', 'Size of the write-ahead log', () => db.logBytes());
  gauge('guilde_sockets', 'Open live sockets', () => live.size());
  const failed = linked('guilde_jobs_failed', 'Jobs given up for good');
  const oldest = linked(
    'guilde_jobs_oldest_seconds',
    'How long the oldest job has been waiting since it was first due',
  );
  const unknown = linked('guilde_jobs_unknown', 'Jobs of kinds that this version does not know');
  const lateMails = linked(
    'guilde_mails_late',
    'E-mails that have not left five minutes after they were due',
  );
  gauge('guilde_jobs_waiting', 'Jobs that are to be done', async () => {
    const state = await jobs.state();
    failed.set(state.failed);
    oldest.set(state.oldestWaitingMs / 1000);
    unknown.set(state.unknown);
    lateMails.set(state.lateMails?.count ?? 0);
    return state.waiting;
  });
  const failedBackup = linked(
    'guilde_backup_failed',
    'Whether the last backup failed, or found the data damaged: 1 or 0',
  );
  gauge('guilde_backup_time_seconds', 'When the last sound backup was made, 0 before the first', async () => {
    const { backup } = await health();
    failedBackup.set(Number(backup?.isSound === false));
    return backup?.lastSoundAt ? Date.parse(backup.lastSoundAt) / 1000 : 0;
  });
  new Gauge({
    name: 'guilde_check',
    help: 'Whether a part works, as /health says: 1 or 0',
    labelNames: ['check'] as const,
    registers,
    async collect() {
      const { checks } = await health();
      for (const [check, works] of Object.entries(checks))
        if (works !== null) this.set({ check }, Number(works));
    },
  });
  return gauges;
}
