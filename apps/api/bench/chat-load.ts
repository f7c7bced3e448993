import { setTimeout as sleep } from 'node:timers/promises';
import { newUuid } from '@guilde/contracts/uuid.ts';
import { percentile } from './figures.ts';
import { ownCpu, readTask, type Server, type Usage, watch } from './processes.ts';
import { clientFrame, type OnFrame, RawSocket } from './raw-socket.ts';

/** The first member writes, the others receive. `cookie` is empty for the bare server. */
export type Room = { id: string; members: { id: string; cookie: string }[] };

/** `rate` is in messages a second over all rooms; with null, each waits until all four have the last one. */
export type ChatTask = {
  server: Pick<Server, 'ports' | 'pids' | 'services'>;
  kind: 'product' | 'bare';
  rooms: Room[];
  rate: number | null;
  warmUpMs: number;
  durationMs: number;
};

export type ChatReport = {
  sent: number;
  lost: number;
  p50: number;
  p99: number;
  ackP50: number;
  ackP99: number;
  perSecond: number;
  generatorCpu: number;
  /** The usage counts from the first message to the last delivery. */
  server: Usage;
};

type Send = (room: number, content: string) => void;
type Link = { send: Send; close: () => void };
type Protocol = {
  greets: boolean;
  path: (room: string, member: string) => string;
  text: (room: string, content: string) => object;
};

const PATIENCE_MS = 3000;
/** What an earlier rate left waiting is stored first; meanwhile a server may refuse to open a socket. */
const OPENING_MS = 60_000;
/** Above this rate, a millisecond does not matter. */
const PRECISE_MAX = 1000;
const MARK = Buffer.from('"n=');
const [ZERO, NINE] = [48, 57];

const task = readTask<ChatTask>();
const listeners = (task.rooms[0]?.members.length ?? 1) - 1;
/** The list has the time at which each message is due, by number. */
const due: number[] = [];
const from = { at: Number.POSITIVE_INFINITY };
const deliveries: number[] = [];
const acknowledgements: number[] = [];
const counts = { delivered: 0, acknowledged: 0 };
let onArrival: (() => void) | null = null;

/** Returns the number of the message in a frame, and -1 for other frames. Nothing else is parsed. */
function numberIn(bytes: Buffer, start: number, end: number): number {
  const mark = bytes.indexOf(MARK, start);
  if (mark < 0 || mark >= end) return -1;
  let number = 0;
  for (let at = mark + MARK.length; ; at++) {
    const digit = bytes[at] as number;
    if (digit < ZERO || digit > NINE) return number;
    number = number * 10 + digit - ZERO;
  }
}

const delivered: OnFrame = (bytes, start, end) => {
  const at = due[numberIn(bytes, start, end)];
  if (at === undefined) return;
  counts.delivered++;
  if (at >= from.at) deliveries.push(performance.now() - at);
  onArrival?.();
};

const back: OnFrame = (bytes, start, end) => {
  const at = due[numberIn(bytes, start, end)];
  if (at === undefined) return;
  counts.acknowledged++;
  if (at >= from.at) acknowledgements.push(performance.now() - at);
  onArrival?.();
};

function portOf(turn: number): number {
  const { ports } = task.server;
  return ports[turn % ports.length] ?? 0;
}

/** Resolves once the server has done what an opening costs it. */
async function openGreeted(port: number, path: string, cookie: string, onFrame: OnFrame): Promise<RawSocket> {
  const { promise: greeted, resolve } = Promise.withResolvers<void>();
  const socket = await openPatiently(port, path, cookie, (bytes, start, end) => {
    resolve();
    onFrame(bytes, start, end);
  });
  await greeted;
  return socket;
}

async function openPatiently(...args: Parameters<typeof RawSocket.open>): Promise<RawSocket> {
  while (performance.now() < OPENING_MS) {
    const socket = await RawSocket.open(...args).catch(() => null);
    if (socket) return socket;
    await sleep(500);
  }
  return RawSocket.open(...args);
}

/** The first socket of a room writes; the frame that returns is the acknowledgement. */
async function openRooms({ greets, path, text }: Protocol): Promise<Link> {
  const rooms = await Promise.all(
    task.rooms.map(async (room, index) => ({
      id: room.id,
      sockets: await Promise.all(
        room.members.map((member, seat) =>
          (greets ? openGreeted : openPatiently)(
            portOf(index + seat),
            path(room.id, member.id),
            member.cookie,
            seat === 0 ? back : delivered,
          ),
        ),
      ),
    })),
  );
  return {
    send: (index, content) => {
      const room = rooms[index];
      room?.sockets[0]?.send(clientFrame(JSON.stringify(text(room.id, content))));
    },
    close: () => {
      for (const { sockets } of rooms) for (const socket of sockets) socket.close();
    },
  };
}

const PROTOCOLS: Record<ChatTask['kind'], Protocol> = {
  product: {
    greets: true,
    path: () => '/api/live',
    text: (conversationId, content) => ({ type: 'message', id: newUuid(), conversationId, content }),
  },
  bare: {
    greets: false,
    path: (room, member) => `/?room=${room}&member=${member}`,
    text: (room, content) => ({ id: newUuid(), room, content }),
  },
};

function sendNext(link: Link, at: number): void {
  const number = due.push(at) - 1;
  link.send(number % task.rooms.length, `n=${number}; Regarde d’abord tes avis, puis ta fréquence.`);
}

function onSchedule(link: Link, rate: number): Promise<void> {
  const begin = performance.now();
  const end = begin + task.warmUpMs + task.durationMs;
  from.at = begin + task.warmUpMs;
  const step = 1000 / rate;
  const { promise, resolve } = Promise.withResolvers<void>();
  const turn = () => {
    const now = performance.now();
    while (begin + due.length * step <= Math.min(now, end)) sendNext(link, begin + due.length * step);
    if (now >= end) resolve();
    else if (rate > PRECISE_MAX || begin + due.length * step - now > 2) setTimeout(turn, 1);
    else setImmediate(turn);
  };
  turn();
  return promise;
}

async function oneAtATime(link: Link): Promise<void> {
  const begin = performance.now();
  from.at = begin + task.warmUpMs;
  while (performance.now() < begin + task.warmUpMs + task.durationMs) {
    const { promise, resolve } = Promise.withResolvers<void>();
    onArrival = () => {
      if (counts.delivered === due.length * listeners && counts.acknowledged === due.length) resolve();
    };
    sendNext(link, performance.now());
    await promise;
  }
}

async function settled(): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  const isDone = () => counts.delivered >= due.length * listeners && counts.acknowledged >= due.length;
  while (!isDone() && performance.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 20));
}

const link = await openRooms(PROTOCOLS[task.kind]);
const cpu = ownCpu();
const used = watch(task.server);
await (task.rate === null ? oneAtATime(link) : onSchedule(link, task.rate));
const generatorCpu = cpu();
await settled();
const server = used();
link.close();
const measured = due.filter((at) => at >= from.at).length;
process.stdout.write(
  JSON.stringify({
    sent: due.length,
    lost: due.length * listeners - counts.delivered + due.length - counts.acknowledged,
    p50: percentile(deliveries, 0.5),
    p99: percentile(deliveries, 0.99),
    ackP50: percentile(acknowledgements, 0.5),
    ackP99: percentile(acknowledgements, 0.99),
    perSecond: measured / (task.durationMs / 1000),
    generatorCpu,
    server,
  } satisfies ChatReport),
);
process.exit(0);
