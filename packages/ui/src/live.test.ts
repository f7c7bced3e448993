import { CLOSE, type LiveEvent } from '@guilde/contracts/live/protocol.ts';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import type { ApiClient } from './api.ts';
import { liveHandlers } from './features.ts';
import { REFETCH_MS, startLive, useLive } from './live.ts';
import type { Platform } from './platform.ts';

let stop: () => void = () => undefined;
afterEach(() => stop());

/** Returns a connected client: the events that its features got, and the server’s side of the socket. */
function connected() {
  let receive: (frame: string) => void = () => undefined;
  let close: (code: number) => void = () => undefined;
  const received: string[] = [];
  const addresses: string[] = [];
  const platform = {
    openSocket: (address: string) => {
      addresses.push(address);
      return {
        send: () => undefined,
        close: () => undefined,
        onMessage: (listener: (frame: string) => void) => {
          receive = listener;
        },
        onClose: (listener: (code: number) => void) => {
          close = listener;
        },
      };
    },
    pageMark: () => 'instance.5',
    onWake: () => () => undefined,
  } as Partial<Platform> as Platform;
  const context = { queryClient: new QueryClient(), api: {} as ApiClient, memberId: 'claire' };
  stop = startLive(platform, context, [
    { hello: () => received.push('hello'), resumed: () => received.push('resumed') },
  ]);
  return {
    received,
    addresses,
    cut: () => close(CLOSE.lost),
    say: (event: LiveEvent) => receive(JSON.stringify(event)),
  };
}

const hello: LiveEvent = {
  type: 'hello',
  memberId: 'claire',
  sessionId: 'one',
  unread: { total: 0, conversations: {}, positions: {} },
};

it('what the page has loaded is complete when the server says so at the first greeting', () => {
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const { received, say, cut, addresses } = connected();
  cut();
  vi.advanceTimersByTime(REFETCH_MS / 3);
  say({ ...hello, isComplete: true });
  expect(received).toEqual(['hello']);
  cut();
  vi.advanceTimersByTime(REFETCH_MS / 3);
  say(hello);
  expect(received).toEqual(['hello', 'resumed', 'hello']);
  expect(addresses.slice(0, 2)).toEqual(Array(2).fill('/api/live?since=instance.5'));
  expect(addresses.at(-1)).toBe('/api/live');
});

it('each greeting is a reason to fetch again what was fetched before it, the first one too', () => {
  const { received, say } = connected();
  say(hello);
  expect(received).toEqual(['resumed', 'hello']);
  say(hello);
  expect(received).toEqual(['resumed', 'hello', 'resumed', 'hello']);
});

it('every feature asks again after a break', () => {
  expect(liveHandlers.filter(({ resumed }) => !resumed)).toEqual([]);
});

it('nothing is online any more once the client has stopped', () => {
  const { say } = connected();
  say(hello);
  expect(useLive.getState().connection).toBe('online');
  stop();
  expect(useLive.getState().connection).toBe('connecting');
});
