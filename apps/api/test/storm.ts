import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Message } from '@guilde/contracts/conversations.ts';
import type { Answer, Client } from './client.ts';
import { startCuttingProxy } from './cutting-proxy.ts';
import { type Follower, follow } from './follower.ts';
import { startGuilde } from './harness.ts';
import { elsewhere } from './instances.ts';
import { openChat } from './scenes.ts';
import { seeded } from './seeded.ts';
import { startServerProcess } from './server-process.ts';

/** How much happens to the server while its clients go on. */
export type Weather = { messages: number; kills: number; dropOneIn: number; jumpingClock: boolean };

/** What a client was told: it must hold for ever. */
export type Promised = { message: Message; sender: string };
export type Told = {
  promised: Promised[];
  /** Addresses whose invitation was acknowledged. */
  invited: string[];
  /** The furthest acknowledged read position of each reader. */
  read: Map<string, number>;
  followers: { name: string; follower: Follower }[];
  conversationId: string;
  sosId: string;
  harm: { dropped: number; cut: number };
  /** How many messages were acknowledged on the socket, how many by HTTP. */
  ways: { socket: number; http: number };
};

const RETRY_MS = 80;
const PATIENCE_MS = 90_000;
const WRITERS = ['claire', 'karim', 'zoe', 'paul'] as const;

/**
 * Four people write into one chat and follow it, two others take and leave its fifth seat, nina invites, while the
 * server is killed and the line is cut. Everybody writes on the socket while there is one and repeats by HTTP what was not
 * answered, as the real clients do.
 */
export async function weather(folder: string, { messages, kills, dropOneIn, jumpingClock }: Weather) {
  const random = seeded();
  const setUp = await setUpChat(folder);
  const server = await startServerProcess(folder, { jumpingClock });
  const proxy = await startCuttingProxy(server.port, { dropOneIn, random });
  const behindProxy = (client: Client) => elsewhere(client, proxy);
  const writers = setUp.writers.map(behindProxy);
  const told: Told = {
    promised: [],
    invited: [],
    read: new Map(),
    followers: writers.map((client) => ({ name: client.id, follower: follow(setUp.conversationId, client) })),
    conversationId: setUp.conversationId,
    sosId: setUp.sosId,
    harm: proxy.harm,
    ways: { socket: 0, http: 0 },
  };
  const isOver = () => told.promised.length >= messages;
  try {
    await Promise.all([
      ...writers.map((client) => write(client, told, isOver)),
      ...writers.map((client) => read(client, told, { isOver, random })),
      ...setUp.guests.map((client) => comeAndGo(behindProxy(client), told, { isOver, random })),
      invite(behindProxy(setUp.nina), told, { isOver, random }),
      killNowAndThen(server.killAndRestart, told, { messages, kills, random }),
    ]);
    proxy.calm();
    await everybodyHasSeen(told, writers[0]);
  } finally {
    for (const { follower } of told.followers) follower.stop();
    proxy.close();
    await server.kill();
  }
  return told;
}

async function setUpChat(folder: string) {
  const guilde = await startGuilde({ dataDir: folder, clock: realClock() });
  const nina = await guilde.as('nina');
  const writers: Client[] = [];
  for (const name of WRITERS) writers.push(await guilde.as(name));
  const guests = [await guilde.as('lucie'), await guilde.as('hugo')];
  const [claire, ...helpers] = writers;
  if (!claire) throw new Error('Somebody must ask');
  const { conversation, sos } = await openChat(claire, ...helpers);
  await guilde.mails();
  await guilde.close();
  return { nina, writers, guests, conversationId: conversation.id, sosId: sos.id };
}

/** The machine's clock, as far ahead as said. */
export function realClock(ahead = 0) {
  return { now: () => Date.now() + ahead, advance: () => undefined };
}

/** Repeats a request until there is an answer that is not the server's trouble. */
async function insist<T>(request: () => Promise<Answer<T>>): Promise<Answer<T>> {
  for (;;) {
    const answer = await request().catch(() => null);
    if (answer && answer.status > 0 && answer.status < 500) return answer;
    await sleep(RETRY_MS);
  }
}

async function write(client: Client, told: Told, isOver: () => boolean): Promise<void> {
  const mine = followerOf(told, client);
  for (let count = 1; !isOver(); count++) {
    const id = randomUUID();
    const path = `/api/conversations/${told.conversationId}/messages`;
    const content = `${client.id} ${count}`;
    const said = await mine?.say(id, content);
    if (said) {
      told.ways.socket++;
      told.promised.push({ message: said, sender: client.id });
      continue;
    }
    const { status, body, error } = await insist(() => client.post<Message>(path, { id, content }));
    if (status !== 200) throw new Error(`${status} ${error.code}`);
    told.ways.http++;
    told.promised.push({ message: body, sender: client.id });
  }
}

function followerOf(told: Told, client: Client): Follower | undefined {
  return told.followers.find(({ name }) => name === client.id)?.follower;
}

type Pace = { isOver: () => boolean; random: () => number };

async function read(client: Client, told: Told, { isOver, random }: Pace): Promise<void> {
  const mine = followerOf(told, client);
  while (mine && !isOver()) {
    await sleep(random() * 300);
    const seq = mine.shown.length;
    const { status } = await insist(() =>
      client.put(`/api/conversations/${told.conversationId}/read`, { seq }),
    );
    if (status === 200) told.read.set(client.id, Math.max(seq, told.read.get(client.id) ?? 0));
  }
}

async function comeAndGo(client: Client, told: Told, { isOver, random }: Pace): Promise<void> {
  while (!isOver()) {
    await insist(() => client.post(`/api/sos/${told.sosId}/join`));
    await sleep(random() * 50);
    await insist(() => client.post(`/api/sos/${told.sosId}/leave`));
    await sleep(random() * 50);
  }
}

async function invite(nina: Client, told: Told, { isOver, random }: Pace): Promise<void> {
  for (let count = 1; !isOver(); count++) {
    const email = `invite-${count}@exemple.fr`;
    const { status, error } = await insist(() => nina.post('/api/invitations', { email }));
    // An answer may have been lost: then the invitation is there already.
    if (status === 200 || error.code === 'INVITATION_PENDING') told.invited.push(email);
    await sleep(random() * 60);
  }
}

async function killNowAndThen(
  killAndRestart: () => Promise<void>,
  told: Told,
  { messages, kills, random }: Pick<Weather, 'messages' | 'kills'> & Pick<Pace, 'random'>,
): Promise<void> {
  for (let kill = 1; kill <= kills; kill++) {
    const at = ((kill - random()) * messages) / (kills + 0.5);
    while (told.promised.length < at) await sleep(1);
    await sleep(random() * 5);
    await killAndRestart();
  }
}

/** Followers may take a moment to come back after the last kill. */
async function everybodyHasSeen(told: Told, client: Client | undefined): Promise<void> {
  const { body } = await insist(async () => {
    if (!client) throw new Error('Somebody must look');
    return client.get<{ lastSeq: number }>(`/api/conversations/${told.conversationId}`);
  });
  const deadline = Date.now() + PATIENCE_MS;
  const isBehind = () => told.followers.some(({ follower }) => follower.shown.length < body.lastSeq);
  while (isBehind() && Date.now() < deadline) await sleep(50);
}
