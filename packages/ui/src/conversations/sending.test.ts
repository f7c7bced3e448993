import type { Message } from '@guilde/contracts/conversations/rules.ts';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type ApiClient, accountKey } from '../api.ts';
import { useLive } from '../live.ts';
import { knownChat, updateChats } from './chats.ts';
import { conversationEvents } from './live-events.ts';
import { addOutgoing, type Outgoing, removeOutgoing, useUnsent } from './outgoing.ts';
import { receiveAcknowledgement, receiveFrameRefusal, sendOnSocket, sendWaiting } from './sending.ts';
import { EMPTY_THREAD } from './thread.ts';

const post = vi.fn(() => Promise.reject(new TypeError('Failed to fetch')));
const sent = vi.fn();

const text: Outgoing = {
  id: 'one',
  memberId: 'claire',
  conversationId: 'chat',
  content: 'Bonjour',
  writtenAt: 0,
  problem: null,
};

beforeEach(() => {
  post.mockClear();
  sent.mockClear();
  useUnsent.setState({ messages: {}, drafts: {} });
  useLive.setState({ connection: 'online', send: sent });
});

/** Claire's message has been sent on the socket and is not answered. */
function waiting() {
  const queryClient = new QueryClient();
  queryClient.setQueryData(accountKey, { id: 'claire' });
  const conversations = { ':conversationId': { messages: { $post: post } } };
  const context = { queryClient, api: { conversations } as unknown as ApiClient, memberId: 'claire' };
  addOutgoing(text);
  sendWaiting(context, 'chat');
  expect(sent).toHaveBeenCalledOnce();
  return context;
}

async function loseTheSocket() {
  useLive.setState({ connection: 'reconnecting' });
  await new Promise((resolve) => setTimeout(resolve));
}

it('what the socket did not take goes by HTTP', async () => {
  const { queryClient } = waiting();
  await loseTheSocket();
  expect(post).toHaveBeenCalledWith({
    param: { conversationId: 'chat' },
    json: { id: 'one', content: 'Bonjour' },
  });
  queryClient.setQueryData(accountKey, null);
});

it('what was taken back meanwhile is not sent', async () => {
  waiting();
  removeOutgoing('one');
  await loseTheSocket();
  expect(post).not.toHaveBeenCalled();
});

it('what somebody else wrote, who was signed in before, is not sent in another’s name and is kept', async () => {
  waiting().queryClient.setQueryData(accountKey, { id: 'karim' });
  await loseTheSocket();
  expect(post).not.toHaveBeenCalled();
  expect(useUnsent.getState().messages.one?.problem).toBeNull();
});

it('what the socket has taken is in the thread once, and waits no longer', async () => {
  const context = waiting();
  updateChats(context.queryClient, (chats) => ({ ...chats, byId: { chat: { thread: EMPTY_THREAD } } }));
  const message: Message = {
    id: 'one',
    conversationId: 'chat',
    seq: 1,
    kind: 'text',
    senderId: 'claire',
    content: 'Bonjour',
    createdAt: '2026-11-22T08:00:00.000Z',
  };
  conversationEvents['message.created']?.(context, { type: 'message.created', message });
  await expect.poll(() => useUnsent.getState().messages).toEqual({});
  expect(knownChat(context.queryClient, 'chat')?.thread?.messages).toEqual([message]);
  expect(sent).toHaveBeenCalledOnce();
  expect(post).not.toHaveBeenCalled();
});

describe('on the socket', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('a message is sent once and stored when the server says so', async () => {
    const sending = sendOnSocket(text);
    expect(sent.mock.calls).toEqual([
      [{ type: 'message', id: 'one', conversationId: 'chat', content: 'Bonjour' }],
    ]);
    receiveAcknowledgement('another', true);
    receiveAcknowledgement('one', true);
    expect(await sending).toBe(true);
  });

  it('it is left to HTTP when it is refused, when the server does not understand, and when the connection is lost', async () => {
    const refused = sendOnSocket(text);
    receiveAcknowledgement('one', false);
    expect(await refused).toBe(false);
    const notUnderstood = sendOnSocket(text);
    receiveFrameRefusal();
    expect(await notUnderstood).toBe(false);
    const lost = sendOnSocket(text);
    useLive.setState({ connection: 'reconnecting' });
    expect(await lost).toBe(false);
    expect(await sendOnSocket(text)).toBe(false);
    expect(sent).toHaveBeenCalledTimes(3);
  });

  it('it is left to HTTP when no answer comes: the connection is looked at, and a late answer does no harm', async () => {
    const check = vi.fn();
    useLive.setState({ check });
    const sending = sendOnSocket(text);
    await vi.runAllTimersAsync();
    expect(await sending).toBe(false);
    expect(check).toHaveBeenCalledOnce();
    receiveAcknowledgement('one', true);
  });
});
