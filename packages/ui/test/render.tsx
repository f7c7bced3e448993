import { render, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createMemoryRouter } from 'react-router-dom';
import { afterAll, beforeAll, expect } from 'vitest';
import { WebSocket } from 'ws';
import type { Client } from '../../../apps/api/test/client.ts';
import { type Guilde, startGuilde } from '../../../apps/api/test/harness.ts';
import type { PersonName } from '../../../apps/api/test/people.ts';
import { Client as Screens } from '../src/app.tsx';
import { useLive } from '../src/live.ts';
import type {
  ClosedNotification,
  NotificationConsent,
  Platform,
  ShownNotification,
  WebAppFeatures,
} from '../src/platform.ts';
import { routes } from '../src/routes.tsx';

/** Starts the real API before the tests of a file and stops it after them. */
export function withGuilde(options: Parameters<typeof startGuilde>[0] = {}): { current: Guilde } {
  const holder = {} as { current: Guilde };
  beforeAll(async () => {
    holder.current = await startGuilde(options);
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
export function renderWith(guilde: Guilde, client: Client, path: string, shell: ShellOptions = {}) {
  const platform = testPlatform(guilde, client, shell);
  const router = createMemoryRouter(routes, { initialEntries: [path] });
  const view = render(<Screens platform={platform} router={router} />);
  return { ...view, user: userEvent.setup(), router, platform };
}

/** What screen readers were told lately, the oldest first. */
export function spoken(): string[] {
  return [...document.querySelectorAll('[data-announcer] > *')].map((line) => line.textContent ?? '');
}

/** Resolves once the member's client hears what happens from now on. */
export function online(): Promise<void> {
  return waitFor(() => expect(useLive.getState().connection).toBe('online'));
}

/** `consent`: what the person has said about notifications; `mode`: who shows them; `webApp`: in a browser that has it. */
type ShellOptions = {
  consent?: NotificationConsent;
  mode?: Platform['notifications']['mode'];
  webApp?: WebAppFeatures;
};

type Recorded = {
  unread: number;
  copied: string[];
  shown: ShownNotification[];
  closed: ClosedNotification[];
  /** What the person answers, or has answered, when asked for notifications. */
  consent: { now: NotificationConsent; answer: NotificationConsent };
  /** `cut`: nothing leaves or arrives. `slow`: what leaves waits for this. */
  line: { cut: boolean; slow: Promise<void> | null };
  /** As if a notification had been clicked. */
  navigate: (path: string) => void;
};

/** A shell whose session is the client's; it records what it was asked to show. */
function testPlatform(guilde: Guilde, client: Client, shell: ShellOptions): Platform & Recorded {
  const navigators = new Set<(path: string) => void>();
  const platform = {
    name: 'web' as const,
    unread: 0,
    copied: [] as string[],
    shown: [] as ShownNotification[],
    closed: [] as ClosedNotification[],
    consent: { now: shell.consent ?? 'default', answer: 'granted' } as Recorded['consent'],
    line: { cut: false, slow: null } as Recorded['line'],
    fetch: async (path: string, init?: RequestInit) => {
      await platform.line.slow;
      if (platform.line.cut) throw new TypeError('Failed to fetch');
      return client.request(path, init);
    },
    openSocket: (path: string) => {
      const cookie = [...client.cookies].map(([key, value]) => `${key}=${value}`).join('; ');
      const socket = new WebSocket(`${guilde.url.replace('http', 'ws')}${path}`, {
        headers: { cookie },
        origin: guilde.url,
      });
      socket.on('error', () => undefined);
      return {
        send: async (frame: string) => {
          await platform.line.slow;
          if (!platform.line.cut && socket.readyState === WebSocket.OPEN) socket.send(frame);
        },
        close: () => socket.close(),
        onMessage: (listener: (frame: string) => void) =>
          socket.on('message', (data) => {
            if (platform.line.cut) socket.terminate();
            else listener((data as Buffer).toString());
          }),
        onClose: (listener: (code: number) => void) => socket.on('close', listener),
      };
    },
    openExternal: () => undefined,
    setUnreadCount: (count: number) => {
      platform.unread = count;
    },
    onWake: () => () => undefined,
    notifications: {
      mode: shell.mode ?? 'page',
      permission: () => platform.consent.now,
      request: async () => {
        platform.consent.now = platform.consent.answer;
        return platform.consent.now;
      },
      show: (notification: ShownNotification) => {
        platform.shown.push(notification);
      },
      close: (which: ClosedNotification) => {
        platform.closed.push(which);
      },
    },
    onNavigate: (listener: (path: string) => void) => {
      navigators.add(listener);
      return () => navigators.delete(listener);
    },
    navigate: (path: string) => {
      for (const listener of navigators) listener(path);
    },
    copyText: async (text: string) => {
      platform.copied.push(text);
    },
    ...(shell.webApp && { loadWebApp: async () => shell.webApp as WebAppFeatures }),
  };
  return platform;
}
