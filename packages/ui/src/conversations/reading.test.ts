import type { Conversation, Unread } from '@guilde/contracts/conversations/rules.ts';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createApi } from '../api.ts';
import { markRead } from './reading.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it.each([
  ['after an earlier save', true],
  ['while an earlier save is not answered', false],
])('what is read just before the page goes is saved, %s', async (_, isAnswered) => {
  const nothingUnread: Unread = { total: 0, conversations: {}, positions: {} };
  const answer = (): Response | Promise<Response> =>
    isAnswered ? Response.json(nothingUnread) : new Promise(() => undefined);
  const fetch = vi.fn(async (_path: string, _init?: RequestInit) => answer());
  const context = { queryClient: new QueryClient(), api: createApi({ fetch }), memberId: 'claire' };
  const conversation = { id: 'chat', participants: [] } as unknown as Conversation;
  markRead(context, conversation, 1);
  await vi.advanceTimersByTimeAsync(0);
  markRead(context, conversation, 2);
  await vi.advanceTimersByTimeAsync(0);
  expect(fetch).toHaveBeenCalledOnce();
  dispatchEvent(new Event('pagehide'));
  await vi.advanceTimersByTimeAsync(0);
  expect(fetch.mock.calls.map(([, init]) => init?.body)).toEqual(['{"seq":1}', '{"seq":2}']);
  // Otherwise the browser would cancel them with the page.
  for (const [, init] of fetch.mock.calls) expect(init).toMatchObject({ method: 'PUT', keepalive: true });
});
