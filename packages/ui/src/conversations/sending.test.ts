import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, it, vi } from 'vitest';
import { type ApiClient, accountKey } from '../api.ts';
import { useLive } from '../live.ts';
import { addOutgoing, removeOutgoing, useUnsent } from './outgoing.ts';
import { sendWaiting } from './sending.ts';

const post = vi.fn(() => Promise.reject(new TypeError('Failed to fetch')));
const said = vi.fn();

beforeEach(() => {
  post.mockClear();
  said.mockClear();
  useUnsent.setState({ messages: {}, drafts: {} });
  useLive.setState({ connection: 'online', send: said });
});

/** Claire, signed in, whose message has been said on the socket and is not answered. */
function waiting() {
  const queryClient = new QueryClient();
  queryClient.setQueryData(accountKey, { id: 'claire' });
  const conversations = { ':conversationId': { messages: { $post: post } } };
  const context = { queryClient, api: { conversations } as unknown as ApiClient, memberId: 'claire' };
  addOutgoing({
    id: 'one',
    memberId: 'claire',
    conversationId: 'chat',
    content: 'Bonjour',
    writtenAt: 0,
    problem: null,
  });
  sendWaiting(context, 'chat');
  expect(said).toHaveBeenCalledOnce();
  return queryClient;
}

async function loseTheSocket() {
  useLive.setState({ connection: 'reconnecting' });
  await new Promise((resolve) => setTimeout(resolve));
}

it('what the socket did not take goes by HTTP', async () => {
  const queryClient = waiting();
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
  waiting().setQueryData(accountKey, { id: 'karim' });
  await loseTheSocket();
  expect(post).not.toHaveBeenCalled();
  expect(useUnsent.getState().messages.one?.problem).toBeNull();
});
