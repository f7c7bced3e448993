import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Client } from '../../test/client.ts';
import { type Guilde, startGuilde } from '../../test/harness.ts';
import { openChat, sendText, settled } from '../../test/scenes.ts';
import { sessions } from './tables.ts';

const DAY = 86_400_000;

let guilde: Guilde;
let claire: Client;
let karim: Client;

beforeAll(async () => {
  guilde = await startGuilde();
  claire = await guilde.as('claire');
  karim = await guilde.as('karim');
});
afterAll(() => guilde.close());

function endSessionsOf({ deps }: Guilde, { id }: Client, at: number) {
  return deps.db.orm
    .update(sessions)
    .set({ expiresAt: new Date(at) })
    .where(eq(sessions.userId, id));
}

it('a socket hears nothing that happens after its session has run out, and is told so', async () => {
  const { conversation } = await openChat(claire, karim);
  const now = guilde.clock.now();
  await endSessionsOf(guilde, claire, now + DAY);
  const [hers, his] = [await claire.live(), await karim.live()];
  await sendText(karim, conversation.id, 'Encore à temps');
  await hers.next('message.created');
  guilde.clock.advance(DAY);
  await sendText(karim, conversation.id, 'Trop tard');
  expect(await hers.next('signed-out')).toMatchObject({ forced: true });
  expect(await hers.closed).toBe(4001);
  await his.next('message.created', ({ message }) => message.content === 'Trop tard');
  expect(JSON.stringify(hers.events)).not.toContain('Trop tard');
  his.close();
});

it('nor does it say anything more for its member', async () => {
  const paul = await guilde.as('paul');
  const { conversation } = await openChat(karim, paul);
  await endSessionsOf(guilde, paul, guilde.clock.now() + DAY);
  const [hers, his] = [await paul.live(), await karim.live()];
  guilde.clock.advance(DAY);
  hers.send({ type: 'typing', conversationId: conversation.id });
  expect(await hers.closed).toBe(4001);
  await settled(his);
  expect(his.events.map(({ type }) => type)).not.toContain('typing');
  his.close();
});
