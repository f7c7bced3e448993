import { randomUUID } from 'node:crypto';
import { HISTORY_PAGE, type History, type Message } from '@guilde/contracts/conversations/rules.ts';
import type { FileRef } from '@guilde/contracts/files/rules.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../test/client.ts';
import { viewerOf } from '../../test/fresh-pages.ts';
import { type Guilde, startGuilde } from '../../test/harness.ts';
import { PASSWORD } from '../../test/people.ts';
import { granted, join, openChat, REMOVAL, sendText } from '../../test/scenes.ts';
import { uploaded } from '../../test/uploads.ts';
import { openDatabase } from '../platform/database/db.ts';
import { setReaction } from './answering.ts';

let guilde: Guilde;
let nina: Client;
let claire: Client;
let karim: Client;
let paul: Client;
let chat: Awaited<ReturnType<typeof openChat>>;
let first: Message;
let answer: Message;
let withFile: Message;

beforeAll(async () => {
  guilde = await startGuilde();
  nina = await guilde.as('nina');
  claire = await guilde.as('claire');
  karim = await guilde.as('karim');
  paul = await guilde.as('paul');
  chat = await openChat(claire, karim);
});
afterAll(() => guilde.close());

const newest = async (client: Client, query = '') =>
  granted(await client.get<History>(`${chat.messages}${query}`));
/** This reads the same page, but past the cache. */
const read = (client: Client) => newest(client, `?before=${Number.MAX_SAFE_INTEGER}`);
const place = (path: string) => `/api/conversations/${chat.conversation.id}/${path}`;

/** The changes happen one after the other, in the same conversation. */
const CHANGES: [string, () => Promise<unknown>][] = [
  [
    'a message',
    async () => {
      first = await sendText(karim, chat.conversation.id, 'Essaie le rapport de Search Console');
    },
  ],
  [
    'an answer that quotes it',
    async () => {
      const input = { id: randomUUID(), content: 'Merci', replyTo: first.id, mentions: [karim.id] };
      answer = granted(await claire.post<Message>(chat.messages, input));
    },
  ],
  [
    'a correction, in the quote too',
    async () => granted(await karim.put(place(`messages/${first.id}`), { content: 'Essaie le rapport' })),
  ],
  [
    'a reaction',
    async () =>
      granted(await claire.put(place(`messages/${first.id}/reactions`), { emoji: '👍', isOn: true })),
  ],
  [
    'a reaction that is taken back',
    async () =>
      granted(await claire.put(place(`messages/${first.id}/reactions`), { emoji: '👍', isOn: false })),
  ],
  [
    'a solution that is proposed',
    async () => granted(await karim.put(place(`messages/${first.id}/solution`), { isSolution: true })),
  ],
  [
    'a solution that is confirmed',
    async () => granted(await claire.put(place(`messages/${first.id}/solution`), { isSolution: true })),
  ],
  [
    'a message with a file',
    async () => {
      const file: FileRef = await uploaded(karim, place('files'));
      const input = { id: randomUUID(), content: '', files: [file.id] };
      withFile = granted(await karim.post<Message>(chat.messages, input));
    },
  ],
  [
    'a reaction that was given on another instance',
    async () => {
      const db = await openDatabase(guilde.deps.config.database, guilde.deps.log);
      const target = { conversationId: chat.conversation.id, messageId: first.id };
      await setReaction({ ...guilde.deps, db }, viewerOf(claire), target, { emoji: '🎉', isOn: true });
      db.close();
    },
  ],
  ['a deletion by the author', async () => granted(await claire.delete(place(`messages/${answer.id}`)))],
  [
    'a deletion by the team',
    async () => granted(await nina.post(`/api/admin/messages/${withFile.id}/delete`, REMOVAL)),
  ],
  ['a seat that is taken', () => join(paul, chat.sos.id)],
  ['a seat that is given back', async () => granted(await paul.post(`/api/sos/${chat.sos.id}/leave`))],
  ['an SOS that is closed', async () => granted(await claire.post(`/api/sos/${chat.sos.id}/close`))],
  [
    'the author of texts who leaves Guilde after the end',
    async () => granted(await karim.post('/api/account/delete', { password: PASSWORD })),
  ],
];

describe('the page that opens a conversation', () => {
  it.each(CHANGES)('shows %s', async (_, change) => {
    const before = await newest(claire);
    expect(await newest(claire)).toEqual(before);
    await change();
    const now = await newest(claire);
    expect(now).not.toEqual(before);
    expect(now).toEqual(await read(claire));
  });

  it('has as many messages as were asked for, and is for participants only', async () => {
    const other = await openChat(claire, paul);
    for (let turn = 0; turn < 4; turn++) await sendText(paul, other.conversation.id, `Un mot ${turn}`);
    const all = granted(await claire.get<History>(other.messages));
    expect(all).toMatchObject({ hasMore: false });
    expect(all.messages.length).toBeLessThan(HISTORY_PAGE);
    for (const limit of [2, 3, 2]) {
      const some = granted(await paul.get<History>(`${other.messages}?limit=${limit}`));
      expect(some).toEqual({ ...all, messages: all.messages.slice(-limit), hasMore: true });
    }
    expect((await nina.get(other.messages)).status).toBe(404);
    granted(await paul.post(`/api/sos/${other.sos.id}/leave`));
    expect((await paul.get(other.messages)).status).toBe(404);
  });
});
