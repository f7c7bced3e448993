import { randomUUID } from 'node:crypto';
import type { Conversation } from '@guilde/contracts/conversations/rules.ts';
import type { Home, Unseen } from '@guilde/contracts/home/rules.ts';
import { BLOCKS_MAX, type BlockedMember, type DirectoryPage } from '@guilde/contracts/profiles/rules.ts';
import { DEFAULT_SETTINGS } from '@guilde/contracts/settings/rules.ts';
import type { AskableSos, SosDetail, SosForViewer, SosPage } from '@guilde/contracts/sos/rules.ts';
import type { Reach } from '@guilde/contracts/sos/waves.ts';
import { and, eq } from 'drizzle-orm';
import { strFromU8, unzipSync } from 'fflate';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { byHand } from '../../test/by-hand.ts';
import type { Client } from '../../test/client.ts';
import { type Guilde, startGuilde } from '../../test/harness.ts';
import type { LiveClient } from '../../test/live-client.ts';
import { granted, join, openChat, postSos, refusal, sendText, settled } from '../../test/scenes.ts';
import { uploaded } from '../../test/uploads.ts';
import { members } from '../auth/tables.ts';
import { notify } from '../notices/notify.ts';
import { notices } from '../notices/tables.ts';
import { sosAlerts, sosRequests } from '../sos/tables.ts';
import { memberBlocks, profiles } from './tables.ts';

let guilde: Guilde;
let nina: Client;
let claire: Client;
/** Claire blocks Karim. */
let karim: Client;
let hugo: Client;

beforeEach(async () => {
  guilde = await startGuilde({ cast: ['nina', 'claire', 'karim', 'hugo'] });
  nina = await guilde.as('nina');
  claire = await guilde.as('claire');
  karim = await guilde.as('karim');
  hugo = await guilde.as('hugo');
});
afterEach(() => guilde.close());

const block = (by: Client, whom: Client) => by.put(`/api/members/${whom.id}/block`);
const directory = async (client: Client, q = '') =>
  granted(await client.get<DirectoryPage>(`/api/members?q=${q}`));
const namesFor = async (client: Client) => (await directory(client)).items.map(({ firstName }) => firstName);
const blocks = async (client: Client) => granted(await client.get<BlockedMember[]>('/api/members/blocks'));
const detailOf = async (client: Client, sosId: string) =>
  granted(await client.get<SosForViewer>(`/api/sos/${sosId}`));
/** Pending and sent notices about one SOS count. */
const noticesTo = (client: Client, sosId: string) =>
  guilde.deps.db.orm
    .select({ kind: notices.kind })
    .from(notices)
    .where(and(eq(notices.memberId, client.id), eq(notices.subject, sosId)));
async function updatesOf(live: LiveClient): Promise<string[]> {
  await settled(live);
  return live.events.splice(0).flatMap((event) => {
    if (event.type === 'sos.removed') return [`removed ${event.sosId}`];
    return event.type === 'sos.created' || event.type === 'sos.updated' ? [`shown ${event.sos.id}`] : [];
  });
}
const alertOf = async (client: Client, sosId: string) =>
  granted(await client.get<SosForViewer>(`/api/sos/${sosId}`)).alert;

it('takes both out of each other’s directory and waves, and out of nobody else’s', async () => {
  const asked = await postSos(claire);
  await guilde.deps.jobs.drain();
  const alertsAtHome = async () => granted(await karim.get<Home>('/api/home')).alerts.map(({ id }) => id);
  expect(await alertsAtHome()).toEqual([asked.id]);
  granted(await block(claire, karim));
  granted(await block(claire, karim));
  const live = await karim.live();
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
  expect(await noticesTo(karim, ofClaire.id)).toEqual([]);
  expect(await noticesTo(claire, ofKarim.id)).toEqual([]);
  expect([await alertOf(hugo, ofClaire.id), await alertOf(hugo, ofKarim.id)]).toEqual(['asked', 'asked']);
  expect(await alertsAtHome()).toEqual([]);
  await settled(live);
  expect(live.events.filter((event) => JSON.stringify(event).includes(claire.id))).toEqual([]);
  live.close();

  granted(await claire.delete(`/api/members/${karim.id}/block`));
  granted(await claire.delete(`/api/members/${karim.id}/block`));
  expect(await namesFor(karim)).toEqual(['Claire', 'Hugo', 'Karim', 'Nina']);
});

it('gives no seat beside each other, tells of no invitation, and leaves what both have in common', async () => {
  const common = await openChat(claire, karim);
  granted(await block(claire, karim));
  await sendText(karim, common.conversation.id, 'Toujours là.');
  expect((await detailOf(karim, common.sos.id)).helpers).toHaveLength(1);
  const seat = (client: Client, sosId: string) => client.post(`/api/sos/${sosId}/join`);
  expect(refusal(await seat(karim, (await postSos(claire)).id))).toBe('404 NOT_FOUND');
  expect(refusal(await seat(claire, (await postSos(karim)).id))).toBe('404 NOT_FOUND');
  const third = await postSos(hugo);
  await join(karim, third.id);
  expect(refusal(await seat(claire, third.id))).toBe('404 NOT_FOUND');

  const ofKarim = await postSos(karim);
  const live = await claire.live();
  for (const [client, sosId] of [
    [karim, ofKarim.id],
    [hugo, third.id],
  ] as const) {
    const answer = await client.post<AskableSos>(`/api/sos/${sosId}/help-requests`, { memberId: claire.id });
    const sent = { id: sosId, requestedAt: expect.any(String), denied: null };
    expect(granted(answer)).toMatchObject(sent);
  }
  await settled(live);
  expect(live.events.filter(({ type }) => type === 'help.requested')).toEqual([]);
  live.close();
  expect(granted(await claire.get<Home>('/api/home')).helpRequests).toEqual([]);
  expect(await noticesTo(claire, third.id)).toEqual([]);
});

describe('hides an SOS from whom it leaves no seat there', () => {
  /** Nobody has answered the first SOS; Claire helps on the second, and both asked Karim before. */
  let unanswered: SosDetail;
  let answered: SosDetail;

  beforeEach(async () => {
    granted(await karim.put('/api/settings', { ...DEFAULT_SETTINGS, alertsPerDay: 10 }));
    unanswered = await postSos(claire, { specialties: ['cro'] });
    answered = await postSos(hugo, { specialties: ['cro'] });
    await guilde.deps.jobs.drain();
    await join(claire, answered.id);
    granted(await block(claire, karim));
  });

  it('in every list, whose pages stay full', async () => {
    // No wave asks for them.
    await guilde.deps.jobs.stop();
    const open = [await postSos(nina), await postSos(hugo)].map(({ id }) => id).toSorted();
    const feed = async (client: Client, query = '') =>
      granted(await client.get<SosPage>(`/api/sos?${query}`));
    const idsFor = async (client: Client, query: string) =>
      (await feed(client, query)).items.map(({ id }) => id).toSorted();
    expect(await idsFor(nina, '')).toHaveLength(4);
    for (const query of ['', 'q=compte', 'scope=unhelped', 'scope=matching', 'status=unresolved'])
      expect(await idsFor(karim, query), query).toEqual(open);
    const first = await feed(karim, 'limit=1&scope=unhelped');
    const second = await feed(karim, `limit=1&scope=unhelped&cursor=${first.nextCursor}`);
    expect([first, second].map(({ items }) => items.length)).toEqual([1, 1]);
    expect(second.nextCursor).toBeNull();
    const home = granted(await karim.get<Home>('/api/home'));
    expect(home).toMatchObject({ alerts: [], matching: { count: 2 }, sinceYesterday: { posted: 2 } });
    expect(
      home.recentSos
        .concat(home.forYou)
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual(open);
    expect(granted(await karim.get<Unseen>('/api/home/unseen')).asking).toEqual([]);
  });

  it('in every call, and shows it as it is to everybody else', async () => {
    for (const { id, title, description } of [unanswered, answered]) {
      const address = `/api/sos/${id}`;
      const calls = [
        karim.get(address),
        ...['view', 'join', 'leave', 'decline', 'close', 'reopen'].map((act) =>
          karim.post(`${address}/${act}`),
        ),
        karim.put(address, { title, description }),
        karim.post(`${address}/additions`, { id: randomUUID(), content: 'Suite.' }),
        karim.post(`/api/ratings/resolve/${id}`, { ratings: [] }),
        karim.get(`/api/outcomes/${id}`),
        karim.post(`/api/outcomes/${id}/answers`, { answer: 'yes' }),
      ];
      for (const call of calls) expect(refusal(await call)).toBe('404 NOT_FOUND');
    }
    expect(await detailOf(nina, unanswered.id)).toMatchObject({ conversation: null, viewsCount: 0 });
    expect((await detailOf(nina, answered.id)).conversation?.currentParticipants).toBe(2);
    const reach = granted(await claire.get<Reach>(`/api/sos/${unanswered.id}/reach`));
    expect(reach.opened).toBe(0);
  });

  it('with its files', async () => {
    const file = await uploaded(claire, '/api/sos/files');
    const { title, description, id } = unanswered;
    granted(await claire.put(`/api/sos/${id}`, { title, description, files: [file.id] }));
    const address = `/api/sos/${id}/files/${file.id}/full`;
    expect((await nina.request(address)).status).toBe(200);
    expect((await karim.request(address)).status).toBe(404);
  });

  it('in events: an open client forgets it with the seat that hides it, and has it back after that', async () => {
    const third = await postSos(nina);
    const [karims, ninas] = await Promise.all([karim.live(), nina.live()]);
    granted(await claire.put(`/api/sos/${unanswered.id}`, { title: 'Corrigé', description: 'Autrement.' }));
    granted(await nina.post(`/api/sos/${answered.id}/view`));
    const { id } = await postSos(claire);
    expect(await updatesOf(karims)).toEqual([]);
    expect(await updatesOf(ninas)).toEqual([`shown ${unanswered.id}`, `shown ${answered.id}`, `shown ${id}`]);
    await join(hugo, third.id);
    expect(await updatesOf(karims)).toEqual([`shown ${third.id}`]);
    await join(claire, third.id);
    expect(await updatesOf(karims)).toEqual([`removed ${third.id}`]);
    granted(await claire.post(`/api/sos/${third.id}/leave`));
    granted(await claire.post(`/api/sos/${unanswered.id}/close`));
    expect(await updatesOf(karims)).toEqual([`shown ${third.id}`, `shown ${unanswered.id}`]);
    expect((await detailOf(karim, unanswered.id)).status).toBe('closed');
    granted(await claire.post(`/api/sos/${unanswered.id}/reopen`));
    expect(await updatesOf(karims)).toEqual([`removed ${unanswered.id}`]);
    for (const live of [karims, ninas]) live.close();
  });

  it('in events of what the team does', async () => {
    const { orm } = guilde.deps.db;
    const { id } = await postSos(hugo);
    const live = await karim.live();
    const helping = { reason: 'Connaît la douane' };
    const assign = async (memberId: string) =>
      granted(await nina.post(`/api/admin/sos/${id}/helpers`, { ...helping, memberId }));
    await assign(claire.id);
    expect(await updatesOf(live)).toEqual([`removed ${id}`]);
    await assign(karim.id);
    expect(await updatesOf(live)).toEqual([`shown ${id}`]);
    granted(await karim.post(`/api/sos/${id}/leave`));
    expect(await updatesOf(live)).toEqual([`removed ${id}`]);
    granted(await hugo.post(`/api/sos/${id}/close`));
    expect(await updatesOf(live)).toEqual([`shown ${id}`]);
    expect((await detailOf(karim, id)).status).toBe('closed');
    granted(await nina.put(`/api/admin/sos/${id}/status`, { status: 'in_progress', reason: 'Demande' }));
    expect(await updatesOf(live)).toEqual([`removed ${id}`]);
    // Its author has left.
    await byHand(guilde.deps, () =>
      orm.update(sosRequests).set({ userId: null }).where(eq(sosRequests.id, id)),
    );
    granted(await nina.post(`/api/sos/${id}/view`));
    expect(await updatesOf(live)).toEqual([]);
    live.close();
  });
});

it('says nothing of an alert that was still to be told', async () => {
  granted(await block(claire, karim));
  const { id } = await postSos(claire);
  const { db, clock } = guilde.deps;
  const alert = { sosId: id, wave: 1, createdAt: clock.now() };
  await db.write(async (tx) => {
    const memberIds = [karim.id, hugo.id];
    await tx.orm.insert(sosAlerts).values(memberIds.map((memberId) => ({ ...alert, memberId })));
    await notify(tx, guilde.deps, { kind: 'alert', memberIds, subject: id });
  });
  const mails = (await guilde.mails()).filter(({ subject }) => subject.includes('cherche de l’aide'));
  expect(mails.map(({ to }) => to)).not.toContain(karim.email);
  expect(mails.map(({ to }) => to)).toContain(hugo.email);
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
  await byHand(guilde.deps, () =>
    orm.insert(profiles).values(others.map((userId) => ({ userId, createdAt: now, updatedAt: now }))),
  );
  await orm
    .insert(memberBlocks)
    .values(others.map((blockedId) => ({ blockerId: claire.id, blockedId, createdAt: now })));
  expect(refusal(await block(claire, hugo))).toBe('409 BLOCKS_EXHAUSTED');
  granted(await block(claire, karim));
  await byHand(guilde.deps, () => orm.delete(members).where(eq(members.id, karim.id)));
  expect(await blocks(claire)).toHaveLength(BLOCKS_MAX - 1);
  granted(await block(claire, hugo));
});
