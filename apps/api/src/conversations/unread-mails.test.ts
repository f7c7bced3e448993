import { secretsIn } from '@guilde/contracts/links.ts';
import { DEFAULT_SETTINGS } from '@guilde/contracts/settings/rules.ts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { byHand } from '../../test/by-hand.ts';
import type { Client } from '../../test/client.ts';
import { type Guilde, startGuilde } from '../../test/harness.ts';
import { granted, join as helps, openChat as openUnseenChat, sendText } from '../../test/scenes.ts';
import { members } from '../auth/tables.ts';
import type { Mail } from '../platform/services/mailer.ts';
import { mailUnreadMessages } from './unread-mails.ts';

const MINUTE_MS = 60_000;

let guilde: Guilde;
let claire: Client;
let karim: Client;
let paul: Client;
let outsider: Client;

beforeAll(async () => {
  guilde = await startGuilde();
  claire = await guilde.as('claire');
  karim = await guilde.as('karim');
  paul = await guilde.as('paul');
  outsider = await guilde.as('hugo');
  // The test runs the regular tasks itself.
  await guilde.deps.jobs.stop();
});
afterAll(() => guilde.close());
/** The mails about unread messages of earlier tests leave first. */
beforeEach(async () => {
  guilde.clock.advance(3 * 86_400_000);
  await mailed();
});

/** Advances the clock, runs the task once a minute as the server does, and returns the mails that left. */
async function mailed(minutes = 0): Promise<Mail[]> {
  const before = (await guilde.mails()).length;
  for (let minute = 0; minute <= minutes; minute++) {
    if (minute > 0) guilde.clock.advance(MINUTE_MS);
    await mailUnreadMessages(guilde.deps);
  }
  return (await guilde.mails()).slice(before);
}
/** The members have seen who joined; apps/api/src/sos/first-help.test.ts tests the mails about that. */
async function openChat(requester: Client, ...helpers: Client[]) {
  const chat = await openUnseenChat(requester, ...helpers);
  await read(requester, chat.conversation.id, 99);
  return chat;
}
const recipients = (mails: Mail[]) => mails.map(({ to }) => to).sort();
const read = async (client: Client, id: string, seq: number) =>
  granted(await client.put(`/api/conversations/${id}/read`, { seq }));

it('tells after 15 minutes, once, how much is unread and by whom, and not what was said', async () => {
  const { sos, conversation } = await openChat(claire, karim, paul);
  await sendText(karim, conversation.id, 'Un secret de fabrication');
  guilde.clock.advance(5 * MINUTE_MS);
  await sendText(paul, conversation.id, 'Deuxième secret');
  await read(karim, conversation.id, 99);
  expect(await mailed(9)).toEqual([]);

  const mails = await mailed(2);
  expect(recipients(mails)).toEqual([claire.email]);
  const [mail] = mails;
  expect(mail?.subject).toBe(`2 messages non lus : ${sos.title}`);
  expect(mail?.text).toContain('Karim Benali et Paul Durand t’ont écrit');
  expect(mail?.text).toContain(`/chat?sos=${sos.id}`);
  expect(`${mail?.html}${mail?.text}`).not.toMatch(/secret/);
  expect(await mailed(600)).toEqual([]);
});

it('tells of a further spell only after the member has read', async () => {
  const { conversation } = await openChat(claire, karim);
  await sendText(karim, conversation.id, 'Un');
  expect(await mailed(16)).toHaveLength(1);
  await sendText(karim, conversation.id, 'Deux');
  const third = await sendText(karim, conversation.id, 'Trois');
  expect(await mailed(30)).toEqual([]);
  await read(claire, conversation.id, third.seq);
  expect(await mailed(30)).toEqual([]);
  await sendText(karim, conversation.id, 'Quatre');
  expect(await mailed(14)).toEqual([]);
  const [mail, ...others] = await mailed(2);
  expect(mail?.subject).toMatch(/^Un message non lu : /);
  expect(others).toEqual([]);
});

it('says nothing when the member reads, or answers, in between', async () => {
  const { conversation } = await openChat(claire, karim, paul);
  const { seq } = await sendText(karim, conversation.id, 'Tu vois ça ?');
  expect(await mailed(14)).toEqual([]);
  await read(claire, conversation.id, seq);
  await sendText(paul, conversation.id, 'Moi oui.');
  await read(claire, conversation.id, seq + 1);
  expect(recipients(await mailed(30))).toEqual([karim.email]);
});

it('is one mail per conversation, each with its own way out', async () => {
  const first = await openChat(claire, karim);
  const second = await openChat(claire, karim);
  for (const { conversation } of [first, second]) await sendText(karim, conversation.id, 'Bonjour');
  const mails = await mailed(16);
  expect(recipients(mails)).toEqual([claire.email, claire.email]);
  const [mail] = mails;
  expect(mail?.headers?.['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click');
  const page = /Ne plus recevoir ces e-mails\s: (\S+)/.exec(mail?.text ?? '')?.[1] ?? '';
  expect(new URL(page)).toMatchObject({ pathname: '/unsubscribe', search: '' });
  const oneClick = `/api/settings/unsubscribe?token=${secretsIn(new URL(page)).token}`;
  expect(mail?.headers?.['List-Unsubscribe']).toBe(`<${guilde.deps.config.publicUrl}${oneClick}>`);
  granted(await guilde.visitor().post(oneClick));
  const third = await openChat(claire, karim);
  await sendText(karim, third.conversation.id, 'Encore là ?');
  expect(await mailed(30)).toEqual([]);
  granted(await claire.put('/api/settings', DEFAULT_SETTINGS));
  expect(await mailed(1)).toHaveLength(1);
});

it('says nothing of system messages, to those who have left, in closed conversations, or to the suspended', async () => {
  const lines = await openChat(claire, karim);
  await helps(paul, lines.sos.id);
  await read(claire, lines.conversation.id, 99);

  const left = await openChat(outsider, paul, karim);
  await sendText(karim, left.conversation.id, 'Bonjour');
  await read(outsider, left.conversation.id, 99);
  granted(await paul.post(`/api/sos/${left.sos.id}/leave`));

  const closed = await openChat(outsider, karim);
  await sendText(outsider, closed.conversation.id, 'Merci !');
  granted(await outsider.post(`/api/sos/${closed.sos.id}/close`));

  const suspended = await openChat(claire, paul);
  await sendText(paul, suspended.conversation.id, 'Bonjour');
  const suspend = (suspendedAt: number | null) =>
    byHand(guilde.deps, (orm) => orm.update(members).set({ suspendedAt }).where(eq(members.id, claire.id)));
  await suspend(guilde.clock.now());
  expect(await mailed(30)).toEqual([]);
  await suspend(null);
  expect(recipients(await mailed(1))).toEqual([claire.email]);
});

it('leaves once, however many instances look at the same moment', async () => {
  for (let i = 0; i < 3; i++) {
    const { conversation } = await openChat(claire, karim);
    await sendText(karim, conversation.id, 'Bonjour');
  }
  guilde.clock.advance(16 * MINUTE_MS);
  const before = (await guilde.mails()).length;
  await Promise.all(Array.from({ length: 5 }, () => mailUnreadMessages(guilde.deps)));
  expect((await guilde.mails()).length - before).toBe(3);
});
