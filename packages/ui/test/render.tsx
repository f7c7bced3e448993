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

/** The API is the real one, which runs from the file's first test to its last. */
export function withGuilde(options: Parameters<typeof startGuilde>[0] = {}): { current: Guilde } {
  const holder = {} as { current: Guilde };
  beforeAll(async () => {
    holder.current = await startGuilde(options);
  });
  afterAll(() => holder.current.close());
  return holder;
}

/** The whole client runs on the real API; the person is named or a visitor. */
export async function renderAs(guilde: Guilde, name: PersonName | 'visitor', path: string) {
  const client = name === 'visitor' ? guilde.visitor() : await guilde.as(name);
  return { ...renderWith(guilde, client, path), client };
}

export function renderWith(guilde: Guilde, client: Client, path: string, shell: ShellOptions = {}) {
  const platform = testPlatform(guilde, client, shell);
  const router = createMemoryRouter(routes, { initialEntries: [path] });
  const view = render(<Screens platform={platform} router={router} />);
  return { ...view, user: userEvent.setup(), router, platform };
}

/** The texts announced to screen readers are sorted from the oldest to the newest. */
export function spoken(): string[] {
  return [...document.querySelectorAll('[data-announcer] > *')].map((line) => line.textContent ?? '');
}

/** Resolves when the member's client receives live events. */
export function online(): Promise<void> {
  return waitFor(() => expect(useLive.getState().connection).toBe('online'));
}

/** Resolves when the page was told of `text` over the socket, and has the answers it asked for then. */
export async function taken({ frames, line }: Recorded, text: string): Promise<void> {
  await waitFor(() => expect(frames.filter((frame) => frame.includes(text))).not.toEqual([]));
  await waitFor(() => expect(line.waiting).toBe(0));
}

/** `consent` is the answer so far, `mode` says who notifies, and `webApp` plays a browser that has it. */
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
  /** `now` is the current consent, and `answer` is what the person replies when asked. */
  consent: { now: NotificationConsent; answer: NotificationConsent };
  /** With `cut` nothing leaves or arrives; requests wait for `slow`; `waiting` counts those without an answer. */
  line: { cut: boolean; slow: Promise<void> | null; waiting: number };
  /** The frames that the page has received over its socket, oldest first. */
  frames: string[];
  /** This plays a click on a notification. */
  navigate: (path: string) => void;
};

/** The shell's session is the client's, and it records what it was asked to show. */
function testPlatform(guilde: Guilde, client: Client, shell: ShellOptions): Platform & Recorded {
  const navigators = new Set<(path: string) => void>();
  const platform = {
    name: 'web' as const,
    unread: 0,
    copied: [] as string[],
    shown: [] as ShownNotification[],
    closed: [] as ClosedNotification[],
    consent: { now: shell.consent ?? 'default', answer: 'granted' } as Recorded['consent'],
    line: { cut: false, slow: null, waiting: 0 } as Recorded['line'],
    frames: [] as string[],
    fetch: async (path: string, init?: RequestInit) => {
      platform.line.waiting++;
      try {
        await platform.line.slow;
        if (platform.line.cut) throw new TypeError('Failed to fetch');
        return await client.request(path, init);
      } finally {
        platform.line.waiting--;
      }
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
            if (platform.line.cut) return socket.terminate();
            const frame = (data as Buffer).toString();
            listener(frame);
            platform.frames.push(frame);
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
