import { QueryObserver } from '@tanstack/react-query';
import type { ClientResponse } from 'hono/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError, call, createQueryClient } from './api.ts';
import { isOffline } from './kit/use-is-offline.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it.each([
  ['no answer', new ApiError('UNREACHABLE', '', 0), 4],
  ['an answer that cannot be read', new ApiError('UNREADABLE', '', 502), 4],
  ['a failure of the server', new ApiError('INTERNAL', '', 500), 4],
  ['a refusal', new ApiError('NOT_FOUND', '', 404), 1],
  ['a session that is over', new ApiError('UNAUTHENTICATED', '', 401), 1],
  ['too many calls, with the time to wait', new ApiError('RATE_LIMITED', '', 429, { seconds: 30 }), 1],
])('what a page waits for is asked for as often as it may help: %s', async (_, error, attempts) => {
  const ask = vi.fn(() => Promise.reject(error));
  const page = new QueryObserver(createQueryClient(), { queryKey: ['page'], queryFn: ask });
  const leave = page.subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(page.getCurrentResult().error).toBe(error);
  leave();
  expect(ask).toHaveBeenCalledTimes(attempts);
});

it('what changes while a page loads for the first time is asked for once more', async () => {
  const client = createQueryClient();
  const answers = ['before', 'after', 'never'];
  const slow = () =>
    new Promise<string | undefined>((resolve) => {
      const answer = answers.shift();
      setTimeout(() => resolve(answer), 100);
    });
  const page = new QueryObserver(client, { queryKey: ['page'], queryFn: slow });
  const leave = page.subscribe(() => undefined);
  for (let change = 0; change < 2; change++) void client.invalidateQueries({ queryKey: ['page'] });
  await vi.advanceTimersByTimeAsync(100);
  expect(page.getCurrentResult().data).toBe('before');
  await vi.advanceTimersByTimeAsync(60_000);
  leave();
  expect(page.getCurrentResult().data).toBe('after');
  expect(answers).toEqual(['never']);
});

it('an answer that was on its way when the network went is no sign of a network; a later one is', async () => {
  let isOnline = true;
  const browser = vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => isOnline);
  const answer = Promise.withResolvers<ClientResponse<unknown>>();
  const done = () => Response.json({}) as unknown as ClientResponse<unknown>;
  const asked = call(answer.promise);
  isOnline = false;
  window.dispatchEvent(new Event('offline'));
  answer.resolve(done());
  await asked;
  expect(isOffline()).toBe(true);
  await call(Promise.resolve(done()));
  expect(isOffline()).toBe(false);
  browser.mockRestore();
});
