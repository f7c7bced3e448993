import { onReturn, showUnreadInTitle } from '@guilde/ui/page-window.ts';
import type { LiveSocket, Platform } from '@guilde/ui/platform.ts';
import { notifications, onNavigate } from './notifications.ts';

/** The browser as a shell: cookies carry the session, the socket goes to the same origin. */
export const webPlatform: Platform = {
  name: 'web',
  fetch: ask,
  openSocket,
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
  copyText: (text) => navigator.clipboard.writeText(text),
};

/** Addresses that this page has asked for already. */
const asked = new Set<string>();

/**
 * The page's first calls are announced with it, and the browser keeps their answers until they are asked for: a refusal
 * may be older than the sign-in that came between. It is asked for once more, past what was kept.
 */
async function ask(path: string, init: RequestInit = {}): Promise<Response> {
  const request = { credentials: 'same-origin', ...init } as const;
  const answer = await fetch(path, request);
  const isFirst = !asked.has(path);
  asked.add(path);
  const isRead = (init.method ?? 'GET') === 'GET';
  return answer.status === 401 && isFirst && isRead ? fetch(path, request) : answer;
}

function openSocket(path: string): LiveSocket {
  const url = new URL(path, location.href);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  const socket = new WebSocket(url);
  return {
    send: (frame) => {
      if (socket.readyState === WebSocket.OPEN) socket.send(frame);
    },
    close: () => socket.close(),
    onOpen: (listener) => {
      socket.onopen = () => listener();
    },
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

/** « (3) Chat · Guilde »; on an installed page also the icon's badge. */
function setUnreadCount(count: number): void {
  showUnreadInTitle(count);
  navigator.setAppBadge?.(count).catch(() => {
    // Not installed: the title is enough.
  });
}
