import { medians, milliseconds, percent, print, progress, ratio, table, whole } from './figures.ts';
import type { HttpReport, HttpTask } from './http-load.ts';
import type { Installation } from './installation.ts';
import { cookieOf, idOf, seatsOf } from './people.ts';
import { generate, type Server, watch } from './processes.ts';

export type Pace = { rounds: number; durationMs: number; warmUpMs: number };

export const READS = ['feed', 'directory', 'conversations', 'history', 'unread', 'home'] as const;
export type Read = (typeof READS)[number];

const READERS = 200;
const CONNECTIONS = [1, 10, 50];

type Figures = Record<
  | 'perSecond'
  | 'p50'
  | 'p99'
  | 'cpu'
  | 'cpuSeconds'
  | 'memory'
  | 'servicesSeconds'
  | 'generatorCpu'
  | 'bytes'
  | 'cost'
  | 'servicesCost',
  number
>;

export function requestsFor(installation: Installation, read: Read): HttpTask['requests'] {
  const { size } = installation;
  const members = Math.min(READERS, size.members);
  return Array.from({ length: members }, (_, reader) => {
    const room = size.rooms - 1 - reader;
    const member = seatsOf(room, size)[2] ?? 0;
    const path = {
      feed: '/api/sos',
      directory: '/api/members',
      conversations: '/api/conversations',
      history: `/api/conversations/${idOf('room', room)}/messages`,
      unread: '/api/conversations/unread',
      home: '/api/home',
    }[read];
    return { path, cookie: cookieOf(installation, member) };
  });
}

async function measure(
  server: Server,
  requests: HttpTask['requests'],
  connections: number,
  { durationMs, warmUpMs }: Pace,
): Promise<Figures> {
  const used = watch(server);
  const { ports } = server;
  const task: HttpTask = { ports, requests, connections, rate: null, warmUpMs, durationMs };
  const { perSecond, p50, p99, generatorCpu, bytes, failed, asked } = await generate<HttpReport>(
    './http-load.ts',
    task,
  );
  if (failed > 0) throw new Error(`${failed} requests failed at ${requests[0]?.path}`);
  const usage = used();
  const cost = (usage.cpuSeconds * 1e6) / asked;
  const servicesCost = (usage.servicesSeconds * 1e6) / asked;
  return { perSecond, p50, p99, generatorCpu, bytes, cost, servicesCost, ...usage };
}

/** Reads (a) with a session alternate with a bare handler on the same file. */
export async function benchReads(installation: Installation, pace: Pace): Promise<void> {
  const product = await installation.startProduct();
  const bare = await installation.startBare('./bare-http.ts');
  const bareRequests = [{ path: '/', cookie: '' }];
  const rows: string[][] = [];
  for (const connections of CONNECTIONS) {
    const bareRounds: Figures[] = [];
    const readRounds = new Map<Read, Figures[]>(READS.map((read) => [read, []]));
    for (let round = 1; round <= pace.rounds; round++) {
      progress(`reads at ${connections} connections, round ${round} of ${pace.rounds}`);
      bareRounds.push(await measure(bare, bareRequests, connections, pace));
      for (const read of READS) {
        const figures = await measure(product, requestsFor(installation, read), connections, pace);
        readRounds.get(read)?.push(figures);
      }
    }
    const limit = medians(bareRounds);
    rows.push(row('bare select', connections, limit, limit));
    for (const [read, rounds] of readRounds) rows.push(row(read, connections, medians(rounds), limit));
  }
  await Promise.all([product.stop(), bare.stop()]);
  table(
    `(a) Reads with a checked session, layout ${installation.layout}`,
    [
      'read',
      'connections',
      'requests/s',
      'of bare',
      'p50 ms',
      'p99 ms',
      'answer bytes',
      'CPU µs each',
      'sqld µs each',
      'server CPU',
      'memory MB',
      'generator CPU',
    ],
    rows,
  );
}

function row(name: string, connections: number, figures: Figures, limit: Figures): string[] {
  return [
    name,
    String(connections),
    whole(figures.perSecond),
    ratio(figures.perSecond / limit.perSecond),
    milliseconds(figures.p50),
    milliseconds(figures.p99),
    whole(figures.bytes),
    whole(figures.cost),
    whole(figures.servicesCost),
    percent(figures.cpu),
    whole(figures.memory),
    percent(figures.generatorCpu),
  ];
}

/** The same reads (c) alternate with those in a community ten times as large. */
export async function benchGrowth(small: Installation, large: Installation, pace: Pace): Promise<void> {
  const connections = 10;
  const [one, ten] = [await small.startProduct(), await large.startProduct()];
  const rows: string[][] = [];
  for (const read of READS) {
    const [before, after]: [Figures[], Figures[]] = [[], []];
    for (let round = 1; round <= pace.rounds; round++) {
      progress(`growth of ${read}, round ${round} of ${pace.rounds}`);
      before.push(await measure(one, requestsFor(small, read), connections, pace));
      after.push(await measure(ten, requestsFor(large, read), connections, pace));
    }
    const [first, then] = [medians(before), medians(after)];
    rows.push([
      read,
      whole(first.perSecond),
      whole(then.perSecond),
      milliseconds(first.p50),
      milliseconds(then.p50),
      milliseconds(first.p99),
      milliseconds(then.p99),
      ratio(then.p50 / first.p50),
    ]);
  }
  await Promise.all([one.stop(), ten.stop()]);
  table(
    '(c) The same reads with ten times the data, 10 connections',
    [
      'read',
      'requests/s',
      'with ten times',
      'p50 ms',
      'with ten times',
      'p99 ms',
      'with ten times',
      'growth of p50',
    ],
    rows,
  );
  print('');
}
