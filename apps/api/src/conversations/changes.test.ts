import { randomUUID } from 'node:crypto';
import type { Conversation, History, Message } from '@guilde/contracts/conversations/rules.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Client } from '../../test/client.ts';
import { type Guilde, startGuilde } from '../../test/harness.ts';
import { granted, openChat, REMOVAL, sendText, settled } from '../../test/scenes.ts';

let guilde: Guilde;
let nina: Client;
let claire: Client;
let karim: Client;
let outsider: Client;

beforeAll(async () => {
  guilde = await startGuilde();
  nina = await guilde.as('nina');
  claire = await guilde.as('claire');
  karim = await guilde.as('karim');
  outsider = await guilde.as('hugo');
});
afterAll(() => guilde.close());

const remove = (id: string) => nina.post(`/api/admin/messages/${id}/delete`, REMOVAL);

it('numbers each change, publishes the message as history has it, and answers what changed after a revision', async () => {
  const { conversation, messages: path } = await openChat(claire, karim);
  const base = conversation.revision;
  const first = await sendText(karim, conversation.id, 'Un');
  const second = await sendText(claire, conversation.id, 'Deux');
  expect(first).not.toHaveProperty('revision');
  const history = async (query = '') => granted(await claire.get<History>(`${path}${query}`));
  expect(await history()).toMatchObject({ revision: base });
  const live = await claire.live();

  granted(await remove(second.id));
  granted(await remove(first.id));
  const events = [await live.next('message.changed'), await live.next('message.changed')];
  expect(events.map(({ message }) => message)).toMatchObject([
    { id: second.id, kind: 'deleted', content: '', revision: base + 1 },
    { id: first.id, kind: 'deleted', content: '', revision: base + 2 },
  ]);
  await settled(live);
  live.close();

  const page = await history();
  expect(page.revision).toBe(base + 2);
  expect(page.messages.slice(-2)).toEqual([events[1]?.message, events[0]?.message]);
  const changed = await history(`?changedAfter=${base}`);
  expect(changed).toEqual({
    messages: events.map(({ message }) => message),
    hasMore: false,
    revision: base + 2,
  });
  const paged = await history(`?changedAfter=${base}&limit=1`);
  expect(paged).toMatchObject({ messages: [{ id: second.id }], hasMore: true });
  expect((await history(`?changedAfter=${base + 2}`)).messages).toEqual([]);
  expect((await claire.get(`${path}?changedAfter=0&after=0`)).status).toBe(422);
  expect((await outsider.get(`${path}?changedAfter=0`)).status).toBe(404);
  const look = granted(await claire.get<Conversation>(`/api/conversations/${conversation.id}`));
  expect(look.revision).toBe(base + 2);
});

it('keeps what a message answers and whom it mentions, and changes an answer with what it quotes', async () => {
  const { conversation, messages: path } = await openChat(claire, karim);
  const elsewhere = await openChat(claire, karim);
  const foreign = await sendText(karim, elsewhere.conversation.id, 'Ailleurs');
  const quoted = await sendText(karim, conversation.id, 'é'.repeat(300));
  const live = await karim.live();
  const input = { id: randomUUID(), content: 'Merci', replyTo: quoted.id, mentions: [karim.id, outsider.id] };
  const answer = granted(await claire.post<Message>(path, input));
  const quote = { id: quoted.id, seq: quoted.seq, senderId: karim.id, kind: 'text' };
  expect(answer).toMatchObject({ replyTo: { ...quote, content: 'é'.repeat(200) }, mentions: [karim.id] });
  expect((await live.next('message.created')).message).toEqual(answer);
  expect(granted(await claire.post<Message>(path, input))).toEqual(answer);
  live.send({
    type: 'message',
    conversationId: conversation.id,
    ...input,
    id: randomUUID(),
    content: 'Encore',
  });
  expect((await live.next('message.created')).message).toMatchObject({
    replyTo: quote,
    mentions: [karim.id],
  });
  const plain = { id: randomUUID(), content: 'Non', replyTo: foreign.id, mentions: [outsider.id] };
  const kept = granted(await claire.post<Message>(path, plain));
  expect([kept.replyTo, kept.mentions]).toEqual([undefined, undefined]);

  granted(await remove(quoted.id));
  const changes = [];
  for (let left = 3; left > 0; left--) changes.push((await live.next('message.changed')).message);
  live.close();
  const { revision } = granted(await claire.get<History>(path));
  expect(changes.map((message) => message.revision)).toEqual([revision - 2, revision - 1, revision]);
  expect(changes[1]).toMatchObject({ id: answer.id, replyTo: { kind: 'deleted', content: '' } });
});
