import { randomUUID } from 'node:crypto';
import { WebSocket } from 'ws';
import { percentile } from './figures.ts';
import { Connection, postRequest } from './keep-alive.ts';
import { ownCpu, readTask } from './processes.ts';

/** A room under load: the first member writes, the others listen. `cookie` is empty for the bare server. */
export type Room = { id: string; members: { id: string; cookie: string }[] };

/**
 * `rate` in messages a second over all rooms, on a fixed schedule; null: one message at a time, the next when all four
 * have it.
 */
export type ChatTask = {
  port: number;
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
};

type Send = (room: number, content: string) => void;
type Link = { send: Send; close: () => void };

const PATIENCE_MS = 3000;
/** Connections over which the writers' requests go; a request on a busy one would wait for the one before. */
const WRITING_CONNECTIONS = 64;
const MARK = /n=(\d+);/;

const task = readTask<ChatTask>();
const listeners = (task.rooms[0]?.members.length ?? 1) - 1;
/** When each message was due, by its number. */
const due: number[] = [];
const from = { at: Number.POSITIVE_INFINITY };
const deliveries: number[] = [];
const acknowledgements: number[] = [];
const counts = { delivered: 0, acknowledged: 0, refused: 0 };
let onDelivered: (() => void) | null = null;

function delivered(text: string): void {
  if (!text.includes('"message.created"')) return;
  const number = Number(MARK.exec(text)?.[1] ?? -1);
  const at = due[number];
  if (at === undefined) return;
  counts.delivered++;
  if (at >= from.at) deliveries.push(performance.now() - at);
  onDelivered?.();
}

function acknowledged(number: number, ok: boolean): void {
  if (ok) counts.acknowledged++;
  else counts.refused++;
  const at = due[number] as number;
  if (at >= from.at) acknowledgements.push(performance.now() - at);
}

function opened(url: string, cookie: string, onMessage: (text: string) => void): Promise<WebSocket> {
  const socket = new WebSocket(url, { headers: cookie ? { cookie } : {}, perMessageDeflate: false });
  socket.on('message', (data) => onMessage((data as Buffer).toString()));
  return new Promise((resolve, reject) => {
    socket.once('open', () => resolve(socket));
    socket.once('error', reject);
  });
}

/** The product: listeners on the live socket, messages by HTTP as the client sends them. */
async function linkProduct(): Promise<Link> {
  const url = `ws://127.0.0.1:${task.port}/api/live`;
  const sockets = await Promise.all(
    task.rooms.flatMap(({ members }) => members.slice(1).map(({ cookie }) => opened(url, cookie, delivered))),
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
        request: postRequest(path, cookie, { id: randomUUID(), content }),
      });
      next();
    },
    close: () => {
      for (const socket of sockets) socket.terminate();
      for (const connection of all) connection.close();
    },
  };
}

/** The bare server: everything on sockets; the writer's own frame is the acknowledgement. */
async function linkBare(): Promise<Link> {
  const address = (room: string, member: string) =>
    `ws://127.0.0.1:${task.port}/?room=${room}&member=${member}`;
  const back = (text: string) => acknowledged(Number(MARK.exec(text)?.[1]), true);
  const rooms = await Promise.all(
    task.rooms.map(async ({ id, members }) => ({
      id,
      sockets: await Promise.all(
        members.map((member, seat) => opened(address(id, member.id), '', seat === 0 ? back : delivered)),
      ),
    })),
  );
  return {
    send: (index, content) => {
      const room = rooms[index];
      room?.sockets[0]?.send(JSON.stringify({ id: randomUUID(), room: room.id, content }));
    },
    close: () => {
      for (const { sockets } of rooms) for (const socket of sockets) socket.terminate();
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
    else if (begin + due.length * step - now > 2) setTimeout(turn, 1);
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
    onDelivered = () => {
      if (counts.delivered === due.length * listeners && counts.acknowledged === due.length) resolve();
    };
    sendNext(link, performance.now());
    const poll = setInterval(() => onDelivered?.(), 20);
    await promise;
    clearInterval(poll);
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
await (task.rate === null ? oneAtATime(link) : onSchedule(link, task.rate));
const generatorCpu = cpu();
await settled();
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
  } satisfies ChatReport),
);
process.exit(0);
