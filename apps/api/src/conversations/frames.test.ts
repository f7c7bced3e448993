import { randomUUID } from 'node:crypto';
import { type History, MESSAGE_MAX } from '@guilde/contracts/conversations/rules.ts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../test/client.ts';
import { type Guilde, startGuilde } from '../../test/harness.ts';
import type { LiveClient } from '../../test/live-client.ts';
import type { PersonName } from '../../test/people.ts';
import { granted, openChat, settled } from '../../test/scenes.ts';
import { members, sessions } from '../auth/tables.ts';

let guilde: Guilde;
let claire: Client;
let karim: Client;
let outsider: Client;

beforeAll(async () => {
  guilde = await startGuilde();
  claire = await guilde.as('claire');
  karim = await guilde.as('karim');
  outsider = await guilde.as('hugo');
});
afterAll(() => guilde.close());

async function openScene() {
  const { sos, conversation, messages } = await openChat(claire, karim);
  const [hers, his] = await Promise.all([claire.live(), karim.live()]);
  const sendText = (live: LiveClient, content: string, id: string = randomUUID()) => {
    live.send({ type: 'message', id, conversationId: conversation.id, content });
    return id;
  };
  const stored = async () =>
    granted(await claire.get<History>(messages)).messages.filter(({ kind }) => kind === 'text');
  return { sos, messages, hers, his, sendText, stored };
}

const orm = () => guilde.deps.db.orm;
const createdEvents = (live: LiveClient, id: string) =>
  live.events.filter((event) => event.type === 'message.created' && event.message.id === id);

describe('a message said on the socket', () => {
  it('is stored, and everybody hears of it, the author on the same socket', async () => {
    const { hers, his, sendText, stored } = await openScene();
    const id = sendText(his, '  Bonjour\nClaire  ');
    const { message } = await his.next('message.created');
    expect(message).toMatchObject({ id, senderId: karim.id, kind: 'text', content: 'Bonjour\nClaire' });
    expect((await hers.next('message.created')).message).toEqual(message);
    expect(await stored()).toEqual([message]);
  });

  it('is the same message when it is said again, or posted, and only that socket hears it again', async () => {
    const { hers, his, sendText, stored, messages } = await openScene();
    const other = await karim.live();
    const id = sendText(his, 'Une fois');
    const { message } = await his.next('message.created');
    sendText(his, 'Une fois', id);
    expect((await his.next('message.created')).message).toEqual(message);
    expect(granted(await karim.post(messages, { id, content: 'Une fois' }))).toEqual(message);
    await Promise.all([settled(his), settled(hers), settled(other)]);
    expect([his, hers, other].map((live) => createdEvents(live, id).length)).toEqual([2, 1, 1]);
    expect(await stored()).toHaveLength(1);
  });

  it('may be as long as any, whatever its characters', async () => {
    const { his, sendText, stored } = await openScene();
    const contents = ['"'.repeat(MESSAGE_MAX), 'é'.repeat(MESSAGE_MAX), `a${'\n\t'.repeat(1999)}b`];
    for (const content of contents) {
      sendText(his, content);
      await his.next('message.created');
    }
    expect((await stored()).map(({ content }) => content)).toEqual(contents);
  });

  it('need not wait for the one before: many at once are each stored once', async () => {
    const { his, sendText, stored } = await openScene();
    const said = Array.from({ length: 20 }, (_, at) => `Ligne ${at + 10}`);
    for (const line of said) sendText(his, line);
    for (const _ of said) await his.next('message.created');
    expect((await stored()).map(({ content }) => content).toSorted()).toEqual(said);
  });
});

describe('what is not stored is refused by its id, and HTTP says why', () => {
  const isRefused = async (live: LiveClient, id: string) =>
    expect(await live.next('message.refused')).toEqual({ type: 'message.refused', id });

  it('whoever takes no part', async () => {
    const { hers, sendText, stored } = await openScene();
    const stranger = await outsider.live();
    await isRefused(stranger, sendText(stranger, 'Coucou'));
    await settled(hers);
    expect(await stored()).toEqual([]);
  });

  it('whoever says another’s id', async () => {
    const { hers, his, sendText, stored } = await openScene();
    const id = sendText(his, 'À moi');
    await hers.next('message.created');
    await isRefused(hers, sendText(hers, 'À moi', id));
    expect(await stored()).toHaveLength(1);
  });

  it('a closed chat', async () => {
    const { sos, his, sendText, stored } = await openScene();
    granted(await claire.post(`/api/sos/${sos.id}/close`));
    await isRefused(his, sendText(his, 'Trop tard'));
    expect(await stored()).toEqual([]);
  });

  it('a text that is empty, too long or no text at all', async () => {
    const { his, sendText, stored } = await openScene();
    for (const content of [' \n ', 'a'.repeat(MESSAGE_MAX + 1)]) {
      sendText(his, content);
      expect((await his.next('refused')).reason).toMatch(/^Une erreur technique/);
    }
    his.send(JSON.stringify({ type: 'message', id: randomUUID(), conversationId: 'x', content: {} }));
    await his.next('refused');
    expect(await stored()).toEqual([]);
  });

  // Each case has its own member, because a check begun before an end may finish after it and undo it.
  it.each<[string, PersonName, (id: string) => PromiseLike<unknown>]>([
    [
      'a suspended member',
      'paul',
      (id) => orm().update(members).set({ suspendedAt: 1 }).where(eq(members.id, id)),
    ],
    [
      'a session that has run out',
      'zoe',
      (id) =>
        orm()
          .update(sessions)
          .set({ expiresAt: new Date(guilde.clock.now() - 1) })
          .where(eq(sessions.userId, id)),
    ],
    [
      'a member who has not accepted what is in force',
      'hugo',
      (id) => orm().update(members).set({ acceptedRevision: 0 }).where(eq(members.id, id)),
    ],
    ['a session that has ended', 'lucie', (id) => orm().delete(sessions).where(eq(sessions.userId, id))],
  ])('%s, though nobody has told the socket yet', async (_, name, end) => {
    const member = await guilde.as(name);
    const { messages, conversation } = await openChat(claire, member);
    const live = await member.live();
    const send = () =>
      live.send({ type: 'message', id: randomUUID(), conversationId: conversation.id, content: 'Encore là' });
    send();
    await live.next('message.created');
    await end(member.id);
    send();
    // If the server's own regular check comes first, the socket is closed instead.
    await Promise.race([live.next('message.refused'), live.closed]);
    expect(
      granted(await claire.get<History>(messages)).messages.filter(({ kind }) => kind === 'text'),
    ).toHaveLength(1);
  });

  it('more than ninety in a minute, however they are sent', async () => {
    const limited = await startGuilde({ rateLimits: true });
    const zoe = await limited.as('zoe');
    const { conversation, messages } = await openChat(await limited.as('claire'), zoe);
    const live = await zoe.live();
    for (let count = 0; count < 91; count++)
      live.send({ type: 'message', id: randomUUID(), conversationId: conversation.id, content: `${count}` });
    for (let count = 0; count < 90; count++) await live.next('message.created');
    await live.next('message.refused');
    const refused = await zoe.post(messages, { id: randomUUID(), content: 'Encore' });
    expect(refused.error.code).toBe('RATE_LIMITED');
    await settled(live);
    expect(live.events.filter(({ type }) => type === 'message.created')).toHaveLength(90);
    await limited.close();
  });
});
