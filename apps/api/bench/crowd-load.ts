import { setTimeout as sleep } from 'node:timers/promises';
import { newUuid } from '@guilde/contracts/uuid.ts';
import { WebSocket } from 'ws';
import { mean, percentile } from './figures.ts';
import { Connection, getRequest, postRequest } from './keep-alive.ts';
import { memoryOf, ownCpu, readTask } from './processes.ts';

export type CrowdTask = {
  ports: number[];
  pids: number[];
  idle: string[];
  active: { cookie: string; room: string }[];
  durationMs: number;
};

export type CrowdReport = {
  bytesPerSocket: number;
  requests: number;
  mean: number;
  p99: number;
  serverErrors: number;
  refused: number;
  generatorCpu: number;
};

const SOCKETS_AT_ONCE = 50;
const SETTLE_MS = 3000;
/** A member acts once a second: mostly reads a conversation, sometimes writes. */
const HABIT = ['history', 'feed', 'history', 'unread', 'conversations', 'history', 'home', 'write'] as const;

const task = readTask<CrowdTask>();

function portOf(turn: number): number {
  return task.ports[turn % task.ports.length] ?? 0;
}

async function openSockets(cookies: string[]): Promise<WebSocket[]> {
  const sockets: WebSocket[] = [];
  for (let start = 0; start < cookies.length; start += SOCKETS_AT_ONCE) {
    const group = cookies.slice(start, start + SOCKETS_AT_ONCE).map(openSocket);
    sockets.push(...(await Promise.all(group)));
  }
  return sockets;
}

/** The first frame belongs to the cost of a socket. */
function openSocket(cookie: string, turn: number): Promise<WebSocket> {
  const socket = new WebSocket(`ws://127.0.0.1:${portOf(turn)}/api/live`, {
    headers: { cookie },
    perMessageDeflate: false,
  });
  return new Promise((resolve, reject) => {
    socket.once('message', () => resolve(socket));
    socket.once('error', reject);
  });
}

async function settledMemory(): Promise<number> {
  await sleep(SETTLE_MS);
  return task.pids.reduce((total, pid) => total + memoryOf(pid), 0) * 1024 * 1024;
}

function requestOf(habit: (typeof HABIT)[number], { cookie, room }: CrowdTask['active'][number]): Buffer {
  if (habit === 'write')
    return postRequest(`/api/conversations/${room}/messages`, cookie, {
      id: newUuid(),
      content: 'Je regarde ce soir.',
    });
  const path = {
    history: `/api/conversations/${room}/messages`,
    feed: '/api/sos',
    unread: '/api/conversations/unread',
    conversations: '/api/conversations',
    home: '/api/home',
  }[habit];
  return getRequest(path, cookie);
}

type Tally = { latencies: number[]; serverErrors: number; refused: number };

/** A member acts once a second; delays count from the scheduled time. */
async function live(member: CrowdTask['active'][number], index: number, tally: Tally): Promise<void> {
  const connection = new Connection(portOf(index));
  const begin = performance.now() + (index / task.active.length) * 1000;
  for (let turn = 0; turn * 1000 < task.durationMs; turn++) {
    const due = begin + turn * 1000;
    await sleep(Math.max(0, due - performance.now()));
    const habit = HABIT[(index + turn) % HABIT.length] ?? 'history';
    const status = await new Promise<number>((resolve) => connection.send(requestOf(habit, member), resolve));
    tally.latencies.push(performance.now() - due);
    if (status >= 500 || status === 0) tally.serverErrors++;
    else if (status !== 200) tally.refused++;
  }
  connection.close();
}

const warm = await openSockets(task.idle.slice(0, SOCKETS_AT_ONCE));
const before = await settledMemory();
const idle = await openSockets(task.idle.slice(SOCKETS_AT_ONCE));
const bytesPerSocket = ((await settledMemory()) - before) / idle.length;
const active = await openSockets(task.active.map(({ cookie }) => cookie));
const tally: Tally = { latencies: [], serverErrors: 0, refused: 0 };
const cpu = ownCpu();
await Promise.all(task.active.map((member, index) => live(member, index, tally)));
const generatorCpu = cpu();
for (const socket of [...warm, ...idle, ...active]) socket.terminate();
process.stdout.write(
  JSON.stringify({
    bytesPerSocket,
    requests: tally.latencies.length,
    mean: mean(tally.latencies),
    p99: percentile(tally.latencies, 0.99),
    serverErrors: tally.serverErrors,
    refused: tally.refused,
    generatorCpu,
  } satisfies CrowdReport),
);
process.exit(0);
