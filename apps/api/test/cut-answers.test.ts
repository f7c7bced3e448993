import { randomUUID } from 'node:crypto';
import type { SosDetail } from '@guilde/contracts/sos/rules.ts';
import { createClient, type Client as Sql } from '@libsql/client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { allOrSome } from '../../../scripts/extent.ts';
import type { Answer, Client } from './client.ts';
import { type CuttingProxy, startCuttingProxy } from './cutting-proxy.ts';
import { type Guilde, startGuilde } from './harness.ts';
import { granted, openChat, postSos, refusal, sosInput } from './scenes.ts';
import { type Sqld, startSqld } from './sqld.ts';

/** The connection to the libSQL server breaks in an answer, so nobody knows whether a commit happened. */
let sqld: Sqld;
let proxy: CuttingProxy;
let guilde: Guilde;
let stored: Sql;
let claire: Client;
let karim: Client;
let chat: string;

beforeAll(async () => {
  sqld = await startSqld();
  proxy = await startCuttingProxy(sqld.port, { dropOneIn: 0, random: () => 0 });
  guilde = await startGuilde({
    env: { DATABASE_URL: proxy.url.replace('http', 'ws') },
    statementMs: 30_000,
  });
  stored = createClient({ url: sqld.url });
  [claire, karim] = [await guilde.as('claire'), await guilde.as('karim')];
  chat = (await openChat(claire, karim)).conversation.id;
  await guilde.deps.jobs.drain();
  // This makes sure that only the verb itself calls the libSQL server.
  await guilde.deps.jobs.stop();
});
afterAll(async () => {
  stored.close();
  await guilde.close();
  proxy.close();
  await sqld.stop();
});

/** `send` may be repeated, as after a lost answer. The SQL `count` counts how often an id is stored. */
type Verb = { send: () => Promise<Answer<unknown>[]>; count: string; ids: string[] };

const count = (what: string) => `select (select count(*) from ${what}) as count from json_each(?)`;

const VERBS: Record<string, () => Promise<Verb>> = {
  'a message': async () => messages(1),
  'ten messages at once, which share commits': async () => messages(10),
  'an SOS': async () => {
    const input = sosInput();
    return {
      send: async () => [await claire.post('/api/sos', input)],
      ...{ count: count('sos_requests where id = value'), ids: [input.id] },
    };
  },
  'an answer to an SOS': async () => {
    const { id } = await postSos(claire);
    const joinedMessages = `messages join conversations on conversations.id = conversation_id and sos_request_id = value
      where kind = 'joined' and sender_id = '${karim.id}'`;
    return {
      send: async () => [await karim.post(`/api/sos/${id}/join`)],
      count: count(joinedMessages),
      ids: [id],
    };
  },
  'a resolution': async () => {
    const { id } = (await openChat(claire, karim)).sos;
    const ratings = [{ memberId: karim.id, rating: 5 }];
    return {
      send: async () => [await claire.post(`/api/ratings/resolve/${id}`, { ratings })],
      ...{ count: count('sos_ratings where sos_request_id = value'), ids: [id] },
    };
  },
  'an undone resolution': async () => {
    const { id } = (await openChat(claire, karim)).sos;
    const ratings = [{ memberId: karim.id, rating: 5 }];
    const { resolvedAt } = granted(await claire.post<SosDetail>(`/api/ratings/resolve/${id}`, { ratings }));
    const reopened = `messages join conversations on conversations.id = conversation_id and sos_request_id = value
      where kind = 'reopened'`;
    return {
      send: async () => [await claire.post(`/api/ratings/undo/${id}`, { resolvedAt })],
      ...{ count: count(reopened), ids: [id] },
    };
  },
};

function messages(number: number): Verb {
  const ids = Array.from({ length: number }, () => randomUUID());
  const path = `/api/conversations/${chat}/messages`;
  return {
    send: () => Promise.all(ids.map((id) => claire.post(path, { id, content: 'Bonjour' }))),
    ...{ count: count('messages where id = value'), ids },
  };
}

async function counts({ count: sql, ids }: Verb): Promise<number[]> {
  const { rows } = await stored.execute({ sql, args: [JSON.stringify(ids)] });
  return rows.map((row) => Number(row.count));
}

it.each(allOrSome(Object.entries(VERBS), 2))(
  '%s, cut at each answer and sent again, is stored once',
  async (_, prepare) => {
    const before: boolean[] = [];
    for (let number = 1; ; number++) {
      const verb = await prepare();
      const { dropped } = proxy.faults;
      proxy.cutAnswer(number);
      const first = await verb.send();
      proxy.cutAnswer(0);
      const once = verb.ids.map(() => 1);
      if (proxy.faults.dropped === dropped) {
        expect(await counts(verb)).toEqual(once);
        if (new Set(before).size === 2) break;
        // The number of answers depends on how requests arrive together, so the last one was not cut here.
        number = 0;
        continue;
      }
      const already = await counts(verb);
      // No event may tell of something that is not stored.
      for (const [index, { status }] of first.entries()) {
        if (status === 200) expect(already[index]).toBe(1);
        else expect(status).toBe(503);
      }
      before.push(...first.flatMap(({ status }, index) => (status === 503 ? [already[index] === 1] : [])));
      // A repeated resolution is refused, because it is done already.
      for (const { status } of await verb.send()) expect(status).toBeLessThan(500);
      expect(await counts(verb)).toEqual(once);
    }
    const { rows } = await stored.execute(
      'select 1 from messages group by conversation_id having max(seq) <> count(*) or min(seq) <> 1',
    );
    expect(rows).toEqual([]);
  },
);

it('a message that is stored while the connection stands and nothing comes over it is stored once', async () => {
  const verb = messages(1);
  // The first answer is the session's.
  proxy.silenceFrom(2);
  expect((await verb.send()).map(refusal)).toEqual(['503 UNAVAILABLE']);
  expect(await counts(verb)).toEqual([1]);
  for (const answer of await verb.send()) granted(answer);
  expect(await counts(verb)).toEqual([1]);
});
