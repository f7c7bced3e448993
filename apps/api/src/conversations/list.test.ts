import type { ConversationPage } from '@guilde/contracts/conversations/rules.ts';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Client } from '../../test/client.ts';
import { type Guilde, startGuilde } from '../../test/harness.ts';
import { granted, join, openChat, postSos, refusal, sendText } from '../../test/scenes.ts';

let guilde: Guilde;
let claire: Client;
let karim: Client;
let zoe: Client;
let paul: Client;
const ids: Record<'coeur' | 'colis' | 'tva', string> = { coeur: '', colis: '', tva: '' };

const list = async (client: Client, query = '') =>
  granted(await client.get<ConversationPage>(`/api/conversations${query}`));

beforeAll(async () => {
  guilde = await startGuilde();
  claire = await guilde.as('claire');
  karim = await guilde.as('karim');
  zoe = await guilde.as('zoe');
  paul = await guilde.as('paul');
  const open = async (title: string, helper: Client) => {
    const { id } = await postSos(claire, { title });
    return (await join(helper, id)).id;
  };
  ids.coeur = await open('Le cœur de mon été', karim);
  ids.colis = await open('Retard de colis', zoe);
  ids.tva = await open('TVA en Belgique', karim);
});
afterAll(() => guilde.close());

it('shows my conversations, the newest activity first, with the last message and what is unread', async () => {
  const message = await sendText(karim, ids.coeur, 'Des nouvelles ?');
  const { items } = await list(claire);
  expect(items.map((item) => item.id)).toEqual([ids.coeur, ids.tva, ids.colis]);
  expect(items[0]).toMatchObject({
    title: 'Le cœur de mon été',
    status: 'active',
    outcome: null,
    currentParticipants: 2,
    maxParticipants: 5,
    lastMessage: message,
    lastSender: { id: karim.id, firstName: 'Karim', lastName: 'Benali', avatarUrl: null },
    unread: 1,
    updatedAt: message.createdAt,
  });
  expect(items[1]).toMatchObject({
    lastMessage: { kind: 'joined' },
    lastSender: { id: karim.id },
    unread: 0,
  });
  expect((await list(zoe)).items.map((item) => item.id)).toEqual([ids.colis]);
  expect(await list(paul)).toEqual({ items: [], nextCursor: null });
});

it.each([
  ['COEUR', ['coeur']],
  ['ete coe', ['coeur']],
  ['belg', ['tva']],
  ['benali', ['tva', 'coeur']],
  ['zoé lef', ['colis']],
  ['colis zoe', ['colis']],
  ['colis karim', []],
  ['elgique', []],
] as const)('finds « %s » by words of titles and names, whatever the accents', async (q, found) => {
  const { items } = await list(claire, `?q=${encodeURIComponent(q)}`);
  expect(new Set(items.map((item) => item.id))).toEqual(new Set(found.map((name) => ids[name])));
});

it('turns pages without loss or repetition, also through a search', async () => {
  for (const search of ['', '&q=claire']) {
    const first = await list(claire, `?limit=2${search}`);
    expect(first.items).toHaveLength(2);
    const second = await list(claire, `?limit=2${search}&cursor=${first.nextCursor}`);
    expect(second.nextCursor).toBeNull();
    const all = [...first.items, ...second.items].map((item) => item.id);
    expect(new Set(all)).toEqual(new Set(Object.values(ids)));
    expect(all).toHaveLength(3);
  }
});

it.each(['cursor=hier', 'limit=0', 'limit=101', `q=${'a'.repeat(101)}`])('refuses « %s »', async (query) => {
  expect(refusal(await claire.get(`/api/conversations?${query}`))).toBe('422 INVALID_INPUT');
});

it('asks the database as often for three conversations as for one', async () => {
  // The statements of jobs would be counted too.
  await guilde.deps.jobs.stop();
  const execute = vi.spyOn(guilde.deps.db.client, 'execute');
  const statements = async (client: Client) => {
    execute.mockClear();
    await list(client);
    return execute.mock.calls.length;
  };
  const many = await statements(claire);
  expect(many).toBe(await statements(zoe));
  execute.mockRestore();
});

it('no longer shows a conversation that I have left', async () => {
  const { sos, conversation } = await openChat(claire, karim, paul);
  expect((await list(paul)).items.map((item) => item.id)).toEqual([conversation.id]);
  granted(await paul.post(`/api/sos/${sos.id}/leave`));
  expect((await list(paul)).items).toEqual([]);
  expect((await list(paul, '?q=compte')).items).toEqual([]);
});
