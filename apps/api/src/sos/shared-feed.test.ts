import type { Home } from '@guilde/contracts/home/rules.ts';
import type { TopHelper } from '@guilde/contracts/profiles/rules.ts';
import type { SosDetail, SosPage } from '@guilde/contracts/sos/rules.ts';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { byHand } from '../../test/by-hand.ts';
import type { Client } from '../../test/client.ts';
import { type Guilde, startGuilde } from '../../test/harness.ts';
import { PASSWORD } from '../../test/people.ts';
import { granted, join, openChat, postSos, REMOVAL, sendText } from '../../test/scenes.ts';
import { members } from '../auth/tables.ts';
import { deactivateIdleConversations } from '../conversations/inactivity.ts';
import { openDatabase } from '../platform/database/db.ts';
import { setCertification } from '../profiles/certification.ts';
import { sosRequests } from './tables.ts';

const DAY_MS = 86_400_000;

let guilde: Guilde;
let claire: Client;
let karim: Client;
let paul: Client;
let outsider: Client;
let sos: SosDetail;
let conversationId: string;

beforeAll(async () => {
  guilde = await startGuilde();
  claire = await guilde.as('claire');
  karim = await guilde.as('karim');
  paul = await guilde.as('paul');
  outsider = await guilde.as('hugo');
  // No wave asks them, which would take SOS out of their list.
  for (const reader of [paul, outsider]) granted(await reader.put('/api/settings', { alertsPerDay: 0 }));
});
afterAll(() => guilde.close());

const feedOf = async (client: Client, query = '') =>
  granted(await client.get<SosPage>(`/api/sos?${query}`)).items;
const homeOf = async (client: Client) => granted(await client.get<Home>('/api/home'));
/** Returns all SOS of the dashboard; their places depend on the viewer. */
const sosAtHome = async (client: Client) => {
  const { forYou, recentSos } = await homeOf(client);
  return [...forYou, ...recentSos].toSorted((a, b) => a.id.localeCompare(b.id));
};
const post = async (client: Client, path: string, body?: object) => granted(await client.post(path, body));

async function edit(client: Client, values: object): Promise<void> {
  granted(
    await client.patch('/api/profile', {
      firstName: 'Claire',
      lastName: 'Martin',
      storeName: 'Atelier Nord',
      storeUrl: 'atelier-nord.fr',
      cms: 'prestashop',
      sector: 'home',
      monthlyOrders: '500+',
      mainChannel: 'email',
      specialties: ['seo'],
      bio: '',
      ...values,
    }),
  );
}

async function showPicture(client: Client): Promise<void> {
  const photo = sharp({ create: { width: 9, height: 9, channels: 3, background: '#123456' } });
  const form = new FormData();
  form.append('file', new File([new Uint8Array(await photo.png().toBuffer())], 'photo.png'));
  expect((await client.request('/api/profile/avatar', { method: 'PUT', body: form })).status).toBe(200);
}

/** The changes happen one after the other, to the same SOS. */
const CHANGES: [string, () => Promise<unknown>][] = [
  [
    'a new SOS',
    async () => {
      sos = await postSos(claire, { specialties: ['ads'] });
    },
  ],
  ['a look at it', () => post(paul, `/api/sos/${sos.id}/view`)],
  [
    'the first reply, with its conversation',
    async () => {
      conversationId = (await join(karim, sos.id)).id;
    },
  ],
  ['a seat that is taken', () => join(paul, sos.id)],
  ['a seat that is given back', () => post(paul, `/api/sos/${sos.id}/leave`)],
  ['a seat that is taken again', () => join(paul, sos.id)],
  [
    'a conversation that falls silent',
    () => {
      guilde.clock.advance(15 * DAY_MS);
      return deactivateIdleConversations(guilde.deps);
    },
  ],
  ['a conversation that wakes', () => sendText(karim, conversationId, 'Toujours là ?')],
  ['the author’s names and shop', () => edit(claire, { lastName: 'Duval', storeName: 'Sud' })],
  [
    'the author’s specialties',
    () => edit(claire, { lastName: 'Duval', storeName: 'Sud', specialties: ['brand'] }),
  ],
  ['the author’s picture', () => showPicture(claire)],
  ['a picture that is taken away', async () => granted(await claire.delete('/api/profile/avatar'))],
  ['a helper’s names', () => edit(karim, { firstName: 'Karim', lastName: 'Diallo' })],
  ['a helper’s picture', () => showPicture(paul)],
  [
    'a badge that is taken away',
    () =>
      guilde.deps.db.write((tx) =>
        setCertification(tx, guilde.deps, karim.id, { certified: false, reason: 'Boutique fermée.' }),
      ),
  ],
  ['an SOS that is closed', () => post(claire, `/api/sos/${sos.id}/close`)],
  ['an SOS that is reopened', () => post(claire, `/api/sos/${sos.id}/reopen`)],
  [
    'an SOS that is resolved',
    () =>
      post(claire, `/api/ratings/resolve/${sos.id}`, {
        ratings: [karim, paul].map(({ id }) => ({ memberId: id, rating: 5 })),
      }),
  ],
  [
    'what another instance changes',
    async () => {
      const other = await openDatabase(guilde.deps.config.database, guilde.deps.log);
      const change = { title: 'Corrigé à la main' };
      await byHand({ db: other }, (orm) =>
        orm.update(sosRequests).set(change).where(eq(sosRequests.id, sos.id)),
      );
      other.close();
    },
  ],
  [
    'an SOS without an answer, which the team deletes',
    async () => {
      const { id } = await postSos(paul, { title: 'Sans réponse' });
      await feedOf(outsider);
      const nina = await guilde.as('nina');
      await post(nina, `/api/admin/sos/${id}/delete`, REMOVAL);
      expect((await feedOf(outsider)).map((shown) => shown.id)).not.toContain(id);
      await postSos(claire, { title: 'Un autre' });
    },
  ],
  ['a helper who leaves Guilde', () => post(karim, '/api/account/delete', { password: PASSWORD })],
  ['an author who leaves Guilde', () => post(claire, '/api/account/delete', { password: PASSWORD })],
];

it.each(CHANGES)('the next look at the feed and at home shows %s', async (_, change) => {
  const before = [await feedOf(outsider), await sosAtHome(outsider)];
  expect([await feedOf(paul), await sosAtHome(paul)]).toEqual(before);
  await change();
  const feed = await feedOf(outsider);
  const home = await sosAtHome(outsider);
  expect(feed).not.toEqual(before[0]);
  expect(home).not.toEqual(before[1]);
  for (const shown of [...feed, ...home])
    expect(granted(await outsider.get(`/api/sos/${shown.id}`))).toMatchObject(shown);
});

it('home shows who helped most as they are now', async () => {
  const mine = await postSos(outsider, { title: 'Encore un' });
  const { id: chat } = await join(paul, mine.id);
  await sendText(paul, chat, 'Voici le formulaire');
  const shown = async () => (await homeOf(outsider)).topHelpers;
  const asked = async () => granted(await outsider.get<TopHelper[]>('/api/members/top-helpers'));
  const before = await shown();
  await post(outsider, `/api/ratings/resolve/${mine.id}`, { ratings: [{ memberId: paul.id, rating: 5 }] });
  const after = await shown();
  expect(after).not.toEqual(before);
  expect(after).toEqual(await asked());
  const suspend = (suspendedAt: number | null) =>
    byHand(guilde.deps, (orm) => orm.update(members).set({ suspendedAt }).where(eq(members.id, paul.id)));
  await suspend(1);
  expect((await shown()).map(({ id }) => id)).not.toContain(paul.id);
  await suspend(null);
  expect((await shown()).map(({ id }) => id)).toContain(paul.id);
});

it('a page is read and written out once for everybody, and chatting does not change it', async () => {
  const other = await guilde.as('zoe');
  const { conversation } = await openChat(outsider, other);
  await Promise.all([feedOf(outsider), homeOf(outsider)]);
  await sendText(outsider, conversation.id, 'Bonjour');
  await sendText(other, conversation.id, 'Bonjour');
  granted(await outsider.put(`/api/conversations/${conversation.id}/read`, { seq: 3 }));
  // The statements of jobs would be counted too.
  await guilde.deps.jobs.stop();
  const execute = vi.spyOn(guilde.deps.db.client, 'execute');
  const asked = async (look: () => Promise<unknown>) => {
    execute.mockClear();
    await look();
    return execute.mock.calls.length;
  };
  expect(await asked(() => feedOf(other))).toBe(3);
  expect(await asked(() => feedOf(outsider))).toBe(3);
  expect(await asked(() => homeOf(other))).toBe(9);
  execute.mockRestore();
});

it('every filter and every page is its own', async () => {
  const other = await guilde.as('zoe');
  await postSos(other, { title: 'Urgent', isUrgent: true, specialties: ['data'] });
  const titles = async (query: string) => (await feedOf(outsider, query)).map(({ title }) => title);
  const [all, first] = [await titles(''), await titles('limit=1')];
  expect(first).toEqual(all.slice(0, 1));
  const { nextCursor } = granted(await outsider.get<SosPage>('/api/sos?limit=1'));
  expect(await titles(`limit=1&cursor=${nextCursor}`)).toEqual(all.slice(1, 2));
  expect(await titles('specialty=data')).toEqual(['Urgent']);
  expect(await titles('status=resolved')).not.toEqual(all);
  expect(await titles('scope=mine')).not.toContain('Urgent');
  expect((await feedOf(other, 'scope=mine')).map(({ title }) => title)).toEqual(['Urgent']);
  expect(await titles('date=today')).toContain('Urgent');
  guilde.clock.advance(DAY_MS);
  expect(await titles('date=today')).toEqual([]);
});
