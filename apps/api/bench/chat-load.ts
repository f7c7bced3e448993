import { newUuid } from '@guilde/contracts/uuid.ts';
import { percentile } from './figures.ts';
import { Connection, postRequest } from './keep-alive.ts';
import { ownCpu, readTask, type Usage, watch } from './processes.ts';
import { clientFrame, type OnFrame, RawSocket } from './raw-socket.ts';

/** A room under load: the first member writes, the others' arrivals count; all have a socket. `cookie` is empty for the bare server. */
export type Room = { id: string; members: { id: string; cookie: string }[] };

/**
 * `rate` in messages a second over all rooms, on a fixed schedule; null: one message at a time, the next when all four
 * have it.
 */
export type ChatTask = {
  port: number;
  serverPid: number;
  kind: 'product' | 'bare';
  rooms: Room[];
  rate: number | null;
  warmUpMs: number;
  durationMs: number;
};

export type ChatReport = {
  sent: number;
  /** Deliveries that did not come within the patience, and messages that were not acknowledged. */
  lost: number;
  p50: number;
  p99: number;
  ackP50: number;
  ackP99: number;
  perSecond: number;
  generatorCpu: number;
  /** What the server used from the first message to the last delivery; opening the sockets does not count. */
  server: Usage;
};

type Send = (room: number, content: string) => void;
type Link = { send: Send; close: () => void };

const PATIENCE_MS = 3000;
/** Up to this rate every message is sent at its very moment; above, a millisecond more or less is nothing to the limit. */
const PRECISE_MAX = 1000;
/** Connections over which the writers' requests go; a request on a busy one would wait for the one before. */
const WRITING_CONNECTIONS = 64;
/** The text of each message begins with its number. */
const MARK = Buffer.from('"n=');
const [ZERO, NINE] = [48, 57];

const task = readTask<ChatTask>();
const listeners = (task.rooms[0]?.members.length ?? 1) - 1;
/** When each message was due, by its number. */
const due: number[] = [];
const from = { at: Number.POSITIVE_INFINITY };
const deliveries: number[] = [];
const acknowledgements: number[] = [];
const counts = { delivered: 0, acknowledged: 0, refused: 0 };
let onArrival: (() => void) | null = null;

/** The number of the message in a frame; -1 in a frame of another kind. Nothing is parsed but that. */
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

function acknowledged(number: number, ok: boolean): void {
  if (ok) counts.acknowledged++;
  else counts.refused++;
  const at = due[number] as number;
  if (at >= from.at) acknowledgements.push(performance.now() - at);
  onArrival?.();
}

/** The product: listeners on the live socket, messages by HTTP as the client sends them. */
async function linkProduct(): Promise<Link> {
  const sockets = await Promise.all(
    task.rooms.flatMap(({ members }) =>
      members.map(({ cookie }, seat) =>
        RawSocket.open(task.port, '/api/live', cookie, seat === 0 ? () => undefined : delivered),
      ),
    ),
  );
  const all = Array.from({ length: WRITING_CONNECTIONS }, () => new Connection(task.port));
  const idle = [...all];
  const waiting: { number: number; request: Buffer }[] = [];
  const next = () => {
    while (waiting.length > 0 && idle.length > 0) {
      const { number, request } = waiting.shift() as { number: number; request: Buffer };
      const connection = idle.pop() as Connection;
      connection.send(request, (status) => {
        acknowledged(number, status === 200);
        idle.push(connection);
        next();
      });
    }
  };
  return {
    send: (index, content) => {
      const room = task.rooms[index] as Room;
      const cookie = room.members[0]?.cookie ?? '';
      const path = `/api/conversations/${room.id}/messages`;
      waiting.push({
        number: due.length - 1,
        request: postRequest(path, cookie, { id: newUuid(), content }),
      });
      next();
    },
    close: () => {
      for (const socket of sockets) socket.close();
      for (const connection of all) connection.close();
    },
  };
}

/** The bare server: everything on sockets; the writer's own frame is the acknowledgement. */
async function linkBare(): Promise<Link> {
  const address = (room: string, member: string) => `/?room=${room}&member=${member}`;
  const back: OnFrame = (bytes, start, end) => acknowledged(numberIn(bytes, start, end), true);
  const rooms = await Promise.all(
    task.rooms.map(async ({ id, members }) => ({
      id,
      sockets: await Promise.all(
        members.map((member, seat) =>
          RawSocket.open(task.port, address(id, member.id), '', seat === 0 ? back : delivered),
        ),
      ),
    })),
  );
  return {
    send: (index, content) => {
      const room = rooms[index];
      room?.sockets[0]?.send(clientFrame(JSON.stringify({ id: newUuid(), room: room.id, content })));
    },
    close: () => {
      for (const { sockets } of rooms) for (const socket of sockets) socket.close();
    },
  };
}

function sendNext(link: Link, at: number): void {
  const number = due.push(at) - 1;
  link.send(number % task.rooms.length, `n=${number}; Regarde d’abord tes avis, puis ta fréquence.`);
}

/** Sends on schedule for the time asked; what the machine could not send in time is sent late and counts as late. */
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

/** Waits until everything has come, or nobody would wait any longer. */
async function settled(): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  const isDone = () =>
    counts.delivered >= due.length * listeners && counts.acknowledged + counts.refused >= due.length;
  while (!isDone() && performance.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 20));
}

const link = await (task.kind === 'product' ? linkProduct() : linkBare());
const cpu = ownCpu();
const used = watch(task.serverPid);
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
