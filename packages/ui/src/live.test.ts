import type { LiveEvent } from '@guilde/contracts/events.ts';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, it } from 'vitest';
import type { ApiClient } from './api.ts';
import { startLive, useLive } from './live.ts';
import type { Platform } from './platform.ts';

let stop: () => void = () => undefined;
afterEach(() => stop());

/** A connected client: what its features were told, and how the server speaks to it. */
function connected() {
  let hear: (frame: string) => void = () => undefined;
  const told: string[] = [];
  const platform = {
    openSocket: () => ({
      send: () => undefined,
      close: () => undefined,
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
  return { told, say: (event: LiveEvent) => hear(JSON.stringify(event)) };
}

const hello: LiveEvent = {
  type: 'hello',
  memberId: 'claire',
  sessionId: 'one',
  unread: { total: 0, conversations: {} },
};

it('a second greeting on the same connection is a reason to resume', () => {
  const { told, say } = connected();
  say(hello);
  expect(told).toEqual(['hello']);
  say(hello);
  expect(told).toEqual(['hello', 'resumed', 'hello']);
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
