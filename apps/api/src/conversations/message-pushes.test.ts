import { DEFAULT_SETTINGS } from '@guilde/contracts/settings/rules.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Client } from '../../test/client.ts';
import { type Guilde, startGuilde } from '../../test/harness.ts';
import {
  type Delivered,
  type PushDeviceStandIn,
  type PushService,
  startPushService,
} from '../../test/push-service.ts';
import { granted, openChat, sendText } from '../../test/scenes.ts';
import { until } from '../../test/until.ts';
import { pushUnreadMessages } from './message-pushes.ts';
import { mailUnreadMessages } from './unread-mails.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

let service: PushService;
let guilde: Guilde;
let claire: Client;
let karim: Client;
let paul: Client;
let phone: PushDeviceStandIn;
let chat: Awaited<ReturnType<typeof openChat>>;

beforeAll(async () => {
  service = await startPushService();
  guilde = await startGuilde({ env: service.env });
  claire = await guilde.as('claire');
  karim = await guilde.as('karim');
  paul = await guilde.as('paul');
  // The test runs the regular tasks itself.
  await guilde.deps.jobs.stop();
});
afterAll(async () => {
  await guilde.close();
  await service.stop();
});
beforeEach(async () => {
  chat = await openChat(claire, karim, paul);
  await read(99);
  await pushed(0);
  phone = service.device();
  granted(await claire.post('/api/push/subscriptions', phone.subscription));
});

/** Advances the clock, and returns the pushes that reached the phone meanwhile. */
async function pushed(seconds: number): Promise<Delivered[]> {
  const before = phone?.delivered.length ?? 0;
  guilde.clock.advance(seconds * SECOND);
  await pushUnreadMessages(guilde.deps);
  await guilde.deps.jobs.drain();
  return phone?.delivered.slice(before) ?? [];
}
const read = async (seq: number) =>
  granted(await claire.put(`/api/conversations/${chat.conversation.id}/read`, { seq }));
const bodies = (delivered: Delivered[]) => delivered.map(({ payload }) => payload.body);

it('tells after 20 seconds unread who has written, not what, and how much is unread', async () => {
  const { conversation, sos } = chat;
  await sendText(karim, conversation.id, 'Un secret de fabrication');
  expect(await pushed(19)).toEqual([]);
  const [first] = await pushed(1);
  expect(first?.payload).toMatchObject({
    kind: 'message',
    title: sos.title,
    body: 'Karim t’a écrit',
    path: `/chat?sos=${sos.id}`,
    tag: `chat:${conversation.id}`,
    badge: 1,
  });
  await sendText(paul, conversation.id, 'Deuxième secret');
  await sendText(karim, conversation.id, 'Troisième');
  const [second, ...others] = await pushed(20);
  expect(second?.payload).toMatchObject({ body: '3 messages de Paul et Karim', badge: 3 });
  expect(second?.topic).toBe(first?.topic);
  expect(others).toEqual([]);
  expect(await pushed(60)).toEqual([]);
});

it('shows what was said to members who want extracts', async () => {
  granted(await claire.put('/api/settings', { ...DEFAULT_SETTINGS, pushExtracts: true }));
  await sendText(karim, chat.conversation.id, 'Regarde\nici');
  expect(bodies(await pushed(20))).toEqual(['Karim\u00a0: Regarde ici']);
  granted(await claire.put('/api/settings', DEFAULT_SETTINGS));
});

it('tells nothing that is read, declined, or seen arriving on another screen', async () => {
  const message = await sendText(karim, chat.conversation.id, 'Un');
  await read(message.seq);
  expect(await pushed(20)).toEqual([]);
  granted(await claire.put('/api/settings', { ...DEFAULT_SETTINGS, notifyMessages: false }));
  await sendText(karim, chat.conversation.id, 'Deux');
  expect(await pushed(20)).toEqual([]);
  granted(await claire.put('/api/settings', DEFAULT_SETTINGS));
  const live = await claire.live();
  live.send({ type: 'attention', state: 'looking' });
  await live.next('attention', ({ state }) => state === 'looking');
  await sendText(karim, chat.conversation.id, 'Trois');
  expect(await pushed(20)).toEqual([]);
  live.close();
  await until(() => guilde.deps.live.presenceOf(claire.id) === 'away');
});

it('tells nothing of a conversation that is muted before the push leaves', async () => {
  const { id } = chat.conversation;
  await sendText(karim, id, 'Un');
  guilde.clock.advance(20 * SECOND);
  await pushUnreadMessages(guilde.deps);
  granted(await claire.put(`/api/conversations/${id}/muted`, { isMuted: true }));
  await guilde.deps.jobs.drain();
  expect(phone.asked()).toBe(0);
});

it.each([
  ['not by mail as well when a device was told', 201, 0],
  ['by mail when no device could be told', 503, 1],
])('tells %s', async (_, status, mails) => {
  phone.answerWith({ status });
  await sendText(karim, chat.conversation.id, 'Un');
  await pushed(20);
  expect(phone.asked()).toBe(1);
  const before = (await guilde.mails()).length;
  guilde.clock.advance(15 * MINUTE);
  await mailUnreadMessages(guilde.deps);
  const left = (await guilde.mails())
    .slice(before)
    .filter(({ to, text }) => to === claire.email && text.includes(chat.sos.id));
  expect(left).toHaveLength(mails);
});
