import type { NotificationConsent, Notifications, Platform } from '@guilde/ui/platform.ts';

/** Browsers of phones show notifications of an installed page's service worker only: the page itself cannot. */
const ON_PHONE = /Android|iPhone|iPad|iPod/;

const listeners = new Set<(path: string) => void>();
/** A notification that is collected as garbage loses its click. */
const onScreen = new Set<Notification>();

/** The browser's own notifications, of a page that is open. */
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
  return () => listeners.delete(listener);
};

function permission(): NotificationConsent {
  if (!('Notification' in window) || ON_PHONE.test(navigator.userAgent)) return 'unsupported';
  return Notification.permission;
}
