import { randomUUID } from 'node:crypto';
import type { Conversation } from '@guilde/contracts/conversations.ts';
import type { AskableSos } from '@guilde/contracts/help-requests.ts';
import type { Home, Unseen } from '@guilde/contracts/home.ts';
import { BLOCKS_MAX, type BlockedMember, type DirectoryPage } from '@guilde/contracts/profiles.ts';
import { DEFAULT_SETTINGS } from '@guilde/contracts/settings.ts';
import { chatButtonState, type SosForViewer, type SosPage } from '@guilde/contracts/sos.ts';
import { eq } from 'drizzle-orm';
import { strFromU8, unzipSync } from 'fflate';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Client } from '../../test/client.ts';
import { type Guilde, startGuilde } from '../../test/harness.ts';
import type { LiveClient } from '../../test/live-client.ts';
import { granted, join, openChat, postSos, refusal, sendText, settled } from '../../test/scenes.ts';
import { members } from '../auth/tables.ts';
import { memberBlocks, profiles } from './tables.ts';

let guilde: Guilde;
let nina: Client;
let claire: Client;
/** Blocked by claire. */
let karim: Client;
let hugo: Client;

beforeEach(async () => {
  guilde = await startGuilde();
  nina = await guilde.as('nina');
  claire = await guilde.as('claire');
  karim = await guilde.as('karim');
  hugo = await guilde.as('hugo');
});
afterEach(() => guilde.close());

const FULL = { currentParticipants: 5, maxParticipants: 5 };

const block = (by: Client, whom: Client) => by.put(`/api/members/${whom.id}/block`);
const directory = async (client: Client, q = '') =>
  granted(await client.get<DirectoryPage>(`/api/members?q=${q}`));
const namesFor = async (client: Client) => (await directory(client)).items.map(({ firstName }) => firstName);
const blocks = async (client: Client) => granted(await client.get<BlockedMember[]>('/api/members/blocks'));
const alertOf = async (client: Client, sosId: string) =>
  granted(await client.get<SosForViewer>(`/api/sos/${sosId}`)).alert;

it('takes both out of each other’s directory and waves, and out of nobody else’s', async () => {
  const asked = await postSos(claire);
  await guilde.deps.jobs.drain();
  const alertsAtHome = async () => granted(await karim.get<Home>('/api/home')).alerts.map(({ id }) => id);
  expect(await alertsAtHome()).toEqual([asked.id]);
  const live = await karim.live();
  granted(await block(claire, karim));
  granted(await block(claire, karim));
  expect((await blocks(claire)).map(({ member }) => member.id)).toEqual([karim.id]);
  expect(await blocks(karim)).toEqual([]);
  expect(await namesFor(claire)).toEqual(['Claire', 'Hugo', 'Nina']);
  expect(await namesFor(karim)).toEqual(['Hugo', 'Karim', 'Nina']);
  expect(await namesFor(hugo)).toEqual(['Claire', 'Hugo', 'Karim', 'Nina']);
  expect(await directory(claire, 'benali')).toMatchObject({ items: [], total: 0, initials: [] });
  expect(await directory(claire)).toMatchObject({ total: 3 });
  expect((await claire.get(`/api/members/${karim.id}`)).status).toBe(200);
  expect((await karim.get(`/api/members/${claire.id}`)).status).toBe(200);

  const [ofClaire, ofKarim] = [await postSos(claire), await postSos(karim)];
  await guilde.deps.jobs.drain();
  expect([await alertOf(karim, ofClaire.id), await alertOf(claire, ofKarim.id)]).toEqual([null, null]);
  expect([await alertOf(hugo, ofClaire.id), await alertOf(hugo, ofKarim.id)]).toEqual(['asked', 'asked']);
  expect(await alertsAtHome()).toEqual([]);
  await settled(live);
  const heard = live.events.filter(({ type }) => type !== 'sos.created' && type !== 'pong');
  expect(heard.filter((event) => JSON.stringify(event).includes(claire.id))).toEqual([]);
  live.close();

  granted(await claire.delete(`/api/members/${karim.id}/block`));
  granted(await claire.delete(`/api/members/${karim.id}/block`));
  expect(await namesFor(karim)).toEqual(['Claire', 'Hugo', 'Karim', 'Nina']);
});

it('leaves no seat beside each other, as if all were taken, and what they have in common stays', async () => {
  const common = await openChat(claire, karim);
  granted(await block(claire, karim));
  await sendText(karim, common.conversation.id, 'Toujours là.');
  const seat = (client: Client, sosId: string) => client.post(`/api/sos/${sosId}/join`);
  expect(refusal(await seat(karim, (await postSos(claire)).id))).toBe('409 CONVERSATION_FULL');
  expect(refusal(await seat(claire, (await postSos(karim)).id))).toBe('409 CONVERSATION_FULL');
  const third = await postSos(hugo);
  await join(karim, third.id);
  expect(refusal(await seat(claire, third.id))).toBe('409 CONVERSATION_FULL');

  const invited = await postSos(karim);
  const live = await claire.live();
  const answer = granted(
    await karim.post<AskableSos>(`/api/sos/${invited.id}/help-requests`, { memberId: claire.id }),
  );
  expect(answer).toMatchObject({ id: invited.id, requestedAt: expect.any(String), denied: null });
  await settled(live);
  expect(live.events.some(({ type }) => type === 'help.requested')).toBe(false);
  live.close();
  expect(granted(await claire.get<SosForViewer>(`/api/sos/${invited.id}`)).invitesYou).toBe(false);
  expect(granted(await claire.get<Home>('/api/home')).helpRequests).toEqual([]);
});

it('shows an SOS as full to whom it leaves no seat, everywhere, and as it is to everybody else', async () => {
  granted(await karim.put('/api/settings', { ...DEFAULT_SETTINGS, alertsPerDay: 10 }));
  const unanswered = await postSos(claire, { specialties: ['cro'] });
  const answered = await postSos(hugo, { specialties: ['cro'] });
  await guilde.deps.jobs.drain();
  await join(claire, answered.id);
  granted(await block(claire, karim));
  const detailOf = async (client: Client, id: string) =>
    granted(await client.get<SosForViewer>(`/api/sos/${id}`));
  for (const { id } of [unanswered, answered]) {
    const sos = await detailOf(karim, id);
    expect(sos).toMatchObject({ status: 'in_progress', conversation: FULL, invitesYou: false });
    expect(chatButtonState(karim.id, sos)).toBe('full');
    expect(refusal(await karim.post(`/api/sos/${id}/join`))).toBe('409 CONVERSATION_FULL');
  }
  const feed = async (client: Client, query = '') =>
    granted(await client.get<SosPage>(`/api/sos?${query}`)).items;
  expect((await feed(karim)).map(({ conversation }) => conversation)).toMatchObject([FULL, FULL]);
  expect((await feed(nina)).map(({ conversation }) => conversation?.currentParticipants)).toEqual([
    2,
    undefined,
  ]);
  expect(await feed(karim, 'scope=unhelped')).toEqual([]);
  const home = granted(await karim.get<Home>('/api/home'));
  expect(home).toMatchObject({ alerts: [], forYou: [], matching: { count: 0 } });
  for (const { conversation } of home.recentSos) expect(conversation).toMatchObject(FULL);
  expect(granted(await karim.get<Unseen>('/api/home/unseen')).asking).toEqual([]);

  const [karims, ninas] = await Promise.all([karim.live(), nina.live()]);
  granted(await claire.put(`/api/sos/${unanswered.id}`, { title: 'Corrigé', description: 'Autrement.' }));
  granted(await nina.post(`/api/sos/${answered.id}/view`));
  await Promise.all([settled(karims), settled(ninas)]);
  const cards = (live: LiveClient) =>
    live.events.flatMap((event) => (event.type === 'sos.updated' ? [event.sos.conversation] : []));
  expect(cards(karims)).toMatchObject([FULL, FULL]);
  expect(cards(ninas)).toMatchObject([null, { currentParticipants: 2 }]);
  expect((await detailOf(claire, unanswered.id)).conversation).toBeNull();
  expect((await detailOf(claire, answered.id)).conversation?.currentParticipants).toBe(2);
});

it('does not bind the team, which gives one of them a seat beside the other', async () => {
  const { id } = await postSos(claire);
  granted(await block(claire, karim));
  const assign = (memberId: string) => nina.post(`/api/admin/sos/${id}/helpers`, { memberId, reason: '' });
  granted(await assign(karim.id));
  const chat = granted(await claire.get<Conversation>(`/api/conversations/by-sos/${id}`));
  expect(chat.participants.map(({ member }) => member.id)).toEqual([claire.id, karim.id]);
  await sendText(karim, chat.id, 'Je connais ce cas.');
  expect(refusal(await assign(karim.id))).toBe('409 ALREADY_HELPING');
});

it('has a limit, belongs to the archive of who blocks, and goes with either account', async () => {
  expect(refusal(await block(claire, claire))).toBe('409 BLOCK_SELF');
  expect(refusal(await claire.put(`/api/members/${randomUUID()}/block`))).toBe('404 NOT_FOUND');
  granted(await block(claire, karim));
  const archived = async (client: Client) => {
    const archive = await client.request('/api/account/personal-data');
    const files = unzipSync(new Uint8Array(await archive.arrayBuffer()));
    return JSON.parse(strFromU8(files['donnees.json'] ?? new Uint8Array())).blockedMembers;
  };
  expect(await archived(claire)).toMatchObject([{ name: 'Karim Benali' }]);
  expect(await archived(karim)).toEqual([]);

  const { orm } = guilde.deps.db;
  const now = guilde.clock.now();
  const others = Array.from({ length: BLOCKS_MAX - 1 }, () => randomUUID());
  const at = new Date(now);
  const accounts = others.map((id) => ({ id, email: `${id}@exemple.fr`, createdAt: at, updatedAt: at }));
  await orm.insert(members).values(accounts);
  await orm.insert(profiles).values(others.map((userId) => ({ userId, createdAt: now, updatedAt: now })));
  await orm
    .insert(memberBlocks)
    .values(others.map((blockedId) => ({ blockerId: claire.id, blockedId, createdAt: now })));
  expect(refusal(await block(claire, hugo))).toBe('409 BLOCKS_EXHAUSTED');
  granted(await block(claire, karim));
  await orm.delete(members).where(eq(members.id, karim.id));
  expect(await blocks(claire)).toHaveLength(BLOCKS_MAX - 1);
  granted(await block(claire, hugo));
});
