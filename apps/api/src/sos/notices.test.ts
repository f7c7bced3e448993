import { DEFAULT_SETTINGS } from '@guilde/contracts/settings/rules.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Client } from '../../test/client.ts';
import { type Guilde, startGuilde } from '../../test/harness.ts';
import { type PushDeviceStandIn, type PushService, startPushService } from '../../test/push-service.ts';
import { granted, join, openChat, postSos } from '../../test/scenes.ts';
import { until } from '../../test/until.ts';

const MINUTE = 60_000;

let service: PushService;
let guilde: Guilde;
let claire: Client;
let karim: Client;
let paul: Client;
let nina: Client;
let phone: PushDeviceStandIn;
let seen = 0;

beforeAll(async () => {
  service = await startPushService();
  guilde = await startGuilde({ cast: ['nina', 'claire', 'karim', 'paul'], env: service.env });
  claire = await guilde.as('claire');
  karim = await guilde.as('karim');
  paul = await guilde.as('paul');
  nina = await guilde.as('nina');
  phone = service.device();
  granted(await karim.post('/api/push/subscriptions', phone.subscription));
  // No wave asks anybody here; waves have their own tests.
  for (const client of [karim, paul, nina])
    granted(await client.put('/api/settings', { ...DEFAULT_SETTINGS, alertsPerDay: 0 }));
  await guilde.deps.jobs.stop();
});
afterAll(async () => {
  await guilde.close();
  await service.stop();
});
beforeEach(async () => {
  seen = (await guilde.mails()).length;
});

/** Waits as long as a mail waits for its receiver or for the first sentence. */
async function mailed(): Promise<string[]> {
  await guilde.mails();
  guilde.clock.advance(5 * MINUTE);
  return (await guilde.mails()).slice(seen).map(({ to, subject }) => `${to} ${subject}`);
}

it('tells the author who joins: by a push, or by a mail to somebody without a device', async () => {
  const ofKarim = await postSos(karim);
  const { id } = await join(paul, ofKarim.id);
  await guilde.mails();
  const { payload } = await phone.next();
  expect(payload).toMatchObject({ kind: 'joined', title: 'Paul a rejoint ton SOS', body: ofKarim.title });
  // A browser that shows the line itself replaces it, and takes it back once the chat is read elsewhere.
  expect(payload).toMatchObject({ path: `/chat?sos=${ofKarim.id}`, tag: `chat:${id}` });
  const ofClaire = await postSos(claire);
  await join(paul, ofClaire.id);
  await guilde.mails();
  expect(await mailed()).toEqual([`${claire.email} Paul a rejoint ton SOS : ${ofClaire.title}`]);
  expect(phone.delivered).toHaveLength(1);
});

it.each<[string, (chat: Awaited<ReturnType<typeof openChat>>) => Promise<unknown>]>([
  ['has seen it', ({ conversation }) => claire.put(`/api/conversations/${conversation.id}/read`, { seq: 9 })],
  ['has closed the SOS', ({ sos }) => claire.post(`/api/sos/${sos.id}/close`)],
  ['is alone again', ({ sos }) => paul.post(`/api/sos/${sos.id}/leave`)],
])('does not mail an author who %s', async (_, meanwhile) => {
  const chat = await openChat(claire, paul);
  await guilde.mails();
  await meanwhile(chat);
  expect(await mailed()).toEqual([]);
});

it('mails nobody whose client is open', async () => {
  const live = await claire.live();
  await openChat(claire, paul);
  expect(await mailed()).toEqual([]);
  live.close();
  await until(() => !guilde.deps.live.isConnected(claire.id));
});

it('tells the author what the team does with an SOS, not what the author does', async () => {
  const status = async (id: string, to: string) =>
    granted(await nina.put(`/api/admin/sos/${id}/status`, { status: to, reason: 'Essai' }));
  const sos = await postSos(claire);
  await status(sos.id, 'closed');
  expect(await mailed()).toEqual([`${claire.email} L’équipe a fermé ton SOS : ${sos.title}`]);
  seen++;
  await status(sos.id, 'open');
  expect(await mailed()).toEqual([]);
  granted(await claire.post(`/api/sos/${sos.id}/close`));
  expect(await mailed()).toEqual([]);
});

it('tells whom the author invites, unless they join at once', async () => {
  const sos = await postSos(claire);
  granted(await claire.post(`/api/sos/${sos.id}/help-requests`, { memberId: karim.id }));
  granted(await claire.post(`/api/sos/${sos.id}/help-requests`, { memberId: paul.id }));
  await join(paul, sos.id);
  const delivered = phone.delivered.length;
  await guilde.mails();
  expect(phone.delivered.slice(delivered).map(({ payload }) => payload.title)).toEqual([
    'Claire t’invite à aider',
  ]);
  expect(await mailed()).toEqual([`${claire.email} Paul a rejoint ton SOS : ${sos.title}`]);
});
