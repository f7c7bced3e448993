import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { serve } from '@hono/node-server';
import { WebSocketServer } from 'ws';
import { createApp, startFeatures } from './app.ts';
import { createAuth } from './auth/better-auth.ts';
import type { Config } from './platform/config.ts';
import { holdFolder } from './platform/data-folder.ts';
import { createDeps, type Deps } from './platform/deps.ts';
import { FRAME_HARD_MAX } from './platform/live.ts';
import { type MetricsServer, serveMetrics } from './platform/metrics.ts';

const STOP_DEADLINE_MS = 8000;

export type Running = {
  deps: Deps;
  port: number;
  /** Where Prometheus reads figures; null when nobody asked for them. */
  metricsPort: number | null;
  /** Graceful: requests under way finish, sockets are told to come back, jobs under way end, the log is written back. */
  stop: () => Promise<void>;
};

/**
 * Opens the data, starts the jobs and listens. `prepare` runs before anything is opened, when nobody else serves these
 * data. Rejects when the port is taken, the folder cannot be written or another server runs on it (FolderInUse).
 */
export async function listen(
  config: Config,
  standIns: Parameters<typeof createDeps>[1] = {},
  prepare: (config: Config) => void = () => undefined,
): Promise<Running> {
  // A libSQL server is made for several instances; the folder then holds nothing that they could spoil.
  const release = 'file' in config.database ? await holdFolder(config.dataDir) : () => undefined;
  try {
    prepare(config);
    return await serveData(config, standIns, release);
  } catch (error) {
    release();
    throw error;
  }
}

async function serveData(
  config: Config,
  standIns: Parameters<typeof createDeps>[1],
  release: () => void,
): Promise<Running> {
  const deps = await createDeps(config, standIns);
  const withAuth = { ...deps, auth: createAuth(deps) };
  const app = createApp(withAuth);
  startFeatures(withAuth);
  const metrics = await openMetrics(deps);
  const server = await open(app.fetch, config);
  deps.jobs.start();
  return {
    deps,
    port: (server.address() as AddressInfo).port,
    metricsPort: metrics?.port ?? null,
    stop: async () => {
      await closeServer(server, deps);
      await metrics?.close();
      await deps.jobs.stop();
      await deps.fanOut?.close();
      deps.redis?.close();
      deps.db.close();
      release();
    },
  };
}

async function openMetrics(deps: Deps): Promise<MetricsServer | null> {
  const { metricsPort } = deps.config;
  return metricsPort === undefined ? null : serveMetrics(metricsPort, deps);
}

function open(fetch: Parameters<typeof serve>[0]['fetch'], { port, host }: Config): Promise<Server> {
  const { promise, resolve, reject } = Promise.withResolvers<Server>();
  const sockets = new WebSocketServer({ noServer: true, maxPayload: FRAME_HARD_MAX });
  const server = serve({ fetch, port, hostname: host, websocket: { server: sockets } }) as Server;
  server.once('listening', () => resolve(server));
  server.once('error', reject);
  return promise;
}

/**
 * What has been asked is answered, on connections that Node ends with that answer. Upgraded sockets outlive
 * `server.close()`: they are closed first, and cut at the deadline; what was said on them is dealt with all the same.
 */
async function closeServer(server: Server, deps: Deps): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const deadline = setTimeout(() => server.closeAllConnections(), STOP_DEADLINE_MS);
  server.close(() => {
    clearTimeout(deadline);
    resolve();
  });
  deps.live.close();
  server.closeIdleConnections();
  await promise;
  await Promise.race([deps.live.ended(), sleep(STOP_DEADLINE_MS, undefined, { ref: false })]);
}
