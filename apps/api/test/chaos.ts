import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Message } from '@guilde/contracts/conversations/rules.ts';
import { PATIENCE_MS } from '../../../scripts/extent.ts';
import { systemClock } from '../src/platform/clock.ts';
import { type Changes, changeMessages, noChanges } from './changers.ts';
import type { Answer, Client } from './client.ts';
import { type CuttingProxy, startCuttingProxy } from './cutting-proxy.ts';
import { type Follower, follow } from './follower.ts';
import { startGuilde } from './harness.ts';
import { elsewhere } from './instances.ts';
import type { RedisServer } from './redis-server.ts';
import { openChat } from './scenes.ts';
import { seeded } from './seeded.ts';
import { type ServerProcess, startServerProcess } from './server-process.ts';
import type { Sqld } from './sqld.ts';
import { uploadSurely } from './uploads.ts';

/**
 * The options say what happens to the server while its clients go on. `sqld` holds the database, and is
 * killed in turn with the server. `redis` connects two instances, one for each half of the people; all of
 * them are killed in turn.
 */
export type ChaosOptions = {
  /** The number counts messages and changes of messages. */
  acts: number;
  kills: number;
  dropOneIn: number;
  jumpingClock: boolean;
  sqld?: Sqld;
  redis?: RedisServer;
};

/** A client got this answer, so it must hold for ever. */
export type Acknowledged = { message: Message; sender: string };
export type ChaosResult = {
  acknowledged: Acknowledged[];
  changes: Changes;
  /** The keys are the ids of the messages that carry the files. */
  files: Map<string, { id: string; bytes: Uint8Array }>;
  /** These addresses have an acknowledged invitation. */
  invited: string[];
  /** The value is the furthest acknowledged read position of each reader. */
  read: Map<string, number>;
  followers: { name: string; follower: Follower }[];
  conversationId: string;
  sosId: string;
  faults: { dropped: number; cut: number };
  /** Counts the messages that were acknowledged on each channel. */
  channels: { socket: number; http: number };
};

const RETRY_MS = 80;
/** Every writer attaches a file to one message in so many. */
const FILE_EACH = 20;
const WRITERS = ['claire', 'karim', 'zoe', 'paul'] as const;

/**
 * Four people write into one chat, change it and follow it, two others take and leave its fifth seat, and
 * nina invites, while the server is killed and the connection is cut. Everybody writes on the socket while
 * there is one, and repeats by HTTP what was not answered, as the real clients do.
 */
export async function runChaos(
  folder: string,
  { acts, kills, dropOneIn, jumpingClock, sqld, redis }: ChaosOptions,
) {
  const random = seeded();
  const env = { ...(sqld && { DATABASE_URL: sqld.url }), ...(redis && { REDIS_URL: redis.url }) };
  const setUp = await setUpChat(folder, env);
  const servers: ServerProcess[] = [];
  const proxies: CuttingProxy[] = [];
  for (let count = 0; count < (redis ? 2 : 1); count++) {
    const server = await startServerProcess(folder, { jumpingClock, env });
    servers.push(server);
    proxies.push(await startCuttingProxy(server.port, { dropOneIn, random }));
  }
  const behindProxy = (client: Client, index: number) => elsewhere(client, atOf(proxies, index));
  const writers = setUp.writers.map(behindProxy);
  const result: ChaosResult = {
    acknowledged: [],
    changes: noChanges(),
    files: new Map(),
    invited: [],
    read: new Map(),
    followers: writers.map((client) => ({ name: client.id, follower: follow(setUp.conversationId, client) })),
    conversationId: setUp.conversationId,
    sosId: setUp.sosId,
    faults: { dropped: 0, cut: 0 },
    channels: { socket: 0, http: 0 },
  };
  const isOver = () => actsOf(result) >= acts;
  try {
    await Promise.all([
      ...writers.map((client) => write(client, result, isOver)),
      ...writers.map((client) => read(client, result, { isOver, random })),
      ...writers.map((client) =>
        changeMessages(client, setUp.conversationId, {
          ...result,
          isOver,
          random,
          retry: retryUntilAnswered,
        }),
      ),
      ...setUp.guests.map((client, index) =>
        comeAndGo(behindProxy(client, index), result, { isOver, random }),
      ),
      invite(behindProxy(setUp.nina, 0), result, { isOver, random }),
      killNowAndThen(inTurn(victims(servers, sqld, redis)), result, { acts, kills, random }),
    ]);
    for (const proxy of proxies) {
      proxy.stopFaults();
      result.faults.dropped += proxy.faults.dropped;
      result.faults.cut += proxy.faults.cut;
    }
    await followersCaughtUp(result, writers[0]);
  } finally {
    for (const { follower } of result.followers) follower.stop();
    for (const proxy of proxies) proxy.close();
    for (const server of servers) await server.kill();
  }
  return result;
}

export function actsOf({ acknowledged, changes }: ChaosResult): number {
  return acknowledged.length + changes.count;
}

function atOf<T>(list: readonly T[], index: number): T {
  const one = list[index % list.length];
  if (one === undefined) throw new Error('The list is empty');
  return one;
}

function inTurn(acts: readonly (() => Promise<void>)[]): () => Promise<void> {
  let calls = 0;
  return () => atOf(acts, calls++)();
}

/** Each function kills one process and restarts it; the database follows after each instance. */
function victims(servers: ServerProcess[], sqld?: Sqld, redis?: RedisServer): (() => Promise<void>)[] {
  const killRedis = async () => {
    await redis?.stop();
    await redis?.start();
  };
  return servers.flatMap(({ killAndRestart }, index) => [
    killAndRestart,
    ...(sqld ? [sqld.restart] : []),
    ...(redis && index === 0 ? [killRedis] : []),
  ]);
}

async function setUpChat(folder: string, env: Record<string, string>) {
  const guilde = await startGuilde({ dataDir: folder, clock: realClock(), env });
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

export function realClock(ahead = 0) {
  return { ...systemClock, now: () => Date.now() + ahead, advance: () => undefined, set: () => undefined };
}

/** Repeats a request until its answer is not a failure of the server. */
async function retryUntilAnswered<T>(request: () => Promise<Answer<T>>): Promise<Answer<T>> {
  for (;;) {
    const answer = await request().catch(() => null);
    if (answer && answer.status > 0 && answer.status < 500) return answer;
    await sleep(RETRY_MS);
  }
}

async function write(client: Client, result: ChaosResult, isOver: () => boolean): Promise<void> {
  const mine = followerOf(result, client);
  for (let count = 1; !isOver(); count++) {
    const id = randomUUID();
    const path = `/api/conversations/${result.conversationId}/messages`;
    const content = `${client.id} ${count}`;
    const file = count % FILE_EACH === 5 ? await uploadFor(client, result, content) : null;
    const files = file ? { files: [file.id] } : {};
    if (file) result.files.set(id, file);
    const said = await mine?.sendText(id, content, files);
    if (said) {
      result.channels.socket++;
      result.acknowledged.push({ message: said, sender: client.id });
      continue;
    }
    const { status, body, error } = await retryUntilAnswered(() =>
      client.post<Message>(path, { id, content, ...files }),
    );
    if (status !== 200) throw new Error(`${status} ${error.code}`);
    result.channels.http++;
    result.acknowledged.push({ message: body, sender: client.id });
  }
}

/** The file has one part or two. */
async function uploadFor(client: Client, { conversationId }: ChaosResult, content: string) {
  const id = randomUUID();
  const bytes = new Uint8Array(Buffer.from(content.repeat(content.endsWith('25') ? 16_000 : 40)));
  const path = `/api/conversations/${conversationId}/files`;
  await uploadSurely(client, path, { id, name: 'acte.txt', bytes }, retryUntilAnswered);
  return { id, bytes };
}

function followerOf(result: ChaosResult, client: Client): Follower | undefined {
  return result.followers.find(({ name }) => name === client.id)?.follower;
}

type Pace = { isOver: () => boolean; random: () => number };

async function read(client: Client, result: ChaosResult, { isOver, random }: Pace): Promise<void> {
  const mine = followerOf(result, client);
  while (mine && !isOver()) {
    await sleep(random() * 300);
    const seq = mine.shown.length;
    const { status } = await retryUntilAnswered(() =>
      client.put(`/api/conversations/${result.conversationId}/read`, { seq }),
    );
    if (status === 200) result.read.set(client.id, Math.max(seq, result.read.get(client.id) ?? 0));
  }
}

async function comeAndGo(client: Client, result: ChaosResult, { isOver, random }: Pace): Promise<void> {
  while (!isOver()) {
    await retryUntilAnswered(() => client.post(`/api/sos/${result.sosId}/join`));
    await sleep(random() * 50);
    await retryUntilAnswered(() => client.post(`/api/sos/${result.sosId}/leave`));
    await sleep(random() * 50);
  }
}

async function invite(nina: Client, result: ChaosResult, { isOver, random }: Pace): Promise<void> {
  for (let count = 1; !isOver(); count++) {
    const email = `invite-${count}@exemple.fr`;
    const { status, error } = await retryUntilAnswered(() =>
      nina.post('/api/invitations', { vouched: true, email }),
    );
    // If the first answer was lost, the invitation is there already.
    if (status === 200 || error.code === 'INVITATION_PENDING') result.invited.push(email);
    await sleep(random() * 60);
  }
}

async function killNowAndThen(
  killAndRestart: () => Promise<void>,
  result: ChaosResult,
  { acts, kills, random }: Pick<ChaosOptions, 'acts' | 'kills'> & Pick<Pace, 'random'>,
): Promise<void> {
  for (let kill = 1; kill <= kills; kill++) {
    const at = ((kill - random()) * acts) / (kills + 0.5);
    while (actsOf(result) < at) await sleep(1);
    await sleep(random() * 5);
    await killAndRestart();
  }
}

/** Followers may take a moment to come back after the last kill. */
async function followersCaughtUp(result: ChaosResult, client: Client | undefined): Promise<void> {
  const { body } = await retryUntilAnswered(async () => {
    if (!client) throw new Error('Somebody must look');
    return client.get<{ lastSeq: number; revision: number }>(`/api/conversations/${result.conversationId}`);
  });
  const deadline = Date.now() + PATIENCE_MS;
  const isBehind = () =>
    result.followers.some(
      ({ follower }) => follower.shown.length < body.lastSeq || follower.revision() < body.revision,
    );
  while (isBehind() && Date.now() < deadline) await sleep(50);
}
