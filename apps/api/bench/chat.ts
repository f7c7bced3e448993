import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { ChatReport, ChatTask, Room } from './chat-load.ts';
import { median, milliseconds, percent, progress, ratio, table, whole } from './figures.ts';
import type { Installation } from './installation.ts';
import { cookieOf, idOf, ROOM_SEATS, seatsOf } from './people.ts';
import { generate, type Server } from './processes.ts';
import type { Pace } from './reads.ts';

const P99_LIMIT_MS = 250;
const FIRST_RATE = 1000;
const PRECISION = 1.12;

/** `bare` commits each message, on a file only; `grouped` uses group commit, or batches on a server. */
type Kind = 'bare' | 'grouped' | 'product';
type Trial = { rate: number; report: ChatReport };
type Capacity = { best: Trial; steady: Trial; alone: Trial };

const KINDS: Record<Kind, string> = {
  bare: 'bare ws',
  grouped: 'bare ws, in groups',
  product: 'product',
};

/** Chat (b) runs on a fixed schedule, in one room and in 200, alternating with bare `ws` servers. */
export async function benchChat(installation: Installation, pace: Pace): Promise<void> {
  const rows: string[][] = [];
  const kinds: Kind[] =
    installation.layout === 'file' ? ['bare', 'grouped', 'product'] : ['grouped', 'product'];
  const [reference = 'product'] = kinds;
  for (const count of [1, 200]) {
    const rooms = roomsOf(installation, count);
    const found: Record<Kind, Capacity[]> = { bare: [], grouped: [], product: [] };
    for (let round = 1; round <= pace.rounds; round++) {
      for (const kind of kinds) {
        progress(`chat in ${count} room(s), ${KINDS[kind]}, round ${round} of ${pace.rounds}`);
        const first = found[kind].at(-1)?.best.rate ?? FIRST_RATE;
        found[kind].push(await capacityOf(kind, installation, rooms, pace, first));
      }
    }
    for (const kind of kinds) rows.push(row(kind, count, found[kind], found[reference]));
  }
  table(
    `(b) Chat, layout ${installation.layout}: one writer to four listeners in each room, latency from the scheduled moment`,
    [
      'server',
      'rooms',
      'highest messages/s',
      'of the first',
      'alone p50 ms',
      'of the first',
      'at 1000/s (or the highest) p50 ms',
      'p99 ms',
      'server CPU at the highest',
      'server µs per message',
      'sqld µs per message',
      'memory MB at 1000/s (or the highest)',
      'memory MB at the highest',
      'generator CPU',
    ],
    rows,
  );
}

export function roomsOf(installation: Installation, count: number): Room[] {
  return Array.from(
    { length: Math.min(count, Math.floor(installation.size.members / ROOM_SEATS)) },
    (_, room) => ({
      id: idOf('room', room),
      members: seatsOf(room, installation.size).map((member) => ({
        id: idOf('member', member),
        cookie: cookieOf(installation, member),
      })),
    }),
  );
}

async function start(kind: Kind, installation: Installation): Promise<Server> {
  if (kind === 'product') return installation.startProduct();
  const file = join(installation.folder, 'bare.db');
  for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true });
  return installation.startBare('./bare-ws.ts', {
    FILE: file,
    ...(kind === 'grouped' && { GROUP_COMMIT: '1' }),
  });
}

async function capacityOf(
  kind: Kind,
  installation: Installation,
  rooms: Room[],
  { durationMs, warmUpMs }: Pace,
  firstRate: number,
): Promise<Capacity> {
  const server = await start(kind, installation);
  const attempt = async (rate: number | null): Promise<Trial> => {
    const task: ChatTask = {
      server,
      kind: kind === 'product' ? 'product' : 'bare',
      rooms,
      rate,
      warmUpMs,
      durationMs,
    };
    const report = await generate<ChatReport>('./chat-load.ts', task);
    return { rate: rate ?? report.perSecond, report };
  };
  await attempt(FIRST_RATE);
  const alone = await attempt(null);
  // A server keeps the memory of the highest rate for a while, so that this comes before.
  const first = await attempt(FIRST_RATE);
  const best = await highest(attempt, firstRate);
  const steady = best.rate < FIRST_RATE ? await attempt(best.rate) : first;
  await server.stop();
  return { best, steady, alone };
}

/** Doubles the rate from `first` until it fails, then bisects; each failure is tried twice. */
async function highest(attempt: (rate: number) => Promise<Trial>, first: number): Promise<Trial> {
  const keepsUp = ({ report }: Trial) => report.lost === 0 && report.p99 < P99_LIMIT_MS;
  const tried = async (rate: number) => {
    const trial = await attempt(rate);
    return keepsUp(trial) ? trial : attempt(rate);
  };
  let best: Trial | null = null;
  let low = 0;
  let high = Number.POSITIVE_INFINITY;
  let rate = first;
  while (high / Math.max(low, 1) > PRECISION && rate >= 10) {
    const trial = await tried(rate);
    if (keepsUp(trial)) {
      best = trial;
      low = rate;
    } else high = rate;
    rate = Math.round(
      high === Number.POSITIVE_INFINITY ? rate * 2 : low === 0 ? rate / 2 : Math.sqrt(low * high),
    );
  }
  if (!best) throw new Error('Not even ten messages a second were delivered in time');
  return best;
}

function row(kind: Kind, rooms: number, found: Capacity[], bare: Capacity[]): string[] {
  const of = (all: Capacity[], figure: (one: Capacity) => number) => median(all.map(figure));
  const highestRate = (one: Capacity) => one.best.rate;
  const alone = (one: Capacity) => one.alone.report.p50;
  return [
    KINDS[kind],
    String(rooms),
    whole(of(found, highestRate)),
    ratio(of(found, highestRate) / of(bare, highestRate)),
    milliseconds(of(found, alone)),
    ratio(of(found, alone) / of(bare, alone)),
    milliseconds(of(found, (one) => one.steady.report.p50)),
    milliseconds(of(found, (one) => one.steady.report.p99)),
    percent(of(found, (one) => one.best.report.server.cpu)),
    whole(of(found, (one) => (one.best.report.server.cpuSeconds * 1e6) / one.best.report.sent)),
    whole(of(found, (one) => (one.best.report.server.servicesSeconds * 1e6) / one.best.report.sent)),
    whole(of(found, (one) => one.steady.report.server.memory)),
    whole(of(found, (one) => one.best.report.server.memory)),
    percent(of(found, (one) => one.best.report.generatorCpu)),
  ];
}
