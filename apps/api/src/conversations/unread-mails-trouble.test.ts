import { DEFAULT_SETTINGS } from '@guilde/contracts/settings/rules.ts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { byHand } from '../../test/by-hand.ts';
import type { Client } from '../../test/client.ts';
import { type Guilde, startGuilde } from '../../test/harness.ts';
import { granted, openChat, sendText } from '../../test/scenes.ts';
import { members } from '../auth/tables.ts';
import type { Mail } from '../platform/services/mailer.ts';
import { participants } from './tables.ts';
import { mailUnreadMessages } from './unread-mails.ts';

const MINUTE_MS = 60_000;

let guilde: Guilde;
let claire: Client;
let karim: Client;
let seen = 0;

beforeAll(async () => {
  guilde = await startGuilde();
  claire = await guilde.as('claire');
  karim = await guilde.as('karim');
  seen = (await guilde.mails()).length;
  // The test runs the regular tasks itself.
  await guilde.deps.jobs.stop();
});
afterAll(() => guilde.close());

/** Advances the clock, runs the task, and returns the mails that left since the last time. */
async function mailed(minutes: number): Promise<Mail[]> {
  guilde.clock.advance(minutes * MINUTE_MS);
  await mailUnreadMessages(guilde.deps);
  const all = await guilde.mails();
  const left = all.slice(seen);
  seen = all.length;
  return left;
}
const read = async (id: string, seq: number) =>
  granted(await claire.put(`/api/conversations/${id}/read`, { seq }));
const suspendClaire = (suspendedAt: number | null) =>
  byHand(guilde.deps, (orm) => orm.update(members).set({ suspendedAt }).where(eq(members.id, claire.id)));

it.each<[string, (chat: Awaited<ReturnType<typeof openChat>>, seq: number) => Promise<unknown>]>([
  ['read', ({ conversation }, seq) => read(conversation.id, seq)],
  ['closed', async ({ sos }) => granted(await claire.post(`/api/sos/${sos.id}/close`))],
  [
    'stopped by the member',
    async () => granted(await claire.put('/api/settings', { ...DEFAULT_SETTINGS, emailUnread: false })),
  ],
  ['of somebody suspended', () => suspendClaire(1)],
  [
    'of somebody who left',
    () =>
      guilde.deps.db.orm
        .update(participants)
        .set({ isActive: false })
        .where(eq(participants.userId, claire.id)),
  ],
])('waits for the mail service, and does not leave once it is %s', async (_name, change) => {
  const chat = await openChat(claire, karim);
  await read(chat.conversation.id, 99);
  const { seq } = await sendText(karim, chat.conversation.id, 'Bonjour');
  const send = vi.spyOn(guilde.deps.mailer, 'send').mockRejectedValue(new Error('away'));
  expect(await mailed(16)).toEqual([]);
  expect(send).toHaveBeenCalled();
  await change(chat, seq);
  send.mockRestore();
  expect(await mailed(120)).toEqual([]);
  await suspendClaire(null);
  granted(await claire.put('/api/settings', DEFAULT_SETTINGS));
});

it('waits for the mail service, and then tells of what is unread by then', async () => {
  const { conversation } = await openChat(claire, karim);
  await read(conversation.id, 99);
  const { seq } = await sendText(karim, conversation.id, 'Un');
  await sendText(karim, conversation.id, 'Deux');
  const send = vi.spyOn(guilde.deps.mailer, 'send').mockRejectedValue(new Error('away'));
  expect(await mailed(16)).toEqual([]);
  send.mockRestore();
  await read(conversation.id, seq);
  await sendText(karim, conversation.id, 'Trois');
  await sendText(karim, conversation.id, 'Quatre');
  const [mail, ...others] = await mailed(120);
  expect(mail?.subject).toMatch(/^3 messages non lus : /);
  expect(others).toEqual([]);
});

it('waits for the mail service, and tells nothing of a text that came after all was read, before its time', async () => {
  const { conversation } = await openChat(claire, karim);
  await read(conversation.id, 99);
  const { seq } = await sendText(karim, conversation.id, 'Un');
  const send = vi.spyOn(guilde.deps.mailer, 'send').mockRejectedValue(new Error('away'));
  expect(await mailed(16)).toEqual([]);
  send.mockRestore();
  await read(conversation.id, seq);
  await sendText(karim, conversation.id, 'Deux');
  expect(await mailed(10)).toEqual([]);
  expect(await mailed(10)).toHaveLength(1);
});
