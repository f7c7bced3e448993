import type { LiveEvent } from '@guilde/contracts/live/protocol.ts';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, it } from 'vitest';
import type { ApiClient } from './api.ts';
import { startLive, useLive } from './live.ts';
import type { Platform } from './platform.ts';

let stop: () => void = () => undefined;
afterEach(() => stop());

/** Returns a connected client: the events that its features got, and the server’s side of the socket. */
function connected() {
  let receive: (frame: string) => void = () => undefined;
  const told: string[] = [];
  const platform = {
    openSocket: () => ({
      send: () => undefined,
      close: () => undefined,
      onMessage: (listener: (frame: string) => void) => {
        receive = listener;
      },
      onClose: () => undefined,
    }),
    onWake: () => () => undefined,
  } as Partial<Platform> as Platform;
  const context = { queryClient: new QueryClient(), api: {} as ApiClient, memberId: 'claire' };
  stop = startLive(platform, context, [
    { hello: () => told.push('hello'), resumed: () => told.push('resumed') },
  ]);
  return { told, say: (event: LiveEvent) => receive(JSON.stringify(event)) };
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

it('nothing is online any more once the client has stopped', () => {
  const { say } = connected();
  say(hello);
  expect(useLive.getState().connection).toBe('online');
  stop();
  expect(useLive.getState().connection).toBe('connecting');
});
