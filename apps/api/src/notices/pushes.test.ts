import type { PushDevice } from '@guilde/contracts/pushes/rules.ts';
import { DEFAULT_SETTINGS } from '@guilde/contracts/settings/rules.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Client, createClient } from '../../test/client.ts';
import { type Guilde, startGuilde } from '../../test/harness.ts';
import { PASSWORD } from '../../test/people.ts';
import { type PushDeviceStandIn, type PushService, startPushService } from '../../test/push-service.ts';
import { granted, refusal } from '../../test/scenes.ts';
import { until } from '../../test/until.ts';
import { openSession, sessionCookie } from '../auth/sessions.ts';
import { NOTICE_SOURCES } from '../notice-sources.ts';
import { createPush } from '../platform/services/push.ts';
import type { DescribeNotice } from './content.ts';
import { type Notice, notify } from './notify.ts';
import { startNotices } from './start.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let service: PushService;
let guilde: Guilde;
let claire: Client;
let karim: Client;
let phone: PushDeviceStandIn;
let seen = 0;
let events = 0;

beforeAll(async () => {
  service = await startPushService();
  guilde = await startGuilde({ env: service.env });
  claire = await guilde.as('claire');
  karim = await guilde.as('karim');
  const content: DescribeNotice = async (_queries, _memberId, subject) => ({
    title: `Karim a rejoint ${subject}`,
    body: 'x'.repeat(5000),
    tag: `sos:${subject}`,
    mail: { subject, heading: 'Du nouveau', paragraphs: ['Regarde.'], action: 'Voir le SOS' },
  });
  const source = { describe: content, place: (subject: string) => ({ path: `/chat?sos=${subject}` }) };
  startNotices(guilde.deps, {
    ...NOTICE_SOURCES,
    kinds: { ...NOTICE_SOURCES.kinds, joined: source, message: source, held: source },
  });
  // The test runs the jobs itself.
  await guilde.deps.jobs.stop();
});
afterAll(async () => {
  await guilde.close();
  await service.stop();
});
beforeEach(async () => {
  phone = service.device();
  granted(await claire.post('/api/push/subscriptions', phone.subscription));
  seen = (await guilde.mails()).length;
});

const devicesOf = async (client: Client) =>
  granted(await client.get<{ devices: PushDevice[] }>('/api/push/subscriptions')).devices;
const testOn = async (client: Client) =>
  granted(await client.post<{ outcome: string }>('/api/push/test')).outcome;

/** Stores a new notice for Claire, and returns its subject. */
async function tell(notice: Partial<Notice> = {}): Promise<string> {
  const subject = `événement-${++events}`;
  await guilde.deps.db.write((tx) =>
    notify(tx, guilde.deps, { kind: 'joined', memberIds: [claire.id], subject, ...notice }),
  );
  await guilde.deps.jobs.drain();
  return subject;
}
/** Returns the subjects of all mails since the start of the test, also of waiting ones. */
async function mailed(): Promise<string[]> {
  guilde.clock.advance(5 * MINUTE);
  return (await guilde.mails()).slice(seen).map(({ subject }) => subject);
}

describe('a push', () => {
  it('is encrypted for the device, signed, short enough, and tells the event once', async () => {
    const subject = await tell();
    const { payload, ...how } = await phone.next();
    expect(payload).toMatchObject({
      kind: 'joined',
      title: `Karim a rejoint ${subject}`,
      path: `/chat?sos=${subject}`,
      tag: `sos:${subject}`,
      badge: 0,
      silent: false,
    });
    expect(payload.body).toHaveLength(400);
    expect(how).toMatchObject({ urgency: 'high', subject: 'mailto:bonjour@guilde.fr' });
    expect(how.topic).toMatch(/^[\w-]{32}$/);
    expect(how.ttl).toBeLessThanOrEqual(3600);
    expect(how.ttl).toBeGreaterThan(3500);
    expect(await mailed()).toEqual([]);
    expect(phone.asked()).toBe(1);
    const [device] = await devicesOf(claire);
    expect(device).toMatchObject({ isThis: true, isPaused: false });
    expect(device?.lastUsedAt).not.toBeNull();
  });

  it('is not sent to somebody who looks, nor in quiet hours, when a mail leaves instead', async () => {
    const live = await claire.live();
    live.send({ type: 'attention', state: 'near' });
    await live.next('attention', ({ state }) => state === 'near');
    await tell();
    live.close();
    await until(() => !guilde.deps.live.isConnected(claire.id));
    await until(() => guilde.deps.live.presenceOf(claire.id) === 'away');
    expect(await mailed()).toEqual([]);
    // It is shortly after ten in Paris, five in the evening in Tokyo.
    const hours = { ...DEFAULT_SETTINGS, quietHours: { from: '16:00', to: '20:00' }, timeZone: 'Asia/Tokyo' };
    granted(await claire.put('/api/settings', hours));
    const subject = await tell();
    expect(await mailed()).toEqual([subject]);
    expect(phone.asked()).toBe(0);
    granted(await claire.put('/api/settings', { ...DEFAULT_SETTINGS, sound: false }));
    await tell();
    expect((await phone.next()).payload.silent).toBe(true);
    granted(await claire.put('/api/settings', DEFAULT_SETTINGS));
  });

  it('is not sent to somebody who looks while the clock of the machine is set', async () => {
    const live = await claire.live();
    live.send({ type: 'attention', state: 'near' });
    await live.next('attention', ({ state }) => state === 'near');
    guilde.clock.set(guilde.clock.now() + HOUR);
    await tell();
    live.close();
    await until(() => guilde.deps.live.presenceOf(claire.id) === 'away');
    expect(phone.asked()).toBe(0);
  });

  it('whose device is gone is told by mail, and the device forgotten', async () => {
    phone.answerWith({ status: 410 });
    const subject = await tell();
    expect(await mailed()).toEqual([subject]);
    expect(await devicesOf(claire)).toEqual([]);
  });

  it('waits as long as the push service asks, and no longer', async () => {
    phone.answerWith({ status: 429, headers: { 'retry-after': '600' } });
    await tell();
    phone.answerWith({ status: 201 });
    guilde.clock.advance(9 * MINUTE);
    await guilde.deps.jobs.drain();
    expect(phone.asked()).toBe(1);
    guilde.clock.advance(MINUTE);
    await guilde.deps.jobs.drain();
    expect(phone.delivered).toHaveLength(1);
    // The service asks for more time than the event is news.
    phone.answerWith({ status: 429, headers: { 'retry-after': '7200' } });
    const subject = await tell();
    expect(await mailed()).toEqual([subject]);
    expect(phone.asked()).toBe(3);
  });

  it('that an outage of an hour delays is not sent afterwards, and a new one is', async () => {
    phone.answerWith({ status: 503 });
    for (let n = 0; n < 3; n++) await tell({ kind: 'message' });
    for (let n = 0; n < 20; n++) {
      guilde.clock.advance(4 * MINUTE);
      await guilde.deps.jobs.drain();
    }
    phone.answerWith({ status: 201 });
    guilde.clock.advance(HOUR);
    await guilde.deps.jobs.drain();
    expect(phone.delivered).toEqual([]);
    expect(await mailed()).toEqual([]);
    const subject = await tell({ kind: 'message' });
    expect((await phone.next()).payload.path).toContain(subject);
    expect(phone.delivered).toHaveLength(1);
  });

  it('that is refused five times in a row lets the device rest, until it subscribes again', async () => {
    phone.answerWith({ status: 302, headers: { location: `${guilde.url}/api/health` } });
    for (let n = 0; n < 5; n++) await tell();
    expect(await devicesOf(claire)).toMatchObject([{ isPaused: true }]);
    expect(phone.asked()).toBe(5);
    await tell();
    expect(phone.asked()).toBe(5);
    expect(await mailed()).toHaveLength(6);
    granted(await claire.post('/api/push/subscriptions', phone.subscription));
    expect(await devicesOf(claire)).toMatchObject([{ isPaused: false }]);
  });

  it('to a service that never answers is given up in time, and the service left alone for a while', async () => {
    const { config, db, clock, secrets } = guilde.deps;
    const push = createPush({ config, db, clock, secrets }, 50);
    const { endpoint, keys } = phone.subscription;
    const send = () =>
      push.send({ endpoint, ...keys }, {}, { ttlMs: MINUTE, urgency: 'high', topic: 'essai' });
    phone.answerWith(null);
    expect(await send()).toEqual({ is: 'unreachable' });
    phone.answerWith({ status: 201 });
    expect(await send()).toEqual({ is: 'unreachable' });
    // The machine's clock is set, while no time passes.
    guilde.clock.set(guilde.clock.now() + HOUR);
    expect(await send()).toEqual({ is: 'unreachable' });
    expect(phone.asked()).toBe(1);
    guilde.clock.advance(MINUTE);
    expect(await send()).toEqual({ is: 'accepted' });
  });
});

describe('a device', () => {
  it('can be tested, named, listed and removed by its member only', async () => {
    expect(await testOn(claire)).toBe('accepted');
    expect((await phone.next()).payload).toMatchObject({ kind: 'test', path: '/settings/notifications' });
    expect(await testOn(karim)).toBe('none');
    const [device] = await devicesOf(claire);
    expect(refusal(await karim.delete(`/api/push/subscriptions/${device?.id}`))).toBe('404 NOT_FOUND');
    granted(await claire.delete(`/api/push/subscriptions/${device?.id}`));
    expect(await devicesOf(claire)).toEqual([]);
    expect(await testOn(claire)).toBe('none');
  });

  it.each([
    ['another site', 'https://guilde.example/push/1'],
    ['this machine', 'http://localhost:3000/push/1'],
    ['a name like a push service’s', 'https://fcm.googleapis.com.example/1'],
    ['another port of a push service', 'https://fcm.googleapis.com:8443/1'],
    ['a push service without TLS', 'http://updates.push.services.mozilla.com/1'],
    ['an account at a push service', 'https://a:b@web.push.apple.com/1'],
  ])('at %s is refused', async (_, endpoint) => {
    const answer = await claire.post('/api/push/subscriptions', { ...phone.subscription, endpoint });
    expect(refusal(answer)).toBe('422 PUSH_SERVICE_UNKNOWN');
  });

  it.each([
    'https://fcm.googleapis.com/fcm/send/abc',
    'https://updates.push.services.mozilla.com/wpush/v2/abc',
    'https://web.push.apple.com/abc',
    'https://db5p.notify.windows.com/w/?token=abc',
  ])('at %s is accepted', (endpoint) => {
    expect(guilde.deps.push.isAllowed(endpoint)).toBe(true);
  });

  it('with keys that are none is refused', async () => {
    const keys = { ...phone.subscription.keys, p256dh: 'A'.repeat(87) };
    const answer = await claire.post('/api/push/subscriptions', { ...phone.subscription, keys });
    expect(Object.keys(answer.error.fields)).toEqual(['keys.p256dh']);
    const short = await claire.post('/api/push/subscriptions', {
      ...phone.subscription,
      keys: { p256dh: 'A', auth: '' },
    });
    expect(Object.keys(short.error.fields).sort()).toEqual(['keys.auth', 'keys.p256dh']);
  });

  it('belongs to one session, and a member has twenty at most', async () => {
    const { id } = (await devicesOf(claire))[0] as PushDevice;
    for (let n = 0; n < 30; n++)
      granted(await claire.post('/api/push/subscriptions', service.device().subscription));
    expect(await devicesOf(claire)).toHaveLength(1);
    granted(await karim.post('/api/push/subscriptions', phone.subscription));
    granted(await claire.post('/api/push/subscriptions', phone.subscription));
    expect(await devicesOf(karim)).toEqual([]);
    expect((await devicesOf(claire))[0]?.id).not.toBe(id);
    const sessions: Client[] = [];
    for (let n = 0; n < 21; n++) {
      const client = await anotherBrowserOf(karim);
      granted(await client.post('/api/push/subscriptions', service.device().subscription));
      sessions.push(client);
    }
    expect(await devicesOf(karim)).toHaveLength(20);
    expect(await testOn(sessions[0] as Client)).toBe('none');
    expect(await testOn(sessions[20] as Client)).toBe('accepted');
  });

  it.each<[string, (member: Client, nina: Client) => Promise<unknown>]>([
    ['signed out', (member) => member.post('/api/auth/sign-out')],
    [
      'revoked from elsewhere',
      async (member) => {
        const other = await anotherBrowserOf(member);
        granted(await other.delete('/api/auth/sessions'));
      },
    ],
    [
      'of somebody suspended',
      (member, nina) =>
        nina.post(`/api/admin/users/${member.id}/suspend`, { reason: 'Essai', rule: 'misuse' }),
    ],
    ['of a deleted account', (member) => member.post('/api/account/delete', { password: PASSWORD })],
  ])('that is %s hears nothing any more, not even what was on its way', async (_, end) => {
    const member = await newcomer();
    const own = service.device();
    granted(await member.post('/api/push/subscriptions', own.subscription));
    own.answerWith({ status: 503 });
    await tell({ kind: 'message', memberIds: [member.id] });
    expect(own.asked()).toBe(1);
    own.answerWith({ status: 201 });
    await end(member, await guilde.as('nina'));
    guilde.clock.advance(MINUTE);
    await guilde.deps.jobs.drain();
    expect(own.asked()).toBe(1);
  });
});

/** Signs in without the time that a password takes. */
async function anotherBrowserOf({ id }: Client): Promise<Client> {
  const { deps, url, clock } = guilde;
  const token = await deps.db.write((tx) => openSession(tx, id, 'Firefox', clock.now()));
  const client = createClient(url);
  const [pair = ''] = sessionCookie(deps, token).split(';');
  const at = pair.indexOf('=');
  client.cookies.set(pair.slice(0, at), pair.slice(at + 1));
  return client;
}

const NEWCOMERS = ['zoe', 'paul', 'lucie', 'hugo'] as const;
let arrived = 0;

function newcomer(): Promise<Client> {
  return guilde.as(NEWCOMERS[arrived++] ?? 'hugo');
}
