import { randomUUID } from 'node:crypto';
import type { Conversation, Unread } from '@guilde/contracts/conversations/rules.ts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Client } from '../../test/client.ts';
import { type Guilde, startGuilde } from '../../test/harness.ts';
import { granted, join, openChat, REMOVAL, refusal, sendText, settled } from '../../test/scenes.ts';
import { conversations, messages } from './tables.ts';

let guilde: Guilde;
let claire: Client;
let karim: Client;
let zoe: Client;
let chat: Conversation;
let sosId: string;

const numbers = ({ total, conversations }: Unread) => ({ total, conversations });
const unreadOf = async (client: Client) =>
  numbers(granted(await client.get<Unread>('/api/conversations/unread')));
const read = (client: Client, seq: unknown) =>
  client.put<Unread>(`/api/conversations/${chat.id}/read`, { seq });
const positionOf = async (client: Client) => {
  const fresh = granted(await claire.get<Conversation>(`/api/conversations/${chat.id}`));
  return fresh.participants.find((one) => one.member.id === client.id)?.readSeq;
};

beforeAll(async () => {
  guilde = await startGuilde();
  claire = await guilde.as('claire');
  karim = await guilde.as('karim');
  zoe = await guilde.as('zoe');
});
afterAll(() => guilde.close());
beforeEach(async () => {
  for (const client of [claire, karim, zoe]) {
    const { conversations } = await unreadOf(client);
    for (const id of Object.keys(conversations))
      granted(await client.put(`/api/conversations/${id}/read`, { seq: 1_000_000 }));
  }
  const opened = await openChat(claire, karim);
  chat = opened.conversation;
  sosId = opened.sos.id;
});

it('counts what others wrote above my read position, not system messages, not my own', async () => {
  expect(await unreadOf(claire)).toEqual({ total: 0, conversations: {} });
  await sendText(karim, chat.id, 'Un');
  await sendText(karim, chat.id, 'Deux');
  await sendText(claire, chat.id, 'Trois');
  await sendText(karim, chat.id, 'Quatre');
  expect(await unreadOf(claire)).toEqual({ total: 1, conversations: { [chat.id]: 1 } });
  expect(await unreadOf(karim)).toEqual({ total: 0, conversations: {} });
});

it('counts no further back than the badge tells', async () => {
  const { orm } = guilde.deps.db;
  const texts = Array.from({ length: 1500 }, (_, index) => ({
    id: randomUUID(),
    conversationId: chat.id,
    seq: chat.lastSeq + 1 + index,
    senderId: karim.id,
    content: 'Bonjour',
    createdAt: guilde.deps.clock.now(),
  }));
  await orm.insert(messages).values(texts);
  await orm
    .update(conversations)
    .set({ lastSeq: chat.lastSeq + texts.length })
    .where(eq(conversations.id, chat.id));
  expect(await unreadOf(claire)).toEqual({ total: 1000, conversations: { [chat.id]: 1000 } });
  granted(await read(claire, chat.lastSeq + 1499));
  expect((await unreadOf(claire)).total).toBe(1);
});

it('says up to which message each conversation was counted, and which of two numbers is newer', async () => {
  const position = async () => {
    const { positions } = granted(await claire.get<Unread>('/api/conversations/unread'));
    return positions?.[chat.id] ?? [0, 0];
  };
  const nina = await guilde.as('nina');
  const { seq } = await sendText(karim, chat.id, 'Un');
  const [upTo, revision] = await position();
  expect(upTo).toBe(seq);
  granted(await read(claire, seq));
  const [, afterReading] = await position();
  expect(afterReading).toBeGreaterThan(revision);
  const { id } = await sendText(karim, chat.id, 'À retirer');
  const [, before] = await position();
  granted(await nina.post(`/api/admin/messages/${id}/delete`, REMOVAL));
  const [last, after] = await position();
  expect(last).toBe(seq + 1);
  expect(after).toBeGreaterThan(before);
  expect((await unreadOf(claire)).total).toBe(0);
});

it('adds up over my conversations', async () => {
  const other = await openChat(claire, zoe);
  await sendText(karim, chat.id, 'Un');
  await sendText(zoe, other.conversation.id, 'Deux');
  await sendText(zoe, other.conversation.id, 'Trois');
  expect(await unreadOf(claire)).toEqual({
    total: 3,
    conversations: { [chat.id]: 1, [other.conversation.id]: 2 },
  });
});

it('moves the read position forward only, at most to the newest message', async () => {
  const first = await sendText(karim, chat.id, 'Un');
  const second = await sendText(karim, chat.id, 'Deux');
  expect(numbers(granted(await read(claire, first.seq)))).toEqual({
    total: 1,
    conversations: { [chat.id]: 1 },
  });
  expect(granted(await read(claire, 0))).toMatchObject({ total: 1 });
  expect(await positionOf(claire)).toBe(first.seq);
  expect(numbers(granted(await read(claire, 999_999)))).toEqual({ total: 0, conversations: {} });
  expect(await positionOf(claire)).toBe(second.seq);
  await sendText(karim, chat.id, 'Trois');
  expect(await unreadOf(claire)).toMatchObject({ total: 1 });
});

it('marked as unread, counts what others wrote since, and reading a part of it again takes nothing back', async () => {
  const first = await sendText(karim, chat.id, 'Un');
  await sendText(claire, chat.id, 'Une réponse');
  const last = await sendText(karim, chat.id, 'Deux');
  granted(await read(claire, last.seq));
  granted(await claire.put(`/api/conversations/${chat.id}/unread`, { seq: first.seq }));
  expect(await unreadOf(claire)).toEqual({ total: 2, conversations: { [chat.id]: 2 } });
  expect(granted(await read(claire, first.seq))).toMatchObject({ total: 0 });
  expect(await positionOf(claire)).toBe(last.seq);
});

it.each([-1, 1.5, 'tout', null])('refuses the position %s', async (seq) => {
  expect(refusal(await read(claire, seq))).toBe('422 INVALID_INPUT');
});

it('greets a new helper with nothing unread, and forgets what they leave behind', async () => {
  await sendText(karim, chat.id, 'Avant');
  await join(zoe, sosId);
  expect(await unreadOf(zoe)).toMatchObject({ total: 0 });
  await sendText(karim, chat.id, 'Après');
  expect(await unreadOf(zoe)).toMatchObject({ total: 1 });
  const live = await zoe.live();
  granted(await zoe.post(`/api/sos/${sosId}/leave`));
  expect(await live.next('conversation.read')).toMatchObject({
    conversationId: chat.id,
    memberId: zoe.id,
    unread: { total: 0 },
  });
  expect(await unreadOf(zoe)).toEqual({ total: 0, conversations: {} });
  live.close();
});

it('tells all my windows what is left to read, and the others only where I am', async () => {
  const message = await sendText(karim, chat.id, 'Bonjour');
  const [here, there, his] = await Promise.all([claire.live(), claire.live(), karim.live()]);
  expect(here.events[0]).toMatchObject({ type: 'hello', memberId: claire.id, unread: { total: 1 } });
  granted(await read(claire, message.seq));
  for (const window of [here, there])
    expect(await window.next('conversation.read')).toEqual({
      type: 'conversation.read',
      conversationId: chat.id,
      memberId: claire.id,
      seq: message.seq,
      unread: { total: 0, conversations: {}, positions: expect.any(Object) },
    });
  expect(await his.next('conversation.read')).toEqual({
    type: 'conversation.read',
    conversationId: chat.id,
    memberId: claire.id,
    seq: message.seq,
  });
  granted(await read(claire, message.seq));
  await settled(here);
  expect(here.events.filter((event) => event.type === 'conversation.read')).toHaveLength(1);
  for (const live of [here, there, his]) live.close();
});

it('moves the sender’s own position with what they send', async () => {
  await sendText(karim, chat.id, 'Une question');
  const window = await claire.live();
  const answer = await sendText(claire, chat.id, 'Une réponse');
  expect(await window.next('conversation.read')).toMatchObject({
    memberId: claire.id,
    seq: answer.seq,
    unread: { total: 0 },
  });
  expect(await positionOf(claire)).toBe(answer.seq);
  window.close();
});
