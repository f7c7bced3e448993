import { createServer, type Server } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Db } from '../database/db.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Live } from '../live/live.ts';
import type { Health } from './health.ts';

/** A Prometheus target is a process: what is counted belongs to it, whichever part of the product counts. */
const registry = new Registry();
const registers = [registry];
/** Nothing is counted while nobody can read it. */
let isRecording = false;

const requests = new Histogram({
  name: 'guilde_http_request_seconds',
  help: 'Time to answer a request, by method, route pattern and status; its count is the number of requests',
  labelNames: ['method', 'route', 'status'] as const,
  buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
  registers,
});
const messages = new Counter({
  name: 'guilde_messages_total',
  help: 'Messages stored and acknowledged',
  registers,
});
const socketMessages = new Histogram({
  name: 'guilde_socket_message_seconds',
  help: 'Time to answer a message sent on a live socket, by what came of it: stored, again, refused, failed',
  labelNames: ['outcome'] as const,
  buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
  registers,
});
new Counter({
  name: 'guilde_cpu_seconds_total',
  help: 'Processor time of the process',
  registers,
  collect() {
    const { user, system } = process.cpuUsage();
    this.reset();
    this.inc((user + system) / 1e6);
  },
});
const commitSeconds = new Histogram({
  name: 'guilde_commit_seconds',
  help: 'Time of one durable commit, with all the writes that share it',
  buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1],
  registers,
});
const commitWrites = new Histogram({
  name: 'guilde_commit_writes',
  help: 'Writes that shared one durable commit',
  buckets: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000],
  registers,
});

const aiCalls = new Counter({
  name: 'guilde_ai_calls_total',
  help: 'Calls to the paid model, by what came of them',
  labelNames: ['outcome'] as const,
  registers,
});
const aiCost = new Counter({
  name: 'guilde_ai_cost_dollars_total',
  help: 'What the paid model cost, with what is kept aside for calls that broke off',
  registers,
});
const aiSeconds = new Histogram({
  name: 'guilde_ai_call_seconds',
  help: 'Time of a call to the paid model',
  buckets: [0.5, 1, 2, 5, 10, 20, 30, 60, 120],
  registers,
});

/** Whether it is worth finding out what `recordRequest` wants to know. */
export function isRecordingRequests(): boolean {
  return isRecording;
}

/** Counts an answered request under its route pattern, never under its address. */
export function recordRequest(method: string, route: string, status: number, milliseconds: number): void {
  if (isRecording) requests.observe({ method, route, status }, milliseconds / 1000);
}

/** Counts one message that its author has been told is stored. */
export function recordMessage(): void {
  if (isRecording) messages.inc();
}

/** Counts one message that was sent on a live socket: what came of it, and its time in milliseconds. */
export function recordSocketMessage(
  outcome: 'stored' | 'again' | 'refused' | 'failed',
  milliseconds: number,
): void {
  if (isRecording) socketMessages.observe({ outcome }, milliseconds / 1000);
}

/** Counts one durable commit: how many writes shared it, and how long it took in milliseconds. */
export function recordCommit(writes: number, milliseconds: number): void {
  if (!isRecording) return;
  commitWrites.observe(writes);
  commitSeconds.observe(milliseconds / 1000);
}

/** Counts one call to the paid model: what came of it, its cost in dollars and its time in milliseconds. */
export function recordAiCall(outcome: string, cost: number, milliseconds: number): void {
  if (!isRecording) return;
  aiCalls.inc({ outcome });
  aiCost.inc(cost);
  aiSeconds.observe(milliseconds / 1000);
}

type Watched = { live: Live; jobs: Jobs; db: Pick<Db, 'logBytes'> };

export type MetricsServer = { port: number; close: () => Promise<void> };

/**
 * Serves `/metrics` for Prometheus, and `/health` with all that health knows, on a port of its own, on the loopback address only: figures are for whoever runs
 * the machine. Rejects when the port is taken.
 */
export async function serveMetrics(
  port: number,
  watched: Watched & { health: () => Promise<Health> },
): Promise<MetricsServer> {
  const stopWatching = watch(watched);
  isRecording = true;
  const server = createServer((request, answer) => {
    if (request.url === '/health') {
      watched
        .health()
        .then((health) =>
          answer
            .writeHead(health.ready ? 200 : 503, { 'Content-Type': 'application/json' })
            .end(JSON.stringify(health)),
        )
        .catch(() => answer.writeHead(503).end());
      return;
    }
    if (request.url !== '/metrics') {
      answer.writeHead(404).end();
      return;
    }
    registry
      .metrics()
      .then((text) => answer.writeHead(200, { 'Content-Type': registry.contentType }).end(text))
      .catch(() => answer.writeHead(503).end());
  });
  const stop = () => {
    isRecording = false;
    stopWatching();
  };
  try {
    await listening(server, port);
  } catch (error) {
    stop();
    throw error;
  }
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : port,
    close: async () => {
      stop();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function listening(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve());
  });
}

/** What is looked up when Prometheus asks; returns how to stop. */
function watch({ live, jobs, db }: Watched): () => void {
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  const gauges = [
    gauge('guilde_memory_bytes', 'Memory that the process holds', () => process.memoryUsage.rss()),
    gauge('guilde_database_log_bytes', 'Size of the write-ahead log', () => db.logBytes()),
    gauge('guilde_sockets', 'Open live sockets', () => live.size()),
    gauge('guilde_event_loop_delay_p99_seconds', 'How late timers were since the last look', () => {
      const seconds = Number.isFinite(delay.percentile(99)) ? delay.percentile(99) / 1e9 : 0;
      delay.reset();
      return seconds;
    }),
    ...queueGauges(jobs),
  ];
  return () => {
    delay.disable();
    for (const name of gauges) registry.removeSingleMetric(name);
  };
}

function queueGauges(jobs: Jobs): string[] {
  const failed = new Gauge({ name: 'guilde_jobs_failed', help: 'Jobs given up for good', registers });
  const oldest = new Gauge({
    name: 'guilde_jobs_oldest_seconds',
    help: 'How long the oldest due job has been waiting',
    registers,
  });
  const name = gauge('guilde_jobs_waiting', 'Jobs that are to be done', async () => {
    const state = await jobs.state();
    failed.set(state.failed);
    oldest.set(state.oldestWaitingMs / 1000);
    return state.waiting;
  });
  return [name, 'guilde_jobs_failed', 'guilde_jobs_oldest_seconds'];
}

/** A figure asked for at each look; one that cannot be had is left as it was. */
function gauge(name: string, help: string, value: () => number | Promise<number>): string {
  new Gauge({
    name,
    help,
    registers,
    async collect() {
      try {
        this.set(await value());
      } catch {
        // The database is away: the other figures are wanted all the more.
      }
    },
  });
  return name;
}
