import { once } from 'node:events';
import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { serve } from '@hono/node-server';
import { WebSocketServer } from 'ws';
import { replayErasures } from './account/replay.ts';
import { createApp, startFeatures } from './app.ts';
import { createAuth } from './auth/better-auth.ts';
import { stopHashing } from './auth/passwords.ts';
import { settleBenchmarks } from './benchmarks/publication.ts';
import { replayWithdrawals } from './deals/withdrawals.ts';
import { scheduleJournalSealing } from './platform/audit-chain.ts';
import { systemClock } from './platform/clock.ts';
import type { Config } from './platform/config.ts';
import { lockDataFolder } from './platform/database/data-folder.ts';
import { removeLeftCopies } from './platform/database/snapshot.ts';
import { backingUp, removeUpgradeBackups } from './platform/database/upgrade-backup.ts';
import { createDeps, type Deps } from './platform/deps.ts';
import { type GracefulServer, trackConnections } from './platform/http/graceful-shutdown.ts';
import { FRAME_HARD_MAX } from './platform/live/live.ts';
import { watchHealth } from './platform/observe/health.ts';
import { createLog } from './platform/observe/log.ts';
import { type MetricsServer, serveMetrics } from './platform/observe/metrics-server.ts';

type Open = Pick<GracefulServer, 'end' | 'destroyAll'>;

/** Service managers and container engines kill after ten seconds. */
const STOP_LIMIT_MS = 8000;
/** The database has so long for an answer during a stop. */
const DATABASE_LIMIT_MS = STOP_LIMIT_MS / 2;
/** A reverse proxy must close idle connections first, or it may send while the server closes. */
const KEEP_ALIVE_MS = 130_000;
const IPV4_LOOPBACK = '127.0.0.1';
const IPV6_LOOPBACK = '::1';
const NO_IPV6 = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT']);

export type Running = {
  deps: Deps;
  port: number;
  metricsPort: number | null;
  /**
   * Answers open requests, tells sockets to reconnect, ends jobs, checkpoints the log. Rejects when parts had
   * to be cut after eight seconds.
   */
  stop: () => Promise<void>;
};

/**
 * `prepare` runs first, with the folder locked. Rejects when the port is taken, the folder is not writable or
 * another server uses it (FolderInUse).
 */
export async function listen(
  config: Config,
  standIns: Parameters<typeof createDeps>[1] = {},
  prepare: (config: Config) => void = () => undefined,
): Promise<Running> {
  // A libSQL server supports several instances, and the folder holds nothing they share.
  const release = 'file' in config.database ? await lockDataFolder(config.dataDir) : () => undefined;
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
  standIns: NonNullable<Parameters<typeof createDeps>[1]>,
  release: () => void,
): Promise<Running> {
  const { clock = systemClock, beforeMigrating } = standIns;
  const tools = { clock, log: createLog(config.logLevel) };
  const deps = await createDeps(config, {
    ...standIns,
    beforeMigrating: backingUp(config, tools, beforeMigrating),
  });
  const withAuth = { ...deps, auth: createAuth(deps) };
  const app = createApp(withAuth);
  removeLeftCopies(config.dataDir);
  startFeatures(withAuth);
  // The clock may be wrong, so no copy counts as too old.
  const { erasuresPausedSince } = await deps.jobs.schedule();
  await removeUpgradeBackups(config.dataDir, erasuresPausedSince ?? deps.clock.now());
  await replayErasures(deps);
  await settleBenchmarks(deps);
  await replayWithdrawals(deps);
  await scheduleJournalSealing(deps);
  // A new installation makes its keys now, so that being asked for them later changes nothing.
  await deps.push.publicKey();
  const metrics = await openMetrics(deps);
  const { port, connections } = await open(app.fetch, config);
  deps.jobs.start();
  return {
    deps,
    port,
    metricsPort: metrics?.port ?? null,
    stop: async () => {
      const unfinished = await endWork({ connections, metrics, deps });
      await deps.fanOut?.close();
      deps.redis?.close();
      deps.db.close();
      release();
      if (unfinished.length === 0) return;
      deps.log.error({ unfinished }, 'stop cut short');
      throw new Error(`Still at work when the time for a stop was over: ${unfinished.join(', ')}`);
    },
  };
}

async function openMetrics(deps: Deps): Promise<MetricsServer | null> {
  const { port, host } = deps.config.metrics;
  return port === undefined ? null : serveMetrics({ port, host }, { ...deps, health: watchHealth(deps) });
}

async function open(
  fetch: Parameters<typeof serve>[0]['fetch'],
  config: Config,
): Promise<{ port: number; connections: Open }> {
  const first = await openOn(config.loopbackOnly ? IPV4_LOOPBACK : config.host, config.port, fetch);
  if (!config.loopbackOnly) return first;
  try {
    const second = await openOn(IPV6_LOOPBACK, first.port, fetch);
    return { port: first.port, connections: combined(first.connections, second.connections) };
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (NO_IPV6.has(code)) return first;
    first.connections.destroyAll();
    throw error;
  }
}

async function openOn(
  hostname: string | undefined,
  port: number,
  fetch: Parameters<typeof serve>[0]['fetch'],
) {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: FRAME_HARD_MAX });
  const server = serve({
    fetch,
    port,
    hostname,
    websocket: { server: sockets },
    serverOptions: { shouldUpgradeCallback: isForSocket, keepAliveTimeout: KEEP_ALIVE_MS },
  }) as Server;
  const connections = trackConnections(server);
  sockets.on('connection', (_socket, { socket }) => {
    socket.off('finish', closeBothSides);
    connections.excludeUpgraded(socket);
  });
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, connections };
}

/** Node hands over WebSocket upgrades only; any other would stay open without an answer. */
function isForSocket({ headers, socket }: IncomingMessage): boolean {
  const isOurs = headers.upgrade?.toLowerCase() === 'websocket';
  // The server closes its side of a refused upgrade, because the client might never close.
  if (isOurs) socket.once('finish', closeBothSides);
  return isOurs;
}

function closeBothSides(this: Socket): void {
  this.destroy();
}

function combined(...parts: Open[]): Open {
  return {
    end: async () => {
      await Promise.all(parts.map(({ end }) => end()));
    },
    destroyAll: () => {
      for (const { destroyAll } of parts) destroyAll();
    },
  };
}

/** Cuts what is left after the limit; resolves with the names of the unfinished parts. */
async function endWork({
  connections,
  metrics,
  deps: { db, live, jobs, limits },
}: {
  connections: Open;
  metrics: MetricsServer | null;
  deps: Deps;
}): Promise<string[]> {
  db.endWithin(DATABASE_LIMIT_MS);
  live.stop();
  limits.stop();
  stopHashing();
  const parts = {
    connections: connections.end(),
    sockets: live.ended(),
    jobs: jobs.stop(),
    metrics: metrics?.close() ?? Promise.resolve(),
  };
  const unfinished = new Set(Object.keys(parts));
  const ended = Object.entries(parts).map(([name, part]) => part.finally(() => unfinished.delete(name)));
  await Promise.race([Promise.allSettled(ended), sleep(STOP_LIMIT_MS, undefined, { ref: false })]);
  connections.destroyAll();
  return [...unfinished];
}
