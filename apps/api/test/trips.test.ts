import { randomUUID } from 'node:crypto';
import { Batch, Stream } from '@libsql/hrana-client';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Client } from './client.ts';
import { type Guilde, startGuilde } from './harness.ts';
import type { LiveClient } from './live-client.ts';
import { granted, join, openChat, postSos, sosInput } from './scenes.ts';
import { type Sqld, startSqld } from './sqld.ts';

/** The test counts how often a verb waits for the libSQL server, once for the session included. */
let sqld: Sqld;
let guilde: Guilde;
let claire: Client;
let karim: Client;
let zoe: Client;
let chat: string;
let chatSos: string;
let sosIds: string[];
let live: LiveClient;

const text = () => ({ id: randomUUID(), content: 'Bonjour' });

beforeAll(async () => {
  sqld = await startSqld();
  guilde = await startGuilde({ env: { DATABASE_URL: sqld.url }, checksPages: false });
  [claire, karim, zoe] = [await guilde.as('claire'), await guilde.as('karim'), await guilde.as('zoe')];
  const { conversation, sos } = await openChat(claire, karim);
  [chat, chatSos] = [conversation.id, sos.id];
  sosIds = [];
  for (let n = 0; n < 3; n++) sosIds.push((await postSos(claire)).id);
  live = await claire.live();
  await guilde.deps.jobs.drain();
  await guilde.deps.jobs.stop();
});
afterAll(async () => {
  live.close();
  await guilde.close();
  await sqld.stop();
});

/** Simultaneous statements count once: each is one trip later than those answered before it. */
async function tripsOf(verb: () => Promise<unknown>): Promise<number> {
  const { query } = Stream.prototype as {
    query: (this: Stream, ...asked: Parameters<Stream['query']>) => ReturnType<Stream['query']>;
  };
  const { execute } = Batch.prototype as { execute: (this: Batch) => ReturnType<Batch['execute']> };
  let answered = 0;
  const noted = async <T>(answer: Promise<T>): Promise<T> => {
    const trip = answered + 1;
    return answer.finally(() => {
      answered = Math.max(answered, trip);
    });
  };
  const spies = [
    vi.spyOn(Stream.prototype, 'query').mockImplementation(function (this: Stream, statement) {
      return noted(query.call(this, statement));
    }),
    vi.spyOn(Batch.prototype, 'execute').mockImplementation(function (this: Batch) {
      return noted(execute.call(this));
    }),
  ];
  await verb();
  for (const spy of spies) spy.mockRestore();
  return answered;
}

async function onSocket(): Promise<void> {
  const sent = text();
  live.send({ type: 'message', conversationId: chat, ...sent });
  await live.next('message.created', ({ message }) => message.id === sent.id);
}

const post = async (client: Client, path: string, body: object) => granted(await client.post(path, body));
const get = async (client: Client, path: string) => granted(await client.get(path));

it.each([
  [
    'a message after others have written',
    3,
    () => post(claire, `/api/conversations/${chat}/messages`, text()),
  ],
  ['the next message', 2, () => post(claire, `/api/conversations/${chat}/messages`, text())],
  ['a message on the socket', 1, onSocket],
  ['a read position', 2, async () => granted(await karim.put(`/api/conversations/${chat}/read`, { seq: 9 }))],
  ['the first view of an SOS', 2, () => post(karim, `/api/sos/${sosIds[0]}/view`, {})],
  ['another view of it', 2, () => post(karim, `/api/sos/${sosIds[0]}/view`, {})],
  ['the feed after a change', 3, () => get(karim, '/api/sos')],
  ['the feed', 2, () => get(zoe, '/api/sos')],
  ['home after a change', 3, () => get(karim, '/api/home')],
  ['home', 2, () => get(zoe, '/api/home')],
  ['the conversations', 2, () => get(karim, '/api/conversations')],
  ['a conversation', 2, () => get(karim, `/api/conversations/${chat}`)],
  ['its messages', 2, () => get(karim, `/api/conversations/${chat}/messages`)],
  ['the count of unread messages', 2, () => get(karim, '/api/conversations/unread')],
  ['the directory', 3, () => get(karim, '/api/members')],
  ['the directory again', 2, () => get(claire, '/api/members')],
  ['a new SOS', 4, () => post(claire, '/api/sos', sosInput())],
  ['the first answer to an SOS', 5, () => join(karim, sosIds[1] ?? '')],
  ['another answer to it', 8, () => join(zoe, sosIds[1] ?? '')],
  [
    'resolving an SOS',
    6,
    () => post(claire, `/api/ratings/resolve/${chatSos}`, { ratings: [{ memberId: karim.id, rating: 5 }] }),
  ],
])('%s: at most %i trips', async (_, most, verb) => {
  expect(await tripsOf(verb)).toBeLessThanOrEqual(most);
});
