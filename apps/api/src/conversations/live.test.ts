import { randomUUID } from 'node:crypto';
import type { Conversation, History, Message } from '@guilde/contracts/conversations/rules.ts';
import { CLIENT_FRAME_MAX, type LiveEvent } from '@guilde/contracts/live/protocol.ts';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Client } from '../../test/client.ts';
import { type Guilde, startGuilde } from '../../test/harness.ts';
import { type LiveClient, openLive } from '../../test/live-client.ts';
import { granted, join, openChat, sendText, settled } from '../../test/scenes.ts';
import { SOCKETS } from './limits.ts';

let guilde: Guilde;
let claire: Client;
let karim: Client;
let zoe: Client;
let outsider: Client;

beforeAll(async () => {
  guilde = await startGuilde();
  claire = await guilde.as('claire');
  karim = await guilde.as('karim');
  zoe = await guilde.as('zoe');
  outsider = await guilde.as('hugo');
});
afterAll(() => guilde.close());

function typesAbout(live: LiveClient, conversationId: string): string[] {
  return live.events
    .filter(({ type }) => type !== 'hello' && !type.startsWith('sos.'))
    .filter((event) => JSON.stringify(event).includes(conversationId))
    .map((event) => event.type);
}

describe('the socket', () => {
  it('is refused to visitors, to incomplete profiles and to foreign origins', async () => {
    const theo = await guilde.as('theo');
    await expect(guilde.visitor().live()).rejects.toThrow('401');
    await expect(theo.live()).rejects.toThrow('403');
    const cookie = [...claire.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    await expect(openLive(guilde.url, cookie, 'https://ailleurs.exemple')).rejects.toThrow('403');
  });

  it('refuses frames that it does not know with a reason, and stays', async () => {
    const live = await claire.live();
    live.send({ type: 'typing', conversationId: 'x' });
    live.send('{"type":"from the future"}');
    for (let count = 0; count < 2; count++)
      expect((await live.next('refused')).reason).toBe(
        'Une erreur technique est survenue. Recharge la page et réessaie.',
      );
    await settled(live);
    live.close();
  });

  it.each([
    ['no JSON', '{"type":', 1007],
    ['longer than any message', JSON.stringify({ type: 'ping', more: 'x'.repeat(CLIENT_FRAME_MAX) }), 1009],
    ['beyond all measure', 'x'.repeat(70_000), 1009],
  ])('closes on a frame that is %s', async (_, frame, code) => {
    const live = await claire.live();
    live.send(frame);
    expect(await live.closed).toBe(code);
  });

  it('is opened again only so often in a minute, and by others all the same', async () => {
    const limited = await startGuilde({ rateLimits: true });
    onTestFinished(limited.close);
    const [eager, other] = [await limited.as('claire'), await limited.as('karim')];
    // Opening so many one after the other may take a busy machine more than the minute.
    for (let count = 0; count < 119; count++) await limited.deps.limits.consume(SOCKETS, eager.id);
    (await eager.live()).close();
    await expect(eager.live()).rejects.toThrow('429');
    (await other.live()).close();
  });

  it('is not an address to read', async () => {
    expect((await claire.get('/api/live')).status).toBe(404);
  });
});

describe('what participants hear', () => {
  it('is every message, in all windows, the author’s included; outsiders hear nothing', async () => {
    const { conversation } = await openChat(claire, karim);
    const lives = await Promise.all([claire.live(), karim.live(), karim.live(), outsider.live()]);
    const message = await sendText(karim, conversation.id, 'Bonjour');
    for (const live of lives.slice(0, 3))
      expect((await live.next('message.created')).message).toEqual(message);
    const stranger = lives[3] as LiveClient;
    await settled(stranger);
    expect(typesAbout(stranger, conversation.id)).toEqual([]);
    for (const live of lives) live.close();
  });

  it('is nothing more once they have left, except that they have', async () => {
    const { sos, conversation } = await openChat(claire, karim, zoe);
    const live = await zoe.live();
    granted(await zoe.post(`/api/sos/${sos.id}/leave`));
    const { conversation: seen } = await live.next('conversation.updated');
    expect(seen.participants.find((one) => one.member.id === zoe.id)?.isActive).toBe(false);
    expect(seen.currentParticipants).toBe(2);
    await sendText(karim, conversation.id, 'Entre nous');
    live.send({ type: 'typing', conversationId: conversation.id });
    await settled(live);
    expect(typesAbout(live, conversation.id)).toEqual(['conversation.updated', 'conversation.read']);
    live.close();
  });

  it('is one event per message, however often it was sent', async () => {
    const { conversation, messages } = await openChat(claire, karim);
    const live = await claire.live();
    const input = { id: randomUUID(), content: 'Une fois' };
    await Promise.all(Array.from({ length: 5 }, () => karim.post(messages, input)));
    await settled(live);
    expect(typesAbout(live, conversation.id).filter((type) => type === 'message.created')).toHaveLength(1);
    live.close();
  });
});

describe('typing', () => {
  it('reaches the other participants, at most once a second, and nobody else', async () => {
    const { conversation } = await openChat(claire, karim);
    const [hers, his, strangers] = await Promise.all([claire.live(), karim.live(), outsider.live()]);
    for (let count = 0; count < 5; count++) his.send({ type: 'typing', conversationId: conversation.id });
    expect(await hers.next('typing')).toEqual({
      type: 'typing',
      conversationId: conversation.id,
      memberId: karim.id,
    });
    strangers.send({ type: 'typing', conversationId: conversation.id });
    await Promise.all([settled(his), settled(strangers)]);
    await settled(hers);
    guilde.clock.advance(1000);
    his.send({ type: 'typing', conversationId: conversation.id });
    await hers.next('typing');
    expect(hers.events.filter((event) => event.type === 'typing')).toHaveLength(2);
    await Promise.all([settled(his), settled(strangers)]);
    for (const live of [his, strangers])
      expect(live.events.filter((event) => event.type === 'typing')).toEqual([]);
    for (const live of [hers, his, strangers]) live.close();
  });

  it('goes on when a clock that was ahead is set right', async () => {
    const { conversation } = await openChat(claire, karim);
    const [hers, his] = await Promise.all([claire.live(), karim.live()]);
    const right = guilde.clock.now();
    guilde.clock.set(right + 3_600_000);
    his.send({ type: 'typing', conversationId: conversation.id });
    await hers.next('typing');
    guilde.clock.set(right);
    guilde.clock.advance(1000);
    his.send({ type: 'typing', conversationId: conversation.id });
    await hers.next('typing');
    for (const live of [hers, his]) live.close();
  });

  it('is silent in a closed chat', async () => {
    const { sos, conversation } = await openChat(claire, karim);
    granted(await claire.post(`/api/sos/${sos.id}/close`));
    const [hers, his] = await Promise.all([claire.live(), karim.live()]);
    his.send({ type: 'typing', conversationId: conversation.id });
    await settled(his);
    await sendText(karim, (await openChat(claire, karim)).conversation.id, 'Plus tard');
    await hers.next('message.created');
    expect(hers.events.filter((event) => event.type === 'typing')).toEqual([]);
    for (const live of [hers, his]) live.close();
  });
});

describe('where a member is', () => {
  it('is told to all of their own clients and to nobody else, with the session it comes from', async () => {
    await openChat(claire, karim);
    const [mine, same, his] = await Promise.all([claire.live(), claire.live(), karim.live()]);
    mine.send({ type: 'attention', state: 'near' });
    const [hello] = mine.events;
    const event = await same.next('attention');
    expect(event).toEqual({
      type: 'attention',
      sessionId: hello?.type === 'hello' && hello.sessionId,
      connectionId: expect.any(String),
      state: 'near',
    });
    expect(await mine.next('attention')).toEqual(event);
    mine.close();
    expect(await same.next('attention')).toEqual({ ...event, state: 'away' });
    await settled(his);
    expect(his.events.filter(({ type }) => type === 'attention')).toEqual([]);
    for (const live of [same, his]) live.close();
  });

  it('is not said of a connection that has never said anything', async () => {
    const [mine, same] = await Promise.all([claire.live(), claire.live()]);
    mine.send({ type: 'attention', state: 'away' });
    mine.close();
    await mine.closed;
    await settled(same);
    expect(same.events.filter(({ type }) => type === 'attention')).toEqual([]);
    same.close();
  });
});

describe('a client that follows along', () => {
  type State = { conversation: Conversation; messages: Message[] };

  const stateOf = async (client: Client, id: string): Promise<State> => ({
    conversation: granted(await client.get<Conversation>(`/api/conversations/${id}`)),
    messages: granted(await client.get<History>(`/api/conversations/${id}/messages?limit=200`)).messages,
  });

  function apply({ conversation, messages }: State, event: LiveEvent): State {
    switch (event.type) {
      case 'message.created':
        return {
          messages: [...messages, event.message],
          conversation: {
            ...conversation,
            lastSeq: Math.max(conversation.lastSeq, event.message.seq),
            updatedAt: event.message.createdAt,
            // A sent text moves its author's read position.
            participants: conversation.participants.map((one) =>
              event.message.kind === 'text' && one.member.id === event.message.senderId
                ? { ...one, readSeq: event.message.seq }
                : one,
            ),
          },
        };
      case 'conversation.updated':
        return { messages, conversation: event.conversation };
      case 'conversation.read':
        return {
          messages,
          conversation: {
            ...conversation,
            participants: conversation.participants.map((one) =>
              one.member.id === event.memberId ? { ...one, readSeq: event.seq } : one,
            ),
          },
        };
      default:
        return { conversation, messages };
    }
  }

  it('ends up with what a fresh client sees', async () => {
    const { sos, conversation } = await openChat(claire, karim);
    const live = await claire.live();
    const before = await stateOf(claire, conversation.id);
    await sendText(karim, conversation.id, 'Un');
    await join(zoe, sos.id);
    const { seq } = await sendText(zoe, conversation.id, 'Deux');
    granted(await claire.put(`/api/conversations/${conversation.id}/read`, { seq }));
    granted(await karim.put(`/api/conversations/${conversation.id}/read`, { seq: seq - 1 }));
    granted(await zoe.post(`/api/sos/${sos.id}/leave`));
    granted(await claire.post(`/api/sos/${sos.id}/close`));
    granted(await claire.post(`/api/sos/${sos.id}/reopen`));
    await sendText(claire, conversation.id, 'Trois');
    await join(zoe, sos.id);
    await settled(live);
    const followed = live.events.reduce(apply, before);
    expect(followed).toEqual(await stateOf(claire, conversation.id));
    live.close();
  });

  it('resumes after a break without loss or duplicate', async () => {
    const { conversation, messages } = await openChat(claire, karim);
    const live = await claire.live();
    await sendText(karim, conversation.id, 'Avant');
    const seen = [(await live.next('message.created')).message];
    live.close();
    await live.closed;
    for (const text of ['Pendant', 'Encore']) await sendText(karim, conversation.id, text);
    const again = await claire.live();
    expect(again.events[0]).toMatchObject({
      type: 'hello',
      unread: { conversations: { [conversation.id]: 3 } },
    });
    const last = seen.at(-1)?.seq ?? 0;
    seen.push(...granted(await claire.get<History>(`${messages}?after=${last}`)).messages);
    await sendText(karim, conversation.id, 'Après');
    seen.push((await again.next('message.created')).message);
    expect(seen.map((message) => message.content)).toEqual(['Avant', 'Pendant', 'Encore', 'Après']);
    expect(seen.map((message) => message.seq)).toEqual([2, 3, 4, 5]);
    again.close();
  });
});
