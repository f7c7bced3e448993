import { onReturn, showUnreadInTitle } from '@guilde/ui/page-window.ts';
import type { Platform } from '@guilde/ui/platform.ts';
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

/** Something has been written since the page was opened: answers from before are not true any more. */
let hasWritten = false;

/**
 * The page's first calls are announced with it (preloads.ts), and the browser keeps their answers until they are asked
 * for, however late. What somebody else, or nobody, was answered must not meet who has signed in since: after a write, and
 * for a refusal, which may be older than a sign-in in another tab, the server is asked. A request with other
 * `credentials` does not match what was kept.
 */
async function ask(path: string, init: RequestInit = {}): Promise<Response> {
  const isRead = (init.method ?? 'GET') === 'GET';
  hasWritten ||= !isRead;
  const anew = () => fetch(path, { credentials: 'include', ...init });
  if (hasWritten) return anew();
  const answer = await fetch(path, { credentials: 'same-origin', ...init });
  return answer.status === 401 || answer.status === 403 ? anew() : answer;
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

/** « (3) Chat · Guilde »; on an installed page also the icon's badge. */
function setUnreadCount(count: number): void {
  showUnreadInTitle(count);
  navigator.setAppBadge?.(count).catch(() => {
    // Not installed: the title is enough.
  });
}
