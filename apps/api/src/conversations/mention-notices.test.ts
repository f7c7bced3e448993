import { randomUUID } from 'node:crypto';
import type { Message } from '@guilde/contracts/conversations/rules.ts';
import { DEFAULT_SETTINGS } from '@guilde/contracts/settings/rules.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Client } from '../../test/client.ts';
import { type Guilde, startGuilde } from '../../test/harness.ts';
import { type PushDeviceStandIn, type PushService, startPushService } from '../../test/push-service.ts';
import { granted, openChat, sendText } from '../../test/scenes.ts';
import { pushUnreadMessages } from './message-pushes.ts';
import { mailUnreadMessages } from './unread-mails.ts';

const MINUTE = 60_000;

let service: PushService;
let guilde: Guilde;
let claire: Client;
let karim: Client;
let phone: PushDeviceStandIn;
let chat: Awaited<ReturnType<typeof openChat>>;

beforeAll(async () => {
  service = await startPushService();
  guilde = await startGuilde({ env: service.env });
  [claire, karim] = [await guilde.as('claire'), await guilde.as('karim')];
  // The test runs the jobs itself.
  await guilde.deps.jobs.stop();
});
afterAll(async () => {
  await guilde.close();
  await service.stop();
});
beforeEach(async () => {
  chat = await openChat(claire, karim);
  await guilde.deps.jobs.drain();
  phone = service.device();
  granted(await claire.post('/api/push/subscriptions', phone.subscription));
});

/** Returns the pushes to Claire’s phone, at once or after the 20 seconds of unread messages. */
async function pushed(seconds = 0): Promise<string[]> {
  const before = phone.delivered.length;
  guilde.clock.advance(seconds * 1000);
  await pushUnreadMessages(guilde.deps);
  await guilde.deps.jobs.drain();
  return phone.delivered.slice(before).map(({ payload }) => payload.body);
}
const write = async (content: string, referring: { replyTo?: string; mentions?: string[] }) =>
  granted(await karim.post<{ seq: number }>(chat.messages, { id: randomUUID(), content, ...referring }));
const mute = async () =>
  granted(await claire.put(`/api/conversations/${chat.conversation.id}/muted`, { isMuted: true }));
const mails = async () => {
  const before = (await guilde.mails()).length;
  guilde.clock.advance(16 * MINUTE);
  await mailUnreadMessages(guilde.deps);
  await guilde.deps.jobs.drain();
  return (await guilde.mails()).slice(before).filter(({ to }) => to === claire.email).length;
};

it('a mention and an answer are told at once, once, and say which', async () => {
  const question = await sendText(claire, chat.conversation.id, 'Quel transporteur ?');
  await write('@Claire, regarde', { mentions: [claire.id] });
  expect(await pushed()).toEqual(['Karim te mentionne']);
  expect(await pushed(20)).toEqual([]);
  granted(await claire.put('/api/settings', { ...DEFAULT_SETTINGS, pushExtracts: true }));
  await write('Celui du coin', { replyTo: question.id });
  expect(await pushed()).toEqual(['Karim te répond\u00a0: «\u00a0Quel transporteur ?\u00a0» Celui du coin']);
  granted(await claire.put('/api/settings', DEFAULT_SETTINGS));
  expect(await mails()).toBe(0);
});

it('what is read before is not told, and what names somebody else only as any message', async () => {
  const { seq } = await write('@Claire, regarde', { mentions: [claire.id] });
  granted(await claire.put(`/api/conversations/${chat.conversation.id}/read`, { seq }));
  await write('Je me parle', { mentions: [karim.id] });
  expect(await pushed()).toEqual([]);
  expect(await pushed(20)).toEqual(['Karim t’a écrit']);
});

it('a correction tells whom only the new text mentions, once, and keeps nothing of whom it replaced', async () => {
  const { id } = await sendText(karim, chat.conversation.id, 'Regarde');
  const correct = async (content: string) =>
    granted(await karim.put<Message>(`${chat.messages}/${id}`, { content }));
  await pushed();
  const decomposed = '@Claire, regarde Zoé'.normalize('NFD');
  expect(await correct(decomposed)).toMatchObject({
    content: decomposed.normalize('NFC'),
    mentions: [claire.id],
  });
  expect(await pushed()).toEqual(['Karim te mentionne']);
  await correct('@Claire Martin, regarde vite');
  expect(await pushed()).toEqual([]);
  expect(await correct('Regarde, @Hugo')).not.toHaveProperty('mentions');
  await correct('@Claire, regarde');
  phone.answerWith({ status: 503 });
  const other = await sendText(karim, chat.conversation.id, 'Et ça');
  granted(await karim.put(`${chat.messages}/${other.id}`, { content: '@Claire, et ça' }));
  await pushed();
  granted(await karim.put(`${chat.messages}/${other.id}`, { content: 'Rien' }));
  guilde.clock.advance(15 * MINUTE);
  phone.answerWith({ status: 201 });
  expect(await pushed()).not.toContain('Karim te mentionne');
});

it('a muted conversation is silent, but for mentions and answers', async () => {
  await mute();
  await sendText(karim, chat.conversation.id, 'Bonjour');
  expect(await pushed(20)).toEqual([]);
  expect(await mails()).toBe(0);
  phone.answerWith({ status: 503 });
  await write('@Claire, regarde', { mentions: [claire.id] });
  await pushed();
  expect(phone.asked()).toBe(1);
  expect(await mails()).toBe(1);
});
