import { onReturn, showUnreadInTitle } from '@guilde/ui/page-window.ts';
import type { Platform } from '@guilde/ui/platform.ts';
import { secureNavigator } from '@guilde/ui/secure-context.ts';
import { onNavigate } from './navigate.ts';
import { notifications } from './notifications.ts';

export const webPlatform: Platform = {
  name: 'web',
  fetch: fetchApi,
  openSocket,
  pageMark,
  openExternal: (url) => {
    const address = URL.parse(url, location.href);
    if (address && ['https:', 'http:', 'mailto:'].includes(address.protocol)) {
      window.open(address.href, '_blank', 'noopener,noreferrer');
    }
  },
  setUnreadCount,
  onWake: onReturn,
  notifications,
  onNavigate,
  copyText,
  loadWebApp: async () => (await import('./web-app.ts')).webApp,
};

let hasWritten = false;

/**
 * The browser keeps the answers to the page’s preloaded calls (preloads.ts) until they are used. They must
 * not reach another person who signs in later, so calls after a write or a refusal use other `credentials`,
 * which match no preload.
 */
async function fetchApi(path: string, init: RequestInit = {}): Promise<Response> {
  const isRead = (init.method ?? 'GET') === 'GET';
  hasWritten ||= !isRead;
  const fetchFresh = () => fetch(path, { credentials: 'include', ...init });
  if (hasWritten) return fetchFresh();
  const response = await fetch(path, { credentials: 'same-origin', ...init });
  return response.status === 401 || response.status === 403 ? fetchFresh() : response;
}

function openSocket(path: string): ReturnType<Platform['openSocket']> {
  const url = new URL(path, location.href);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  const socket = new WebSocket(url);
  return {
    send: (frame) => {
      if (socket.readyState === WebSocket.OPEN) socket.send(frame);
    },
    close: () => socket.close(),
    onMessage: (listener) => {
      socket.onmessage = (event) => {
        if (typeof event.data === 'string') listener(event.data);
      };
    },
    onClose: (listener) => {
      socket.onclose = (event) => listener(event.code);
    },
  };
}

/** The header can be read in secure contexts only. */
function pageMark(): string | undefined {
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return page?.serverTiming?.find(({ name }) => name === 'live')?.description;
}

/** The title becomes « (3) Chat · Guilde »; an installed page also shows a badge on its icon. */
function setUnreadCount(count: number): void {
  showUnreadInTitle(count);
  secureNavigator.setAppBadge?.(count).catch(() => {
    // The call fails when the page is not installed.
  });
}

function copyText(text: string): Promise<void> {
  const { clipboard } = secureNavigator;
  if (clipboard) return clipboard.writeText(text);
  return import('./copy-without-https.ts').then(({ copyWithoutHttps }) => copyWithoutHttps(text));
}
