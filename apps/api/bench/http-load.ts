import { percentile } from './figures.ts';
import { Connection, getRequest } from './keep-alive.ts';
import { ownCpu, readTask } from './processes.ts';

/**
 * With `rate` null each connection repeats at once; else requests a second follow a fixed schedule, and
 * latency counts from the scheduled time.
 */
export type HttpTask = {
  ports: number[];
  requests: { path: string; cookie: string }[];
  connections: number;
  rate: number | null;
  warmUpMs: number;
  durationMs: number;
};

export type HttpReport = {
  perSecond: number;
  mean: number;
  p50: number;
  p95: number;
  p99: number;
  bytes: number;
  failed: number;
  asked: number;
  generatorCpu: number;
};

function connectionsOf({ ports, connections }: HttpTask): Connection[] {
  return Array.from({ length: connections }, (_, turn) => new Connection(ports[turn % ports.length] ?? 0));
}

type Sample = { latencies: number[]; asked: number; failed: number; bytes: number };

function closedLoop(task: HttpTask, requests: Buffer[], from: number, until: number): Promise<Sample> {
  const sample: Sample = { latencies: [], asked: 0, failed: 0, bytes: 0 };
  let next = 0;
  const run = (connection: Connection) =>
    new Promise<void>((resolve) => {
      const ask = () => {
        const start = performance.now();
        if (start >= until) {
          connection.close();
          resolve();
          return;
        }
        connection.send(requests[next++ % requests.length] as Buffer, (status, bytes) => {
          note(sample, start >= from ? performance.now() - start : null, status, bytes);
          ask();
        });
      };
      ask();
    });
  return Promise.all(connectionsOf(task).map(run)).then(() => sample);
}

/** Requests follow a fixed schedule over idle connections; one that must wait counts its whole latency. */
function openLoop(task: HttpTask, requests: Buffer[], from: number, until: number): Promise<Sample> {
  const sample: Sample = { latencies: [], asked: 0, failed: 0, bytes: 0 };
  const idle = connectionsOf(task);
  const waiting: number[] = [];
  const begin = performance.now();
  const step = 1000 / (task.rate ?? 1);
  let scheduled = 0;
  let pending = 0;
  const start = () => {
    while (waiting.length > 0 && idle.length > 0) {
      const due = waiting.shift() as number;
      const connection = idle.pop() as Connection;
      pending++;
      connection.send(requests[scheduled % requests.length] as Buffer, (status, bytes) => {
        note(sample, due >= from ? performance.now() - due : null, status, bytes);
        pending--;
        idle.push(connection);
        start();
      });
    }
  };
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      const now = performance.now();
      for (; begin + scheduled * step <= Math.min(now, until); scheduled++)
        waiting.push(begin + scheduled * step);
      start();
      if (now < until || pending > 0 || waiting.length > 0) return;
      clearInterval(timer);
      for (const connection of idle) connection.close();
      resolve(sample);
    }, 1);
  });
}

function note(sample: Sample, latency: number | null, status: number, bytes: number): void {
  sample.asked++;
  if (latency !== null) sample.latencies.push(latency);
  sample.bytes = bytes;
  if (status !== 200) sample.failed++;
}

const task = readTask<HttpTask>();
const requests = task.requests.map(({ path, cookie }) => getRequest(path, cookie));
const from = performance.now() + task.warmUpMs;
const until = from + task.durationMs;
const cpu = ownCpu();
const { latencies, asked, failed, bytes } = await (task.rate === null ? closedLoop : openLoop)(
  task,
  requests,
  from,
  until,
);
const generatorCpu = cpu();
process.stdout.write(
  JSON.stringify({
    perSecond: latencies.length / (task.durationMs / 1000),
    mean: latencies.reduce((sum, latency) => sum + latency, 0) / Math.max(1, latencies.length),
    p50: percentile(latencies, 0.5),
    p95: percentile(latencies, 0.95),
    p99: percentile(latencies, 0.99),
    bytes,
    failed,
    asked,
    generatorCpu,
  } satisfies HttpReport),
);
