import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { roomsOf } from './chat.ts';
import type { ChatReport, ChatTask } from './chat-load.ts';
import { progress, ratio, table, whole } from './figures.ts';
import type { Installation } from './installation.ts';
import { cookieOf } from './people.ts';
import { generate, type Server } from './processes.ts';

const LATER_MS = 60_000;
const BURST_MS = 10_000;
const SIDE = 7000;

/** Measures memory (i) of one server a minute after a burst, and after a large picture, against the minute before it. */
export async function benchAfterBursts(installation: Installation): Promise<void> {
  const server = await installation.startProduct();
  const burst = (rate: number) => () =>
    generate<ChatReport>('./chat-load.ts', {
      server,
      kind: 'product',
      rooms: roomsOf(installation, 200),
      rate,
      warmUpMs: 500,
      durationMs: BURST_MS,
    } satisfies ChatTask);
  const stages: [string, () => Promise<unknown>][] = [
    // The first burst fills the cache of database pages.
    ['1 000 messages a second', burst(1000)],
    ['1 000 messages a second', burst(1000)],
    ['4 000 messages a second', burst(4000)],
    [`a picture of ${(SIDE * SIDE) / 1_000_000} megapixels`, () => sendPicture(installation, server)],
  ];
  const rows: string[][] = [];
  let before = await memoryLater(server);
  for (const [name, work] of stages) {
    progress(name);
    await work();
    const atEnd = memoryOf(server);
    const after = await memoryLater(server);
    rows.push([name, whole(before), whole(atEnd), whole(after), ratio(after / before)]);
    before = after;
  }
  await server.stop();
  table(
    `(i) Memory in MB around ${BURST_MS / 1000} seconds of messages, and a picture, layout ${installation.layout}`,
    ['of', 'before', 'at the end', 'a minute later', 'of before'],
    rows,
  );
}

async function memoryLater(server: Server): Promise<number> {
  await sleep(LATER_MS);
  return memoryOf(server);
}

function memoryOf({ pids: [pid] }: Server): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}

async function sendPicture(installation: Installation, { ports: [port] }: Server): Promise<void> {
  const blank = { width: SIDE, height: SIDE, channels: 3, background: 'teal' } as const;
  const picture = await sharp({ create: blank }).jpeg({ progressive: true }).toBuffer();
  const body = new FormData();
  body.append('file', new Blob([new Uint8Array(picture)], { type: 'image/jpeg' }), 'photo.jpg');
  const url = `http://127.0.0.1:${port}`;
  const headers = { cookie: cookieOf(installation, 1), origin: url };
  const { status } = await fetch(`${url}/api/profile/avatar`, { method: 'PUT', headers, body });
  progress(`The picture was answered with ${status}`);
}
