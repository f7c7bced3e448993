import { HEARTBEAT_TIMEOUT_MS, type LiveEvent } from '@guilde/contracts/events.ts';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import type { ApiClient } from './api.ts';
import { startLive, useLive } from './live.ts';
import type { Platform } from './platform.ts';

let stop: () => void = () => undefined;
afterEach(() => stop());

/** A connected client: what its features were told, and how the server speaks to it. */
function connected() {
  let hear: (frame: string) => void = () => undefined;
  const told: string[] = [];
  const close = vi.fn();
  const platform = {
    openSocket: () => ({
      send: () => undefined,
      close,
      onOpen: () => undefined,
      onMessage: (listener: (frame: string) => void) => {
        hear = listener;
      },
      onClose: () => undefined,
    }),
    onWake: () => () => undefined,
  } as Partial<Platform> as Platform;
  const context = { queryClient: new QueryClient(), api: {} as ApiClient, memberId: 'claire' };
  stop = startLive(platform, context, [
    { hello: () => told.push('hello'), resumed: () => told.push('resumed') },
  ]);
  return { told, close, say: (event: LiveEvent) => hear(JSON.stringify(event)) };
}

const hello: LiveEvent = {
  type: 'hello',
  memberId: 'claire',
  sessionId: 'one',
  unread: { total: 0, conversations: {} },
};

it('each greeting is a reason to fetch again what was fetched before it, the first one too', () => {
  const { told, say } = connected();
  say(hello);
  expect(told).toEqual(['resumed', 'hello']);
  say(hello);
  expect(told).toEqual(['resumed', 'hello', 'resumed', 'hello']);
});

it('while the server’s instances do not hear each other the client asks, as without a connection', () => {
  const { say } = connected();
  expect(useLive.getState().connection).toBe('connecting');
  say(hello);
  expect(useLive.getState().connection).toBe('online');
  say({ type: 'degraded' });
  expect(useLive.getState().connection).toBe('reconnecting');
  say(hello);
  expect(useLive.getState().connection).toBe('online');
});

it('a server that says nothing is given up in time, however often it is asked; one that answers is not', () => {
  vi.useFakeTimers();
  const { close, say } = connected();
  say(hello);
  for (let asked = 0; asked < 3; asked++) {
    useLive.getState().check();
    vi.advanceTimersByTime(HEARTBEAT_TIMEOUT_MS / 2);
    say({ type: 'pong' });
  }
  expect(close).not.toHaveBeenCalled();
  for (let asked = 0; asked < 3; asked++) {
    useLive.getState().check();
    vi.advanceTimersByTime(HEARTBEAT_TIMEOUT_MS / 2);
  }
  expect(close).toHaveBeenCalled();
  vi.useRealTimers();
});

it('nothing is online any more once the client has stopped', () => {
  const { say } = connected();
  say(hello);
  stop();
  expect(useLive.getState().connection).toBe('connecting');
});
