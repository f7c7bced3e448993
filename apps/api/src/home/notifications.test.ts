import { randomUUID } from 'node:crypto';
import type { Home, NotificationEntry, NotificationPage } from '@guilde/contracts/home/rules.ts';
import { PRESENCE_TIMEOUT_MS } from '@guilde/contracts/live/protocol.ts';
import { DEFAULT_SETTINGS, minuteOfDay, type Settings } from '@guilde/contracts/settings/rules.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../test/client.ts';
import { type Guilde, startGuilde } from '../../test/harness.ts';
import { type PushService, startPushService } from '../../test/push-service.ts';
import { granted, join as joinSos, openChat, postSos, refusal } from '../../test/scenes.ts';
import { until } from '../../test/until.ts';
import { notices } from '../notices/tables.ts';
import { applyRetention } from '../platform/retention.ts';
import { runWave } from '../sos/waves/waves.ts';

const HOUR_MS = 3_600_000;

let service: PushService;
let guilde: Guilde;
let nina: Client;
let claire: Client;
let karim: Client;
let zoe: Client;
let lucie: Client;
let paul: Client;
let hugo: Client;

beforeAll(async () => {
  service = await startPushService();
  const cast = ['nina', 'claire', 'karim', 'zoe', 'lucie', 'paul', 'hugo'] as const;
  guilde = await startGuilde({ cast: [...cast], env: service.env });
  await guilde.deps.jobs.stop();
  nina = await guilde.as('nina');
  claire = await guilde.as('claire');
  karim = await guilde.as('karim');
  zoe = await guilde.as('zoe');
  lucie = await guilde.as('lucie');
  paul = await guilde.as('paul');
  hugo = await guilde.as('hugo');
});
afterAll(async () => {
  await guilde.close();
  await service.stop();
});

const page = async (client: Client, query = '') =>
  granted(await client.get<NotificationPage>(`/api/home/told${query}`));
const entriesOf = async (client: Client) => (await page(client)).items;
const hasUnread = async (client: Client) => granted(await client.get<Home>('/api/home')).hasUnreadTold;
const choose = async (client: Client, change: Partial<Settings>) =>
  granted(await client.put('/api/settings', { ...DEFAULT_SETTINGS, ...change }));
const inAnHour = () => new Date(guilde.clock.now() + HOUR_MS).toISOString();
const drain = () => guilde.deps.jobs.drain();
/** These hours contain the present one. */
function quietNow(): Settings['quietHours'] {
  const at = (shift: number) => {
    const minute = (minuteOfDay('Europe/Paris', guilde.clock.now()) + shift + 1440) % 1440;
    return [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':');
  };
  return { from: at(-60), to: at(60) };
}
const howAndWhy = ({ kind, title, channel, reason }: NotificationEntry) => [kind, title, channel, reason];

describe('what a member was told in a day', () => {
  it('has each with its true reason: a push, no device, a pause, hours, an hour, a cap, a block', async () => {
    const earlier = await postSos(claire, { title: 'La veille', specialties: [] });
    await choose(hugo, { alertsPerDay: 1 });
    for (const client of [nina, karim, zoe, lucie, paul]) await choose(client, { notifyMatching: false });
    await drain();
    expect((await entriesOf(hugo)).map(howAndWhy)).toEqual([['alert', 'La veille', 'mail', 'unreachable']]);
    granted(await claire.post(`/api/sos/${earlier.id}/close`));
    await choose(karim, { pausedUntil: inAnHour() });
    await choose(zoe, { quietHours: quietNow() });
    await choose(lucie, { quietUntil: inAnHour() });
    await choose(paul, {});
    await choose(nina, {});
    granted(await paul.post('/api/push/subscriptions', service.device().subscription));

    const { id } = await postSos(claire, { title: 'Panier vide', specialties: [] });
    await runWave(guilde.deps, { sosId: id, wave: 1 });
    granted(await nina.put(`/api/members/${claire.id}/block`));
    await drain();
    const reasons = await Promise.all(
      [paul, karim, zoe, lucie, hugo, nina].map(
        async (client) => (await entriesOf(client)).map(howAndWhy)[0],
      ),
    );
    expect(reasons).toEqual([
      ['alert', 'Panier vide', 'push', null],
      ['alert', 'Panier vide', 'none', 'paused'],
      ['alert', 'Panier vide', 'none', 'quiet-hours'],
      ['alert', 'Panier vide', 'none', 'undisturbed'],
      ['alert', 'Panier vide', 'none', 'capped'],
      // The list shows no title of an SOS that a block hides.
      ['alert', null, 'none', 'blocked'],
    ]);
    expect(await entriesOf(claire)).toEqual([]);
    granted(await nina.delete(`/api/members/${claire.id}/block`));
  });

  it('has a mail in place of a push with its reason, and nothing of who asked for no alerts', async () => {
    granted(await lucie.post('/api/push/subscriptions', service.device().subscription));
    await choose(zoe, { notifyMatching: false });
    const before = (await entriesOf(zoe)).length;
    const { id } = await postSos(lucie, { title: 'Flux refusé', specialties: [] });
    await runWave(guilde.deps, { sosId: id, wave: 1 });
    await joinSos(paul, id);
    await drain();
    guilde.clock.advance(60_000);
    await drain();
    expect((await entriesOf(lucie)).map(howAndWhy)).toContainEqual([
      'joined',
      'Flux refusé',
      'mail',
      'undisturbed',
    ]);
    expect((await entriesOf(zoe)).length).toBe(before);
  });

  it('asks whoever was held back once a later wave may, and then has both; the last one holds back too', async () => {
    await choose(karim, { pausedUntil: inAnHour() });
    const { id } = await postSos(claire, { title: 'Deux fois', specialties: [] });
    await runWave(guilde.deps, { sosId: id, wave: 1 });
    await choose(karim, {});
    await runWave(guilde.deps, { sosId: id, wave: 2 });
    await drain();
    const about = async (client: Client) =>
      (await entriesOf(client)).filter(({ title }) => title === 'Deux fois');
    expect((await about(karim)).map(howAndWhy)).toEqual([
      ['alert', 'Deux fois', 'mail', 'unreachable'],
      ['alert', 'Deux fois', 'none', 'paused'],
    ]);
    expect(await about(zoe)).toEqual([]);
    await choose(zoe, { pausedUntil: inAnHour() });
    await runWave(guilde.deps, { sosId: id, wave: 3 });
    expect((await about(zoe)).map(howAndWhy)).toEqual([['alert', 'Deux fois', 'none', 'paused']]);
  });
});

describe('the list', () => {
  it('is unread until it is read up to an instant, except for what one saw happen', async () => {
    const sos = await postSos(zoe);
    const live = await zoe.live();
    live.send({ type: 'attention', state: 'looking' });
    await live.next('attention', ({ state }) => state === 'looking');
    await joinSos(paul, sos.id);
    await drain();
    const [seen] = await entriesOf(zoe);
    expect(seen).toMatchObject({ kind: 'joined', channel: 'none', reason: 'told', isUnread: false });
    expect(seen?.path).toBe(`/chat?sos=${sos.id}`);
    live.close();
    await until(() => !guilde.deps.live.isConnected(zoe.id));
    guilde.clock.advance(PRESENCE_TIMEOUT_MS);
    await joinSos(karim, sos.id);
    await drain();
    const [newest] = await entriesOf(zoe);
    expect(newest?.isUnread).toBe(true);
    expect(await hasUnread(zoe)).toBe(true);
    const read = (at: string, client = zoe) => client.post('/api/home/told/read', { until: at });
    granted(await read(new Date(Date.parse(newest?.createdAt ?? '') - 1).toISOString()));
    granted(await read(newest?.createdAt ?? '', paul));
    expect(await hasUnread(zoe)).toBe(true);
    for (let sent = 0; sent < 2; sent++) granted(await read(newest?.createdAt ?? ''));
    expect(await hasUnread(zoe)).toBe(false);
    expect((await entriesOf(zoe)).some(({ isUnread }) => isUnread)).toBe(false);
    expect(refusal(await read('hier'))).toBe('422 INVALID_INPUT');
  });

  it('is read in pages from the newest, each row once, and is nobody else’s', async () => {
    const now = guilde.clock.now();
    const rows = Array.from({ length: 75 }, (_, at) => ({
      memberId: hugo.id,
      kind: 'examined' as const,
      subject: `signalement-${at}`,
      // Two share each instant.
      createdAt: now + Math.floor(at / 2),
      until: now,
    }));
    await guilde.deps.db.orm.insert(notices).values(rows);
    const ids: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { items, nextCursor }: NotificationPage = await page(hugo, cursor && `?cursor=${cursor}`);
      expect(items.length).toBeLessThanOrEqual(30);
      ids.push(...items.filter(({ kind }) => kind === 'examined').map(({ id }) => id));
      cursor = nextCursor;
    }
    expect(new Set(ids).size).toBe(75);
    expect(ids).toHaveLength(75);
    const others = (await Promise.all([nina, paul].map(entriesOf))).flat();
    expect(others.some(({ id }) => ids.includes(id))).toBe(false);
    expect(refusal(await hugo.get('/api/home/told?cursor=1.x'))).toBe('422 INVALID_INPUT');
    expect(refusal(await guilde.visitor().get('/api/home/told'))).toBe('401 UNAUTHENTICATED');
  });

  it('names an announcement and the quarter of a wave, and leads to them; a report has no title', async () => {
    granted(
      await nina.post('/api/admin/announcements', {
        ...{ id: randomUUID(), title: 'Entretien dimanche', text: 'Guilde sera arrêtée.', link: '' },
        ...{ audience: 'everyone', push: true, mail: false, scheduledAt: null },
      }),
    );
    await drain();
    const stored = { memberId: paul.id, createdAt: guilde.clock.now() + 1, until: 0 };
    await guilde.deps.db.orm.insert(notices).values([
      { ...stored, kind: 'benchmark', subject: 'open:2026-4' },
      { ...stored, kind: 'examined', subject: randomUUID() },
    ]);
    const newest = (await entriesOf(paul)).slice(0, 3);
    const shown = Object.fromEntries(newest.map(({ kind, title, path }) => [kind, [title, path]]));
    expect(shown).toEqual({
      announcement: ['Entretien dimanche', '/announcements'],
      benchmark: ['T4\u00a02026', '/benchmarks'],
      examined: [null, '/information/contact'],
    });
  });

  it('keeps no title of what is gone or was left, and nothing after 90 days', async () => {
    const { sos, conversation } = await openChat(lucie, paul);
    const content = `@Paul regarde`;
    const message = { id: crypto.randomUUID(), content, mentions: [paul.id] };
    granted(await lucie.post(`/api/conversations/${conversation.id}/messages`, message));
    await drain();
    expect((await entriesOf(paul))[0]).toMatchObject({
      kind: 'mention',
      title: sos.title,
      path: `/chat?sos=${sos.id}`,
    });
    granted(await paul.post(`/api/sos/${sos.id}/leave`));
    expect((await entriesOf(paul))[0]).toMatchObject({ kind: 'mention', title: null, path: null });
    guilde.clock.advance(91 * 24 * HOUR_MS);
    await applyRetention(guilde.deps);
    expect(await guilde.deps.db.orm.$count(notices)).toBe(0);
  });
});
