import type { Conversation, Message } from '@guilde/contracts/conversations/rules.ts';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import type { ApiClient } from '../api.ts';
import { knownChat, knownChats } from './chats.ts';
import {
  fetchBelow,
  fetchOlder,
  fillThread,
  knownThread,
  leaveDetached,
  showMessage,
  threadQuery,
} from './history.ts';
import { type ConversationPages, listedItems } from './list.ts';
import { addOutgoing, removeStored, useUnsent } from './outgoing.ts';
import {
  forgetConversation,
  receiveChange,
  receiveConversation,
  receiveMessage,
  receiveRead,
  receiveUnread,
  resumeChats,
} from './store.ts';

const KARIM = 'karim';

function message(seq: number): Message {
  return {
    id: `message-${seq}`,
    conversationId: 'chat',
    seq,
    kind: 'text',
    senderId: KARIM,
    content: `Message ${seq}`,
    createdAt: new Date(seq * 1000).toISOString(),
  };
}

const log = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => message(from + at));

const reader = (readSeq: number) => [{ member: { id: 'claire' }, isActive: true, readSeq }];

function conversation(lastSeq: number, readSeq = lastSeq): Conversation {
  return { id: 'chat', sosId: 'sos', lastSeq, revision: 0, participants: reader(readSeq) } as never;
}

/** The server has the messages up to `stored`; an answer is made when it is asked for. */
function client(stored: number) {
  const server = { stored, delay: null as Promise<void> | null, asked: 0, changed: [] as Message[] };
  const history = async ({ query }: { query: Record<string, string> }) => {
    server.asked++;
    const limit = Number(query.limit);
    const { changed } = server;
    const revision = changed.at(-1)?.revision ?? 0;
    const all = log(1, server.stored).map((one) => changed.findLast(({ id }) => id === one.id) ?? one);
    if (query.changedAfter) {
      const since = changed.filter((one) => (one.revision ?? 0) > Number(query.changedAfter));
      return {
        ok: true,
        headers: new Headers(),
        json: async () => ({ messages: since, hasMore: false, revision }),
      };
    }
    const before = all.filter(({ seq }) => seq < Number(query.before ?? Number.POSITIVE_INFINITY));
    const after = all.filter(({ seq }) => seq > Number(query.after));
    const messages = query.after ? after.slice(0, limit) : before.slice(-limit);
    const hasMore = messages.length < (query.after ? after : before).length;
    await server.delay;
    return { ok: true, headers: new Headers(), json: async () => ({ messages, hasMore, revision }) };
  };
  const api = { conversations: { ':conversationId': { messages: { $get: history } } } };
  const queryClient = new QueryClient();
  const context = { queryClient, api: api as unknown as ApiClient, memberId: 'claire' };
  const thread = () => knownThread(queryClient, 'chat');
  const seqs = () => thread()?.messages.map(({ seq }) => seq);
  const texts = () => thread()?.messages.map(({ content }) => content);
  const detached = () => thread()?.detached.map(({ seq }) => seq);
  return { server, queryClient, context, seqs, texts, detached };
}

function edited(seq: number, revision: number): Message {
  return { ...message(seq), content: `Message ${seq}, ${revision}`, revision };
}

const numbers = (from: number, to: number) => log(from, to).map(({ seq }) => seq);

it('what is said while a thread is on its way is in it, the server’s answer being older', async () => {
  const { server, queryClient, context, seqs } = client(3);
  const hold = Promise.withResolvers<void>();
  server.delay = hold.promise;
  const opened = queryClient.fetchQuery(threadQuery(context, conversation(3)));
  server.stored = 5;
  receiveMessage(context, message(5));
  server.delay = null;
  hold.resolve();
  await opened;
  await expect.poll(() => seqs()).toEqual(numbers(1, 5));
});

it('opens a few lines above the first unread message, however far it is, and meets the newest page by page', async () => {
  const { server, queryClient, context, seqs, detached } = client(500);
  await queryClient.fetchQuery(threadQuery(context, conversation(500, 60)));
  expect(detached()).toEqual(numbers(51, 100));
  expect(seqs()).toEqual(numbers(451, 500));
  expect(server.asked).toBe(2);
  await fetchOlder(context, 'chat');
  expect(detached()).toEqual(numbers(1, 100));
  for (let page = 0; page < 7; page++) await fetchBelow(context, 'chat');
  expect(detached()).toEqual([]);
  expect(seqs()).toEqual(numbers(1, 500));
});

it('shows a message with its neighbours wherever it is, and leads back to the newest', async () => {
  const { server, queryClient, context, seqs, detached } = client(500);
  await queryClient.fetchQuery(threadQuery(context, conversation(500)));
  expect(await showMessage(context, 'chat', 200)).toBe(true);
  expect(detached()).toEqual(numbers(175, 224));
  receiveMessage(context, message(501));
  expect(seqs()).toEqual(numbers(451, 501));
  const { asked } = server;
  expect(await showMessage(context, 'chat', 180)).toBe(true);
  expect(await showMessage(context, 'chat', 470)).toBe(true);
  expect(detached()).toEqual([]);
  expect(server.asked).toBe(asked);
  expect(await showMessage(context, 'chat', 440)).toBe(true);
  expect(detached()).toEqual([]);
  expect(seqs()).toEqual(numbers(415, 501));
  expect(await showMessage(context, 'chat', 9)).toBe(true);
  leaveDetached(context, 'chat');
  expect(seqs()).toEqual(numbers(415, 501));
  expect(detached()).toEqual([]);
  expect(await showMessage(context, 'chat', 900)).toBe(false);
});

it('fills what was missed, also what was said during the walk, and ends when the server holds no more', async () => {
  const { server, queryClient, context, seqs } = client(3);
  await queryClient.fetchQuery(threadQuery(context, conversation(3)));
  server.stored = 450;
  const hold = Promise.withResolvers<void>();
  server.delay = hold.promise;
  const filled = fillThread(context, 'chat');
  receiveMessage(context, message(452));
  server.delay = null;
  server.stored = 452;
  hold.resolve();
  await filled;
  await expect.poll(() => seqs()).toEqual(numbers(1, 452));
  const { asked } = server;
  receiveMessage(context, message(999));
  await fillThread(context, 'chat');
  expect(server.asked).toBe(asked + 1);
  expect(seqs()).toEqual(numbers(1, 452));
});

it('asks again for what its last page was too old to hold', async () => {
  const { server, queryClient, context, seqs } = client(3);
  await queryClient.fetchQuery(threadQuery(context, conversation(3)));
  server.stored = 5;
  const hold = Promise.withResolvers<void>();
  server.delay = hold.promise;
  const filled = fillThread(context, 'chat');
  receiveMessage(context, message(7));
  server.delay = null;
  server.stored = 7;
  hold.resolve();
  await filled;
  expect(seqs()).toEqual(numbers(1, 7));
});

it('what was changed while nobody heard it is fetched, after an event that does not follow and at each poll', async () => {
  const { server, queryClient, context, texts } = client(3);
  await queryClient.fetchQuery(threadQuery(context, conversation(3)));
  receiveChange(context, edited(2, 1));
  expect(texts()).toEqual(['Message 1', 'Message 2, 1', 'Message 3']);
  expect(server.asked).toBe(1);
  server.changed = [edited(2, 1), edited(1, 2), edited(3, 3)];
  receiveChange(context, edited(3, 3));
  receiveChange(context, edited(2, 1));
  await expect.poll(() => texts()).toEqual(['Message 1, 2', 'Message 2, 1', 'Message 3, 3']);
  server.changed.push(edited(1, 4));
  await fillThread(context, 'chat');
  expect(texts()).toEqual(['Message 1, 4', 'Message 2, 1', 'Message 3, 3']);
});

it('a page that was read before a change, and comes after its event, is mended', async () => {
  const { server, queryClient, context, texts } = client(60);
  await queryClient.fetchQuery(threadQuery(context, conversation(60)));
  const hold = Promise.withResolvers<void>();
  server.delay = hold.promise;
  const older = fetchOlder(context, 'chat');
  server.delay = null;
  server.changed = [edited(1, 1)];
  receiveChange(context, edited(1, 1));
  hold.resolve();
  await older;
  await expect.poll(() => texts()?.[0]).toBe('Message 1, 1');
});

it('a message whose answer was lost waits no longer once history brings it', async () => {
  const { server, queryClient, context } = client(1);
  await queryClient.fetchQuery(threadQuery(context, conversation(1)));
  await removeStored([]);
  const { id, conversationId, content } = message(2);
  addOutgoing({ id, conversationId, content, memberId: 'claire', writtenAt: 0, problem: null });
  server.stored = 2;
  await fillThread(context, 'chat');
  await expect.poll(() => useUnsent.getState().messages).toEqual({});
});

it('the line of a conversation stays at its newest message when an older answer arrives', async () => {
  const { queryClient, context } = client(0);
  const item = { id: 'chat', sosId: 'sos', lastSender: { id: KARIM } };
  const page = (last: Message) =>
    ({
      pages: [{ items: [{ ...item, lastMessage: last }], nextCursor: null }],
      pageParams: [undefined],
    }) as unknown as ConversationPages;
  const key = ['conversations', ''];
  queryClient.setQueryData(key, page(message(1)));
  const hold = Promise.withResolvers<ConversationPages>();
  const fetched = queryClient.fetchQuery({ queryKey: key, queryFn: () => hold.promise });
  receiveMessage(context, message(2));
  hold.resolve(page(message(1)));
  await fetched;
  const items = () =>
    listedItems(queryClient.getQueryData<ConversationPages>(key), knownChats(queryClient).byId);
  const last = () => items()[0]?.lastMessage;
  expect(last()?.seq).toBe(2);
  receiveChange(context, edited(2, 2));
  receiveChange(context, edited(2, 1));
  receiveChange(context, edited(1, 3));
  expect(last()?.content).toBe('Message 2, 2');
});

it('what the member has read counts at once no more, and then what the server says', () => {
  const { queryClient, context } = client(0);
  const unread = { total: 3, conversations: { chat: 3 }, positions: { chat: [3, 1] as [number, number] } };
  receiveUnread(queryClient, unread);
  receiveConversation(context, conversation(3, 0));
  const total = () => knownChats(queryClient).unread.total;
  receiveRead(context, { conversationId: 'chat', memberId: KARIM, seq: 3 });
  expect(total()).toBe(3);
  receiveRead(context, { conversationId: 'chat', memberId: 'claire', seq: 3 });
  expect(total()).toBe(0);
  expect(knownChat(queryClient, 'chat')?.conversation).toMatchObject({ participants: reader(3) });
  receiveMessage(context, message(4));
  expect(total()).toBe(1);
  const read = { total: 1, conversations: { chat: 1 }, positions: { chat: [4, 2] as [number, number] } };
  receiveRead(context, { conversationId: 'chat', memberId: 'claire', seq: 3, unread: read });
  expect(total()).toBe(1);
});

it('a message that comes before the server’s count is in it once, and one of a conversation left is not', () => {
  const { queryClient, context } = client(0);
  const counted = () => knownChats(queryClient).unread.conversations;
  receiveMessage(context, message(3));
  receiveMessage(context, message(4));
  const count = (number: number, upTo: number) => ({
    total: number,
    conversations: { chat: number },
    positions: { chat: [upTo, upTo] as [number, number] },
  });
  receiveUnread(queryClient, count(1, 3));
  expect(counted()).toEqual({ chat: 2 });
  receiveConversation(context, { ...conversation(5), participants: [] } as Conversation);
  receiveUnread(queryClient, count(2, 4));
  expect(counted()).toEqual({});
});

it('a change of an earlier message that comes while a thread is on its way is in it', async () => {
  const { server, queryClient, context, texts } = client(3);
  receiveConversation(context, conversation(3));
  const hold = Promise.withResolvers<void>();
  server.delay = hold.promise;
  const opened = queryClient.fetchQuery(threadQuery(context, conversation(3)));
  server.changed = [edited(1, 1)];
  receiveChange(context, edited(1, 1));
  server.delay = null;
  hold.resolve();
  await opened;
  await expect.poll(() => texts()?.[0]).toBe('Message 1, 1');
});

it('after a break forgets what is not on screen once the lists have been asked, except what came meanwhile', async () => {
  const { queryClient, context } = client(3);
  receiveMessage(context, message(3));
  receiveMessage(context, { ...message(8), conversationId: 'other' });
  const answer = Promise.withResolvers<void>();
  const observer = new QueryObserver(queryClient, {
    queryKey: ['conversations', ''],
    queryFn: () => answer.promise.then(() => ({ pages: [], pageParams: [] })),
  });
  const stop = observer.subscribe(() => undefined);
  const resumed = resumeChats(context);
  expect(knownChat(queryClient, 'chat')?.last?.seq).toBe(3);
  receiveMessage(context, { ...message(9), conversationId: 'other' });
  answer.resolve();
  await resumed;
  stop();
  expect(Object.keys(knownChats(queryClient).byId)).toEqual(['other']);
});

it('a conversation whose SOS is hidden leaves the list, and is back with a later seat only', () => {
  const { queryClient, context } = client(0);
  const item = { id: 'chat', sosId: 'sos', lastMessage: message(5), lastSender: { id: KARIM } };
  const page = { items: [item], nextCursor: null } as unknown as ConversationPages['pages'][number];
  const pages = { pages: [page], pageParams: [undefined] };
  queryClient.setQueryData(['conversations', ''], pages);
  const listed = () => listedItems(pages, knownChats(queryClient).byId).length;
  receiveConversation(context, conversation(4));
  forgetConversation(context, 'sos');
  receiveConversation(context, conversation(5));
  expect(listed()).toBe(0);
  receiveConversation(context, conversation(6));
  receiveMessage(context, message(6));
  expect(listed()).toBe(1);
});
