import { render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterAll, beforeAll } from 'vitest';
import { WebSocket } from 'ws';
import type { Client } from '../../../apps/api/test/client.ts';
import { type Guilde, startGuilde } from '../../../apps/api/test/harness.ts';
import type { PersonName } from '../../../apps/api/test/people.ts';
import { ToastHost } from '../src/kit/toast-host.tsx';
import { type Platform, PlatformProvider } from '../src/platform.ts';
import { routes } from '../src/routes.tsx';

/** Starts the real API before the tests of a file and stops it after them. */
export function withGuilde(): { current: Guilde } {
  const holder = {} as { current: Guilde };
  beforeAll(async () => {
    holder.current = await startGuilde();
    await holder.current.as('nina');
  });
  afterAll(() => holder.current.close());
  return holder;
}

/** Opens a path as a named person, or as a visitor, in the whole client on the real API. */
export async function renderAs(guilde: Guilde, name: PersonName | 'visitor', path: string) {
  const client = name === 'visitor' ? guilde.visitor() : await guilde.as(name);
  return { ...renderWith(guilde, client, path), client };
}

/** As `renderAs`, for a client that the test holds. */
export function renderWith(guilde: Guilde, client: Client, path: string) {
  const platform = testPlatform(guilde, client);
  const router = createMemoryRouter(routes, { initialEntries: [path] });
  const view = render(
    <PlatformProvider value={platform}>
      <RouterProvider router={router} />
      <ToastHost />
    </PlatformProvider>,
  );
  return { ...view, user: userEvent.setup(), router, platform };
}

/** A shell whose session is the client's; it records what it was asked to show. */
function testPlatform(guilde: Guilde, client: Client): Platform & { unread: number; copied: string[] } {
  const platform = {
    name: 'web' as const,
    unread: 0,
    copied: [] as string[],
    fetch: (path: string, init?: RequestInit) => client.request(path, init),
    openSocket: (path: string) => {
      const cookie = [...client.cookies].map(([key, value]) => `${key}=${value}`).join('; ');
      const socket = new WebSocket(`${guilde.url.replace('http', 'ws')}${path}`, {
        headers: { cookie },
        origin: guilde.url,
      });
      socket.on('error', () => undefined);
      return {
        send: (frame: string) => {
          if (socket.readyState === WebSocket.OPEN) socket.send(frame);
        },
        close: () => socket.close(),
        onOpen: (listener: () => void) => socket.on('open', listener),
        onMessage: (listener: (frame: string) => void) =>
          socket.on('message', (data) => listener((data as Buffer).toString())),
        onClose: (listener: (code: number) => void) => socket.on('close', listener),
      };
    },
    openExternal: () => undefined,
    setUnreadCount: (count: number) => {
      platform.unread = count;
    },
    onWake: () => () => undefined,
    copyText: async (text: string) => {
      platform.copied.push(text);
    },
  };
  return platform;
}
