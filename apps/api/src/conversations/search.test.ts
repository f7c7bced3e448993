import { randomUUID } from 'node:crypto';
import type { MessageSearch } from '@guilde/contracts/conversations/rules.ts';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Client } from '../../test/client.ts';
import { type Guilde, startGuilde } from '../../test/harness.ts';
import { granted, openChat, REMOVAL, sendText } from '../../test/scenes.ts';
import { longText, uploaded } from '../../test/uploads.ts';
import { indexMessages } from './search-index.ts';

let guilde: Guilde;
let nina: Client;
let claire: Client;
let karim: Client;
let zoe: Client;
let ads: { sosId: string; id: string };
let parcels: { sosId: string; id: string };

beforeAll(async () => {
  guilde = await startGuilde();
  [nina, claire, karim, zoe] = [
    await guilde.as('nina'),
    await guilde.as('claire'),
    await guilde.as('karim'),
    await guilde.as('zoe'),
  ];
  const first = await openChat(claire, karim);
  const second = await openChat(karim, zoe);
  ads = { sosId: first.sos.id, id: first.conversation.id };
  parcels = { sosId: second.sos.id, id: second.conversation.id };
  await sendText(claire, ads.id, 'Mon compte publicitaire est suspendu depuis hier.');
  await sendText(
    karim,
    ads.id,
    'As-tu reçu un courriel ? Le mien parlait d’un œuvre protégée, facture à l’appui.',
  );
  await sendText(karim, parcels.id, 'Les livraisons sont bloquées au dépôt.');
  await sendText(zoe, parcels.id, 'Le suspendu du jour, c’est mon transporteur.');
});
afterAll(() => guilde.close());

const search = async (client: Client, query: Record<string, string>) =>
  granted(
    await client.get<MessageSearch>(`/api/conversations/search?${new URLSearchParams(query).toString()}`),
  );
const texts = async (client: Client, query: Record<string, string>) =>
  (await search(client, query)).items.map(({ excerpt }) => excerpt);
const index = () => indexMessages(guilde.deps, 'active');
const inIndex = async () => {
  const [row] = await guilde.deps.db.orm.all<{ n: number }>(sql`select count(*) as n from messages_search`);
  return row?.n ?? 0;
};

for (const state of ['before they are indexed', 'once they are indexed']) {
  it(`finds texts by forms of their words, in own conversations only, ${state}`, async () => {
    if (state.startsWith('once')) await index();
    expect(await inIndex()).toBe(state.startsWith('once') ? 4 : 0);
    expect(await texts(claire, { q: 'suspendre' })).toEqual([
      'Mon compte publicitaire est suspendu depuis hier.',
    ]);
    expect(await texts(karim, { q: 'suspendu' })).toHaveLength(2);
    expect(await texts(zoe, { q: 'compte' })).toEqual([]);
    expect(await texts(nina, { q: 'suspendu' })).toEqual([]);
    expect(await texts(karim, { q: 'LIVRER depot' })).toEqual(['Les livraisons sont bloquées au dépôt.']);
    expect(await texts(karim, { q: 'livrer compte' })).toEqual([]);
    expect(await texts(karim, { q: 'oeuvre' })).toHaveLength(1);
    expect(await texts(karim, { q: 'le' })).toHaveLength(3);
    for (const hostile of [
      '"',
      '*',
      'NEAR(',
      'words:a',
      '1w',
      "'; drop table messages",
      '\u0000',
      'x'.repeat(100),
    ])
      expect(await texts(karim, { q: hostile })).toEqual([]);
  });

  it(`narrows by author, title and time, ${state}`, async () => {
    expect(await texts(karim, { from: 'moi' })).toHaveLength(2);
    expect(await texts(karim, { from: 'cla' })).toEqual([
      'Mon compte publicitaire est suspendu depuis hier.',
    ]);
    expect(await texts(karim, { q: 'suspendu', from: 'zoé' })).toHaveLength(1);
    expect(await texts(karim, { from: 'nina' })).toEqual([]);
    expect(await texts(karim, { q: 'suspendu', in: 'autre titre' })).toEqual([]);
    const [newest] = (await search(karim, { q: 'suspendu' })).items;
    const at = String(Date.parse(newest?.createdAt ?? ''));
    expect(await texts(karim, { q: 'suspendu', since: at })).toContain(newest?.excerpt);
    expect(await texts(karim, { until: '1000' })).toEqual([]);
    expect(await texts(karim, {})).toEqual([]);
  });
}

it('says where a text is, who wrote it, and which words were meant', async () => {
  const [found] = (await search(karim, { q: 'livrer' })).items;
  expect(found).toMatchObject({ conversationId: parcels.id, sosId: parcels.sosId, sender: { id: karim.id } });
  expect(found?.highlights.map(([from, to]) => found.excerpt.slice(from, to))).toEqual(['livraisons']);
  await sendText(
    karim,
    parcels.id,
    `${'Bla bla. '.repeat(80)}Le colis est retrouvé. ${'Bla bla. '.repeat(80)}`,
  );
  const [long] = (await search(zoe, { q: 'colis' })).items;
  expect(long?.excerpt).toMatch(/^… .*Le colis est retrouvé\. .*…$/);
  expect(long?.highlights.map(([from, to]) => long.excerpt.slice(from, to))).toEqual(['colis']);
  const page = await search(karim, { q: 'le', limit: '2' });
  expect([page.items.length, page.hasMore]).toEqual([2, true]);
});

it('finds files by their names, and messages that have files', async () => {
  const place = `/api/conversations/${parcels.id}/files`;
  const sent = { id: randomUUID(), name: 'Étiquettes retour.txt', bytes: longText(100) };
  await uploaded(karim, place, sent);
  const path = `/api/conversations/${parcels.id}/messages`;
  granted(await karim.post(path, { id: randomUUID(), content: 'Voilà', files: [sent.id] }));
  for (const state of ['plain', 'indexed']) {
    if (state === 'indexed') await index();
    const { items } = await search(zoe, { q: 'étiquette' });
    expect(items).toMatchObject([{ excerpt: 'Voilà', highlights: [], files: ['Étiquettes retour.txt'] }]);
    expect(await texts(zoe, { files: 'true' })).toEqual(['Voilà']);
    expect(await texts(zoe, { q: 'livraison', files: 'true' })).toEqual([]);
    expect(await texts(claire, { files: 'true' })).toEqual([]);
  }
});

it('what is removed is found no more, at once, and leaves the index; a lost seat ends it too', async () => {
  await index();
  const before = await inIndex();
  const { id } = await sendText(zoe, parcels.id, 'Un secret de fabrication.');
  await index();
  expect(await texts(karim, { q: 'secret' })).toHaveLength(1);
  granted(await nina.post(`/api/admin/messages/${id}/delete`, REMOVAL));
  expect(await texts(karim, { q: 'secret' })).toEqual([]);
  await index();
  expect(await inIndex()).toBe(before);
  const { orm } = guilde.deps.db;
  await orm.run(sql`insert into messages_search (messages_search) values ('integrity-check')`);
  granted(await zoe.post(`/api/sos/${parcels.sosId}/leave`));
  expect(await texts(zoe, { q: 'livrer' })).toEqual([]);
  await orm.run(sql`delete from conversations where id = ${parcels.id}`);
  expect(await inIndex()).toBe(2);
  expect(await texts(karim, { q: 'livrer' })).toEqual([]);
});

it('two that fill the index at once do it once, however much there is', async () => {
  for (let n = 0; n < 3; n++)
    await Promise.all(Array.from({ length: 150 }, () => sendText(karim, ads.id, 'Encore un mot du dépôt.')));
  await Promise.all([index(), index(), indexMessages(guilde.deps, 'all')]);
  await index();
  expect(await inIndex()).toBe(452);
  expect(await texts(claire, { q: 'dépôts', limit: '100' })).toHaveLength(100);
});

it('a stop does not wait for all that is not in the index', async () => {
  await Promise.all(Array.from({ length: 250 }, () => sendText(karim, ads.id, 'Un mot de plus au dépôt.')));
  const before = await inIndex();
  const ending = new AbortController();
  const { db } = guilde.deps;
  const endsAfterWrite: typeof db.write = async (work) => {
    const stored = await db.write(work);
    ending.abort();
    return stored;
  };
  await indexMessages({ db: { ...db, write: endsAfterWrite } }, 'active', ending.signal);
  expect(await inIndex()).toBeGreaterThan(before);
  expect(await inIndex()).toBeLessThan(before + 250);
  await index();
  expect(await inIndex()).toBe(before + 250);
});

it('texts and corrections of several conversations are indexed together, however many', async () => {
  const chats = [await openChat(claire, zoe), await openChat(zoe, karim)].map(
    ({ conversation }) => conversation.id,
  );
  const [long = '', short = ''] = chats;
  const sent = await Promise.all(
    Array.from({ length: 120 }, () => sendText(zoe, long, 'La douane bloque tout.')),
  );
  const other = await sendText(zoe, short, 'La douane encore.');
  await index();
  await Promise.all(
    sent.map(({ id }) =>
      zoe.put(`/api/conversations/${long}/messages/${id}`, { content: 'Le quai bloque tout.' }),
    ),
  );
  granted(await zoe.put(`/api/conversations/${short}/messages/${other.id}`, { content: 'Le quai encore.' }));
  await index();
  const behind = await guilde.deps.db.orm.all(sql`select conversations.id from conversations
    left join message_indexes on message_indexes.conversation_id = conversations.id
    where message_indexes.number is null or message_indexes.seq <> last_seq
      or message_indexes.revision <> conversations.revision`);
  expect(behind).toEqual([]);
  const { orm } = guilde.deps.db;
  const numbers = await orm.all<{ number: number }>(sql`select number from message_indexes
    where conversation_id in (${long}, ${short})`);
  const found = async (word: string) => {
    const words = numbers.map(({ number }) => `"${number}w${word}"`).join(' OR ');
    return (await orm.all(sql`select rowid from messages_search where messages_search match ${words}`))
      .length;
  };
  expect(await found('quai')).toBe(121);
  expect(await found('douane')).toBe(0);
});
