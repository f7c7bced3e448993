import type { NotificationConsent, Notifications, Platform } from '@guilde/ui/platform.ts';

/** Mobile browsers show notifications of a service worker only, not of the page. */
const ON_PHONE = /Android|iPhone|iPad|iPod/;

const listeners = new Set<(path: string) => void>();
/** A notification that is garbage-collected loses its click handler. */
const onScreen = new Set<Notification>();

export const notifications: Notifications = {
  mode: 'page',
  permission,
  request: async () => {
    if (permission() === 'default') await Notification.requestPermission();
    return permission();
  },
  show: ({ id, title, body, path, silent }) => {
    if (permission() !== 'granted') return;
    const shown = new Notification(title, { body, tag: id, silent, lang: 'fr', icon: '/favicon.svg' });
    onScreen.add(shown);
    shown.onclose = () => onScreen.delete(shown);
    shown.onclick = () => {
      window.focus();
      shown.close();
      for (const listener of listeners) listener(path);
    };
  },
};

export const onNavigate: Platform['onNavigate'] = (listener) => {
  listeners.add(listener);
  const worker = 'serviceWorker' in navigator ? navigator.serviceWorker : null;
  const onMessage = ({ data, ports }: MessageEvent<{ type?: unknown; path?: unknown } | null>) => {
    if (data?.type !== 'navigate' || typeof data.path !== 'string') return;
    listener(data.path);
    // The service worker opens a window when no page answers (worker/pushes.ts).
    ports[0]?.postMessage('shown');
  };
  worker?.addEventListener('message', onMessage);
  worker?.startMessages();
  return () => {
    listeners.delete(listener);
    worker?.removeEventListener('message', onMessage);
  };
};

function permission(): NotificationConsent {
  if (!('Notification' in window) || ON_PHONE.test(navigator.userAgent)) return 'unsupported';
  return Notification.permission;
}
