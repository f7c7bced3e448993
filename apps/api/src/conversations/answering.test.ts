import { randomUUID } from 'node:crypto';
import {
  type Conversation,
  type History,
  type Message,
  REACTIONS,
  type Unread,
} from '@guilde/contracts/conversations/rules.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Client } from '../../test/client.ts';
import { type Guilde, startGuilde } from '../../test/harness.ts';
import { randomsFrom } from '../../test/random.ts';
import { granted, openChat, refusal, sendText } from '../../test/scenes.ts';

let guilde: Guilde;
let claire: Client;
let karim: Client;
let zoe: Client;
let outsider: Client;
let chat: Awaited<ReturnType<typeof openChat>>;

beforeAll(async () => {
  guilde = await startGuilde();
  [claire, karim, zoe] = [await guilde.as('claire'), await guilde.as('karim'), await guilde.as('zoe')];
  outsider = await guilde.as('hugo');
});
afterAll(() => guilde.close());
beforeEach(async () => {
  chat = await openChat(claire, karim, zoe);
});

const path = (rest: string) => `/api/conversations/${chat.conversation.id}/${rest}`;
const react = (client: Client, { id }: Message, emoji: string, isOn: boolean) =>
  client.put<Message>(path(`messages/${id}/reactions`), { emoji, isOn });
const mark = (client: Client, { id }: Message, isSolution = true) =>
  client.put<Message>(path(`messages/${id}/solution`), { isSolution });
const stored = async (client: Client, { id }: Message) =>
  granted(await client.get<History>(chat.messages)).messages.find((one) => one.id === id);

describe('a reaction', () => {
  it('is counted exactly, however many switch at the same time, and reaches all as one change each', async () => {
    const message = await sendText(karim, chat.conversation.id, 'Essaie ceci');
    const live = await zoe.live();
    const random = randomsFrom(17);
    const people = [claire, karim, zoe];
    const last = new Map<string, { client: Client; emoji: string; isOn: boolean }>();
    const switches = Array.from({ length: 50 }, () => {
      const client = people[Math.floor(random() * people.length)] as Client;
      const { emoji } = REACTIONS[Math.floor(random() * 2)] as (typeof REACTIONS)[number];
      const one = { client, emoji, isOn: random() < 0.5 };
      last.set(`${client.id} ${emoji}`, one);
      return one;
    });
    await Promise.all(
      switches.map(async ({ client, emoji, isOn }) => granted(await react(client, message, emoji, isOn))),
    );
    // Each person ends with this reaction, in whatever order the fifty requests are done.
    await Promise.all(
      [...last.values()].map(({ client, emoji, isOn }) => react(client, message, emoji, isOn)),
    );
    const wanted = REACTIONS.flatMap(({ emoji }) => {
      const memberIds = [...last.values()].filter((one) => one.isOn && one.emoji === emoji);
      return memberIds.length > 0
        ? [{ emoji, memberIds: memberIds.map(({ client }) => client.id).sort() }]
        : [];
    });
    const found = await stored(claire, message);
    const sorted = (found?.reactions ?? [])
      .map(({ emoji, memberIds }) => ({ emoji, memberIds: memberIds.toSorted() }))
      .sort((a, b) => (a.emoji < b.emoji ? -1 : 1));
    expect(sorted).toEqual(wanted.sort((a, b) => (a.emoji < b.emoji ? -1 : 1)));
    const event = await live.next('message.changed', (one) => one.message.revision === found?.revision);
    expect(event.message).toEqual(found);
    const again = granted(await react(claire, message, '🎉', false));
    expect(again.revision).toBe(found?.revision);
    live.close();
  });

  it('is for participants, on texts of an open conversation, one of six', async () => {
    const message = await sendText(karim, chat.conversation.id, 'Essaie ceci');
    expect(refusal(await react(outsider, message, '👍', true))).toBe('404 NOT_FOUND');
    expect(refusal(await react(claire, message, '💣', true))).toBe('422 INVALID_INPUT');
    const [line] = granted(await claire.get<History>(chat.messages)).messages;
    expect(line?.kind).toBe('joined');
    expect(refusal(await react(claire, line as Message, '👍', true))).toBe('404 NOT_FOUND');
    const other = await openChat(claire, karim);
    const foreign = await sendText(karim, other.conversation.id, 'Ailleurs');
    expect(refusal(await react(zoe, foreign, '👍', true))).toBe('404 NOT_FOUND');
    granted(await zoe.post(`/api/sos/${chat.sos.id}/leave`));
    expect(refusal(await react(zoe, message, '👍', true))).toBe('404 NOT_FOUND');
    granted(await claire.post(`/api/sos/${chat.sos.id}/close`));
    expect(refusal(await react(claire, message, '👍', true))).toBe('409 CONVERSATION_CLOSED');
  });
});

describe('« C’est ça qui a marché »', () => {
  it('is proposed by a helper, decided by the requester, and found on the closed conversation', async () => {
    const [first, second] = [
      await sendText(karim, chat.conversation.id, 'Vide le cache'),
      await sendText(zoe, chat.conversation.id, 'Change de thème'),
    ];
    expect(granted(await mark(karim, first)).solution).toEqual({ by: karim.id, confirmed: false });
    expect(refusal(await mark(zoe, first, false))).toBe('403 SOS_NOT_YOURS');
    expect(granted(await mark(zoe, second)).solution).toEqual({ by: zoe.id, confirmed: false });
    expect(granted(await mark(zoe, second, false)).solution).toBeUndefined();
    expect(granted(await mark(claire, first)).solution).toEqual({ by: karim.id, confirmed: true });
    expect(granted(await mark(claire, second)).solution).toEqual({ by: claire.id, confirmed: true });
    expect(granted(await mark(claire, second, false)).solution).toBeUndefined();
    expect(refusal(await mark(karim, first, false))).toBe('403 SOS_NOT_YOURS');
    expect(refusal(await mark(outsider, first))).toBe('404 NOT_FOUND');
    granted(await claire.post(`/api/sos/${chat.sos.id}/close`));
    expect(refusal(await mark(claire, second))).toBe('409 CONVERSATION_CLOSED');
    const { messages } = granted(await zoe.get<{ messages: Message[] }>(path('solutions')));
    expect(messages.map(({ id }) => id)).toEqual([first.id]);
    expect(refusal(await outsider.get(path('solutions')))).toBe('404 NOT_FOUND');
  });
});

describe('the choices of one participant', () => {
  const unread = async (client: Client) => granted(await client.get<Unread>('/api/conversations/unread'));

  it('« Marquer comme non lue » counts again, tells nobody else, and goes with reading or writing', async () => {
    const { id } = chat.conversation;
    const texts = [await sendText(karim, id, 'Un'), await sendText(zoe, id, 'Deux')];
    const newest = texts.at(-1)?.seq ?? 0;
    granted(await claire.put(path('read'), { seq: newest }));
    expect((await unread(claire)).conversations[id]).toBeUndefined();
    const live = await claire.live();
    const marked = granted(await claire.put<Unread>(path('unread'), { seq: texts[0]?.seq }));
    expect(marked.conversations[id]).toBe(2);
    expect(marked.marked).toEqual({ [id]: texts[0]?.seq });
    const event = await live.next('conversation.read', (one) => one.unread?.conversations[id] === 2);
    expect(event.seq).toBe(newest);
    const seats = granted(await karim.get<Conversation>(`/api/conversations/${id}`)).participants;
    expect(seats.find(({ member }) => member.id === claire.id)?.readSeq).toBe(newest);
    const list = granted(
      await claire.get<{ items: { id: string; unread: number }[] }>('/api/conversations'),
    ).items;
    expect(list.find((one) => one.id === id)?.unread).toBe(2);
    const read = granted(await claire.put<Unread>(path('read'), { seq: newest }));
    expect([read.conversations[id], read.marked]).toEqual([undefined, undefined]);
    expect(granted(await claire.put<Unread>(path('unread'), {})).marked).toEqual({ [id]: newest });
    const again = await sendText(claire, id, 'Je réponds');
    await live.next('conversation.read', ({ seq, unread: now }) => seq === again.seq && now !== undefined);
    const versions = [marked, read, await unread(claire)].map(({ positions }) => positions?.[id]?.[1] ?? 0);
    expect(versions).toEqual(versions.toSorted((a, b) => a - b));
    expect((await unread(claire)).marked).toBeUndefined();
    expect(refusal(await outsider.put(path('unread'), {}))).toBe('404 NOT_FOUND');
    live.close();
  });

  it('the mute is known to the member alone, and ends with the seat', async () => {
    const { id } = chat.conversation;
    expect(granted(await zoe.put<Unread>(path('muted'), { isMuted: true })).muted).toEqual([id]);
    expect((await unread(claire)).muted).toBeUndefined();
    const seen = JSON.stringify(granted(await claire.get(`/api/conversations/${id}`)));
    expect(seen).not.toMatch(/mute/i);
    granted(await zoe.post(`/api/sos/${chat.sos.id}/leave`));
    granted(await zoe.post(`/api/sos/${chat.sos.id}/join`));
    expect((await unread(zoe)).muted).toBeUndefined();
    expect(refusal(await outsider.put(path('muted'), { isMuted: true }))).toBe('404 NOT_FOUND');
  });
});

it('a message keeps what it answers and whom it names, of the same conversation only', async () => {
  const other = await openChat(claire, karim);
  const foreign = await sendText(claire, other.conversation.id, 'Ailleurs');
  const question = await sendText(claire, chat.conversation.id, 'Quel transporteur ?');
  const send = async (replyTo: string, mentions: string[]) =>
    granted(
      await karim.post<Message>(chat.messages, { id: randomUUID(), content: 'Celui-ci', replyTo, mentions }),
    );
  const answer = await send(question.id, [claire.id, zoe.id, outsider.id]);
  expect(answer.replyTo).toMatchObject({ seq: question.seq, senderId: claire.id, content: question.content });
  expect(answer.mentions?.toSorted()).toEqual([claire.id, zoe.id].sort());
  const plain = await send(foreign.id, [outsider.id]);
  expect([plain.replyTo, plain.mentions]).toEqual([undefined, undefined]);
});
