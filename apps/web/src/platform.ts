import type { LiveSocket, Platform } from '@guilde/ui/platform.ts';
import { notifications, onNavigate } from './notifications.ts';

/** The browser as a shell: cookies carry the session, the socket goes to the same origin. */
export const webPlatform: Platform = {
  name: 'web',
  fetch: (path, init) => fetch(path, { credentials: 'same-origin', ...init }),
  openSocket,
  openExternal: (url) => {
    const address = URL.parse(url, location.href);
    if (address && ['https:', 'http:', 'mailto:'].includes(address.protocol)) {
      window.open(address.href, '_blank', 'noopener,noreferrer');
    }
  },
  setUnreadCount,
  onWake,
  notifications,
  onNavigate,
  copyText: (text) => navigator.clipboard.writeText(text),
};

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

const prefix = /^\(\d+\+?\) /;
let unread = 0;
let observer: MutationObserver | null = null;

/** « (3) Chat · Guilde », kept when a page sets another title; on an installed page also the icon's badge. */
function setUnreadCount(count: number): void {
  unread = count;
  const title = document.querySelector('title');
  if (title && !observer) {
    observer = new MutationObserver(showUnread);
    observer.observe(title, { childList: true, characterData: true, subtree: true });
  }
  showUnread();
  navigator.setAppBadge?.(count).catch(() => {
    // Not installed: the title is enough.
  });
}

function showUnread(): void {
  const bare = document.title.replace(prefix, '');
  const wanted = unread > 0 ? `(${unread > 99 ? '99+' : unread}) ${bare}` : bare;
  if (document.title !== wanted) document.title = wanted;
}

function onWake(listener: () => void): () => void {
  const visible = () => {
    if (document.visibilityState === 'visible') listener();
  };
  window.addEventListener('focus', listener);
  window.addEventListener('online', listener);
  document.addEventListener('visibilitychange', visible);
  return () => {
    window.removeEventListener('focus', listener);
    window.removeEventListener('online', listener);
    document.removeEventListener('visibilitychange', visible);
  };
}
