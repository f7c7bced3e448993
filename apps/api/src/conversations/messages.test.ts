import { randomUUID } from 'node:crypto';
import type { Conversation, History, Message } from '@guilde/contracts/conversations/rules.ts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../test/client.ts';
import { type Guilde, startGuilde } from '../../test/harness.ts';
import { granted, join, openChat, refusal, sendText } from '../../test/scenes.ts';
import { conversations, messages } from './tables.ts';

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

describe('sending a message', () => {
  it('stores the text with the next number and answers it', async () => {
    const { conversation, messages: path } = await openChat(claire, karim);
    const id = randomUUID();
    const answer = granted(await karim.post<Message>(path, { id, content: '  As-tu un\nnuméro ?  ' }));
    expect(answer).toMatchObject({
      id,
      conversationId: conversation.id,
      seq: conversation.lastSeq + 1,
      kind: 'text',
      senderId: karim.id,
      content: 'As-tu un\nnuméro ?',
    });
    const rows = await guilde.deps.db.orm.select().from(messages).where(eq(messages.id, id));
    expect(rows).toMatchObject([{ seq: answer.seq, content: answer.content, senderId: karim.id }]);
  });

  it('is the same message when it is sent again, even after the chat has closed', async () => {
    const { sos, messages: path } = await openChat(claire, karim);
    const input = { id: randomUUID(), content: 'Bonjour' };
    const first = granted(await karim.post<Message>(path, input));
    expect(granted(await karim.post<Message>(path, input))).toEqual(first);
    granted(await claire.post(`/api/sos/${sos.id}/close`));
    expect(granted(await karim.post<Message>(path, input))).toEqual(first);
    expect(refusal(await karim.post(path, { ...input, id: randomUUID() }))).toBe('409 CONVERSATION_CLOSED');
  });

  it('refuses an id that already stands for another message', async () => {
    const first = await openChat(claire, karim);
    const second = await openChat(claire, karim);
    const id = randomUUID();
    granted(await karim.post(first.messages, { id, content: 'Bonjour' }));
    expect(refusal(await claire.post(first.messages, { id, content: 'Bonjour' }))).toBe(
      '409 MESSAGE_ID_TAKEN',
    );
    expect(refusal(await karim.post(second.messages, { id, content: 'Bonjour' }))).toBe(
      '409 MESSAGE_ID_TAKEN',
    );
  });

  it('does not tell whoever has no seat whether a message has an id', async () => {
    const { messages: path } = await openChat(claire, karim);
    const id = randomUUID();
    granted(await karim.post(path, { id, content: 'Bonjour' }));
    for (const guessed of [id, randomUUID()])
      expect(refusal(await outsider.post(path, { id: guessed, content: 'Bonjour' }))).toBe('404 NOT_FOUND');
  });

  it('stores once what is sent 20 times at once', async () => {
    const { conversation, messages: path } = await openChat(claire, karim);
    const input = { id: randomUUID(), content: 'Une seule fois' };
    const answers = await Promise.all(Array.from({ length: 20 }, () => karim.post<Message>(path, input)));
    for (const answer of answers) expect(granted(answer)).toEqual(granted(answers[0] ?? answer));
    const { messages: stored } = granted(await claire.get<History>(path));
    expect(stored.filter((message) => message.kind === 'text')).toHaveLength(1);
    expect(stored.at(-1)?.seq).toBe(conversation.lastSeq + 1);
  });

  it('refuses what may not be sent without harm to what arrives together with it', async () => {
    const [open, closed, idle] = [
      await openChat(claire, karim, zoe),
      await openChat(claire, karim),
      await openChat(claire, karim),
    ];
    granted(await claire.post(`/api/sos/${closed.sos.id}/close`));
    await guilde.deps.db.orm
      .update(conversations)
      .set({ status: 'inactive' })
      .where(eq(conversations.id, idle.conversation.id));
    const taken = randomUUID();
    granted(await claire.post(open.messages, { id: taken, content: 'Avant' }));
    const twice = { id: randomUUID(), content: 'Deux fois' };
    const send = (client: Client, path: string, id: string = randomUUID()) =>
      client.post<Message>(path, { id, content: 'Ensemble' });
    const answers = await Promise.all([
      send(claire, open.messages),
      send(outsider, open.messages),
      send(karim, open.messages),
      send(karim, closed.messages),
      send(karim, open.messages, taken),
      outsider.post<Message>(open.messages, twice),
      zoe.post<Message>(open.messages, twice),
      zoe.post<Message>(open.messages, twice),
      send(karim, idle.messages),
      send(claire, idle.messages),
    ]);
    expect(answers.map((answer) => (answer.status === 200 ? 'stored' : refusal(answer)))).toEqual([
      ...['stored', '404 NOT_FOUND', 'stored', '409 CONVERSATION_CLOSED', '409 MESSAGE_ID_TAKEN'],
      ...['404 NOT_FOUND', 'stored', 'stored', 'stored', 'stored'],
    ]);
    const numbers = async ({ conversation, messages: path }: typeof open) => {
      const { messages: stored } = granted(await claire.get<History>(path));
      return stored.map(({ seq }) => seq - conversation.lastSeq).filter((seq) => seq > 0);
    };
    expect(await numbers(open)).toEqual([1, 2, 3, 4]);
    expect(await numbers(idle)).toEqual([1, 2]);
    const awake = granted(await claire.get<Conversation>(`/api/conversations/${idle.conversation.id}`));
    expect(awake).toMatchObject({ status: 'active', lastSeq: idle.conversation.lastSeq + 2 });
  });

  it('numbers 200 messages that several members send at once from 1 to n without a hole', async () => {
    const { conversation, messages: path } = await openChat(claire, karim, zoe);
    const senders = [claire, karim, zoe];
    const sent = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        sendText(senders[index % 3] as Client, conversation.id, `Message ${index}`),
      ),
    );
    const rows = await guilde.deps.db.orm
      .select({ seq: messages.seq })
      .from(messages)
      .where(eq(messages.conversationId, conversation.id))
      .orderBy(messages.seq);
    const count = conversation.lastSeq + 200;
    expect(rows.map((row) => row.seq)).toEqual(Array.from({ length: count }, (_, index) => index + 1));
    expect(new Set(sent.map((message) => message.seq)).size).toBe(200);
    const page = granted(await zoe.get<History>(`${path}?limit=200`));
    expect(page.messages.map((message) => message.seq)).toEqual(
      Array.from({ length: 200 }, (_, index) => count - 199 + index),
    );
    expect(page.hasMore).toBe(true);
  });

  it.each([
    ['nothing but blanks', { content: ' \n\t ' }],
    ['nothing but a character that is none', { content: '\u0000' }],
    ['more than 4,000 characters', { content: 'a'.repeat(4001) }],
    ['a number', { content: 12 }],
    ['no text at all', {}],
  ])('refuses %s, in French, at the field', async (_, content) => {
    const { messages: path } = await openChat(claire, karim);
    const answer = await karim.post(path, { id: randomUUID(), ...content });
    expect(refusal(answer)).toBe('422 INVALID_INPUT');
    expect(answer.error.fields.content).toMatch(/^(Écris|4\s000|Cette valeur|Ce champ)/);
  });

  it('takes 4,000 characters, and any character', async () => {
    const { conversation } = await openChat(claire, karim);
    const long = `é😀<b>${'a'.repeat(3993)}`;
    expect((await sendText(karim, conversation.id, long)).content).toBe(long);
  });

  it('refuses an id that is none', async () => {
    const { messages: path } = await openChat(claire, karim);
    const answer = await karim.post(path, { id: 'moi', content: 'Bonjour' });
    expect(answer.error.fields).toHaveProperty('id');
  });

  it('refuses a body that is not JSON', async () => {
    const { messages: path } = await openChat(claire, karim);
    const answer = await karim.request(path, {
      method: 'POST',
      body: '{"id":',
      headers: { 'content-type': 'application/json' },
    });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ error: { code: 'MALFORMED_REQUEST' } });
  });
});

describe('who may read and write', () => {
  it('does not exist for an outsider, a malformed id and an unknown one alike', async () => {
    const { sos, conversation, messages: path } = await openChat(claire, karim);
    const content = { id: randomUUID(), content: 'Coucou' };
    for (const id of [conversation.id, randomUUID(), 'tout-autre-chose']) {
      const base = `/api/conversations/${id}`;
      expect(refusal(await outsider.get(base))).toBe('404 NOT_FOUND');
      expect(refusal(await outsider.get(`${base}/messages`))).toBe('404 NOT_FOUND');
      expect(refusal(await outsider.post(`${base}/messages`, content))).toBe('404 NOT_FOUND');
      expect(refusal(await outsider.put(`${base}/read`, { seq: 1 }))).toBe('404 NOT_FOUND');
    }
    for (const id of [sos.id, randomUUID(), 'rien'])
      expect(refusal(await outsider.get(`/api/conversations/by-sos/${id}`))).toBe('404 NOT_FOUND');
    expect(granted(await karim.get<History>(path)).messages.map((message) => message.kind)).toEqual([
      'joined',
    ]);
  });

  it('ends for whoever leaves, and comes back with the seat', async () => {
    const { sos, conversation, messages: path } = await openChat(claire, karim, zoe);
    granted(await zoe.post(`/api/sos/${sos.id}/leave`));
    const base = `/api/conversations/${conversation.id}`;
    expect(refusal(await zoe.get(base))).toBe('404 NOT_FOUND');
    expect(refusal(await zoe.get(path))).toBe('404 NOT_FOUND');
    expect(refusal(await zoe.get(`/api/conversations/by-sos/${sos.id}`))).toBe('404 NOT_FOUND');
    expect(refusal(await zoe.post(path, { id: randomUUID(), content: 'Encore moi' }))).toBe('404 NOT_FOUND');
    expect(refusal(await zoe.put(`${base}/read`, { seq: 1 }))).toBe('404 NOT_FOUND');
    await sendText(karim, conversation.id, 'Pendant ce temps');
    await join(zoe, sos.id);
    const { messages: seen } = granted(await zoe.get<History>(path));
    expect(seen.map((message) => message.content || message.kind)).toEqual([
      'joined',
      'joined',
      'left',
      'Pendant ce temps',
      'joined',
    ]);
  });

  it('stays readable for the participants once it is closed', async () => {
    const { sos, conversation, messages: path } = await openChat(claire, karim);
    await sendText(karim, conversation.id, 'Voilà');
    granted(await claire.post(`/api/sos/${sos.id}/close`));
    const { messages: seen } = granted(await karim.get<History>(path));
    expect(seen.map((message) => message.kind)).toEqual(['joined', 'text', 'closed']);
    expect(granted(await karim.get(`/api/conversations/${conversation.id}`))).toMatchObject({
      status: 'closed',
      outcome: 'closed',
    });
  });

  it('is for members with a complete profile only', async () => {
    const { conversation, messages: path } = await openChat(claire, karim);
    const theo = await guilde.as('theo');
    const visitor = guilde.visitor();
    for (const address of [
      '/api/conversations',
      '/api/conversations/unread',
      `/api/conversations/${conversation.id}`,
      path,
    ]) {
      expect(refusal(await visitor.get(address))).toBe('401 UNAUTHENTICATED');
      expect(refusal(await theo.get(address))).toBe('403 PROFILE_INCOMPLETE');
    }
    expect(refusal(await visitor.post(path, { id: randomUUID(), content: 'x' }))).toBe('401 UNAUTHENTICATED');
    expect(refusal(await theo.post(path, { id: randomUUID(), content: 'x' }))).toBe('403 PROFILE_INCOMPLETE');
  });
});

describe('the history', () => {
  it('is read backwards in pages and forwards after a gap', async () => {
    const { conversation, messages: path } = await openChat(claire, karim);
    for (let index = 1; index <= 9; index++) await sendText(karim, conversation.id, `n° ${index}`);
    const page = async (query: string) => {
      const { messages: found, hasMore } = granted(await claire.get<History>(`${path}?${query}`));
      return [found.map((message) => message.seq), hasMore];
    };
    expect(await page('limit=4')).toEqual([[7, 8, 9, 10], true]);
    expect(await page('limit=4&before=7')).toEqual([[3, 4, 5, 6], true]);
    expect(await page('limit=4&before=3')).toEqual([[1, 2], false]);
    expect(await page('limit=4&after=4')).toEqual([[5, 6, 7, 8], true]);
    expect(await page('limit=4&after=8')).toEqual([[9, 10], false]);
    expect(await page('after=10')).toEqual([[], false]);
    expect(await page('after=0&limit=200')).toEqual([[1, 2, 3, 4, 5, 6, 7, 8, 9, 10], false]);
  });

  it.each(['before=2&after=1', 'before=zero', 'before=0', 'after=-1', 'limit=0', 'limit=201'])(
    'refuses « %s »',
    async (query) => {
      const { messages: path } = await openChat(claire, karim);
      expect(refusal(await claire.get(`${path}?${query}`))).toBe('422 INVALID_INPUT');
    },
  );
});

it('slows down a member who sends without end, and nobody else', async () => {
  const limited = await startGuilde({ rateLimits: true });
  const [hasty, calm] = [await limited.as('karim'), await limited.as('claire')];
  const { conversation, messages: path } = await openChat(calm, hasty);
  const answers = await Promise.all(
    Array.from({ length: 100 }, () => hasty.post(path, { id: randomUUID(), content: 'Vite' })),
  );
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(90);
  const refused = answers.find((answer) => answer.status === 429);
  expect(refused?.error.code).toBe('RATE_LIMITED');
  expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
  const left = answers.map(
    ({ headers }) => headers.get('ratelimit')?.match(/"messages:member";r=(\d+);t=\d+/)?.[1],
  );
  expect(new Set(left)).toEqual(new Set(Array.from({ length: 90 }, (_, count) => String(count))));
  expect(refused?.headers.get('ratelimit-policy')).toBe(
    '"request:address";q=3000;w=60, "messages:member";q=90;w=60',
  );
  expect((await sendText(calm, conversation.id, 'Doucement')).seq).toBe(conversation.lastSeq + 91);
  await limited.close();
});

it('a page has every character as it was sent', async () => {
  const [claire, karim] = [await guilde.as('claire'), await guilde.as('karim')];
  const { conversation } = await openChat(claire, karim);
  for (const text of ['« d’abord » "x" \\ / 👩‍👩‍👧 \u2028 \ufffe', 'é'.repeat(4000), '{"json":[1]}']) {
    await sendText(claire, conversation.id, text);
    const page = granted(await karim.get<History>(`/api/conversations/${conversation.id}/messages`));
    expect(page.messages.at(-1)?.content).toBe(text);
  }
});
