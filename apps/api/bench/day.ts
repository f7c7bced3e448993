import { parseArgs } from 'node:util';
import { randomsFrom } from '../test/random.ts';
import { percentile, print, ratio, table, whole } from './figures.ts';

const MEMBERS = 2000;
const MINUTES = 1440;
/** The peak is the busiest hour of 2,000 members (docs/performance.md). */
const PEAK = { sockets: 400, active: 40 };
const READS_PER_MINUTE = 6 * 5;
const MESSAGES_PER_MINUTE = 6;
const HOURS = [
  0.03, 0.02, 0.01, 0.01, 0.02, 0.05, 0.15, 0.35, 0.65, 0.9, 1, 0.95, 0.6, 0.75, 0.95, 1, 0.95, 0.85, 0.65,
  0.5, 0.55, 0.5, 0.3, 0.1,
];
/** A day of one community differs from another by up to this factor. */
const DAY_FACTOR = 1.6;

/** The peak may use half of the processor and three quarters of the memory of a rented machine. */
const MACHINE = { cores: 2, megabytes: 4000, eurosPerMonth: 8 };
const PROCESSOR_SHARE = 0.5;
const MEMORY_SHARE = 0.75;

type Layout = 'file' | 'server';
type Part = 'servers' | 'libsql' | 'redis';
/** Reads, messages and a second of a socket cost processor time in microseconds. */
type Costs = {
  read: Record<Part, number>;
  message: Record<Part, number>;
  socket: { microseconds: number; kilobytes: number };
  megabytes: number;
};

/**
 * Two cores were measured before pages of messages and of the directory were cached (npm run bench --
 * --quick).
 */
const COSTS: Record<Layout, Costs> = {
  file: {
    read: { servers: 317, libsql: 0, redis: 0 },
    message: { servers: 75, libsql: 0, redis: 0 },
    socket: { microseconds: 1.8, kilobytes: 29 },
    megabytes: 220,
  },
  server: {
    read: { servers: 757, libsql: 1172, redis: 0 },
    message: { servers: 133, libsql: 70, redis: 50 },
    socket: { microseconds: 1.8, kilobytes: 29 },
    megabytes: 230,
  },
};

type Load = { reads: number; messages: number; sockets: number };

const { values } = parseArgs({ options: { seed: { type: 'string', default: '1' } } });

print(`## A day of communities of ${whole(MEMBERS)} members (seed ${values.seed})`);
print(
  `A machine: ${MACHINE.cores} cores, ${MACHINE.megabytes / 1000} GB, ${MACHINE.eurosPerMonth} € a month. Cores are those that the busiest minute keeps busy.`,
);
for (const layout of ['file', 'server'] as const)
  table(
    `Layout ${layout}`,
    [
      'communities',
      'messages a day',
      'reads a second, p99 and most',
      'messages a second, most',
      'sockets',
      'cores: instances, libSQL, Redis',
      'machines: instances, libSQL, Redis',
      'limit',
      '€ per thousand members and month',
    ],
    [1, 10, 1000].map((communities) => rowOf(communities, layout)),
  );

function rowOf(communities: number, layout: Layout): string[] {
  const minutes = simulate(communities, Number(values.seed));
  const most = (part: keyof Load) => Math.max(...minutes.map((load) => load[part]));
  const busiest = { reads: most('reads') / 60, messages: most('messages') / 60, sockets: most('sockets') };
  const { cores, machines, limit } = needs(busiest, communities, layout);
  const euros = (sum(machines) * MACHINE.eurosPerMonth) / ((communities * MEMBERS) / 1000);
  const reads = minutes.map((load) => load.reads / 60);
  return [
    whole(communities),
    whole(sum(minutes.map(({ messages }) => messages))),
    `${whole(percentile(reads, 0.99))}, ${whole(busiest.reads)}`,
    whole(busiest.messages),
    whole(busiest.sockets),
    cores.map(ratio).join(', '),
    machines.map(whole).join(', '),
    limit,
    euros.toFixed(euros < 1 ? 3 : 2),
  ];
}

function simulate(communities: number, seed: number): Load[] {
  const random = randomsFrom(seed);
  const minutes = Array.from({ length: MINUTES }, (): Load => ({ reads: 0, messages: 0, sockets: 0 }));
  for (let community = 0; community < communities; community++) {
    const day = DAY_FACTOR ** (2 * random() - 1);
    for (const [minute, load] of minutes.entries()) {
      const share = day * (HOURS[Math.floor(minute / 60)] ?? 0);
      const active = poisson(PEAK.active * share, random);
      load.reads += poisson(active * READS_PER_MINUTE, random);
      load.messages += poisson(active * MESSAGES_PER_MINUTE, random);
      load.sockets += poisson(PEAK.sockets * share, random);
    }
  }
  return minutes;
}

/** Above thirty the normal distribution is close enough. */
function poisson(mean: number, random: () => number): number {
  if (mean > 30) {
    const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
    return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal));
  }
  const limit = Math.exp(-mean);
  let count = 0;
  for (let product = random(); product > limit; product *= random()) count++;
  return count;
}

/** A community has a server of its own; a libSQL server holds many communities, a namespace each. */
function needs(busiest: Load, communities: number, layout: Layout) {
  const costs = COSTS[layout];
  const cores = (part: Part) =>
    (busiest.reads * costs.read[part] + busiest.messages * costs.message[part]) / 1_000_000;
  const heartbeats = (busiest.sockets * costs.socket.microseconds) / 1_000_000;
  const used = { servers: cores('servers') + heartbeats, libsql: cores('libsql'), redis: cores('redis') };
  const byProcessor = (busy: number) => busy / (MACHINE.cores * PROCESSOR_SHARE);
  const servers = Math.max(communities, Math.ceil(used.servers / PROCESSOR_SHARE));
  const megabytes = servers * costs.megabytes + (busiest.sockets * costs.socket.kilobytes) / 1000;
  const wanted = {
    'processor of the servers': byProcessor(used.servers),
    'memory of the servers': megabytes / (MACHINE.megabytes * MEMORY_SHARE),
    'processor of libSQL': byProcessor(used.libsql),
    'processor of Redis': byProcessor(used.redis),
  };
  const [limit] = Object.entries(wanted).toSorted(([, one], [, other]) => other - one)[0] ?? [''];
  const machines = [
    Math.ceil(Math.max(wanted['processor of the servers'], wanted['memory of the servers'])),
    layout === 'file' ? 0 : Math.ceil(wanted['processor of libSQL']),
    servers > communities ? Math.ceil(wanted['processor of Redis']) : 0,
  ];
  return { cores: [used.servers, used.libsql, used.redis], machines, limit };
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
