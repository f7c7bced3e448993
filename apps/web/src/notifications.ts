import type { NotificationConsent, Notifications } from '@guilde/ui/platform.ts';

export const notifications: Notifications = {
  mode: 'page',
  permission,
  request: async () => {
    if (permission() === 'default') await Notification.requestPermission();
    return permission();
  },
  show: (notification) => {
    if (permission() === 'granted')
      import('./web-app.ts').then((app) => app.showNotification(notification)).catch(() => undefined);
  },
  close: (which) => {
    if (permission() === 'granted')
      import('./web-app.ts').then((app) => app.closeNotification(which)).catch(() => undefined);
  },
};

function permission(): NotificationConsent {
  if (!('Notification' in window)) return 'unsupported';
  // Mobile browsers show notifications only from a service worker.
  if (/Android|iP(hone|ad|od)/.test(navigator.userAgent) && !('PushManager' in window)) return 'unsupported';
  return Notification.permission;
}
